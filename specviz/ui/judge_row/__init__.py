"""The moving parts of the lesson `judge_row`: the table to fill in, the moved rows, the proof, the near ties."""
