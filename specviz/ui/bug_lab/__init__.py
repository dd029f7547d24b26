"""The parts of the bug lab: which mistake is on the bench, what it shows, and putting the right part back."""
