"""The moving parts of the lessons `why_slow`, `pays`, `claims` and `decide`: one file per picture."""
