"""The page that measures: what to run, running it, and showing any report."""
