"""The three parts of the page `expected`: from one rate, from positions that differ, and what a round costs."""
