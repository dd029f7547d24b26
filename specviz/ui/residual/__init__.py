"""The parts of the residual lesson: where p and q come from, the rule in use, and the pictures of each section."""
