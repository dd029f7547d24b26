"""The page `roofline`: inputs shared by its three parts, and the parts."""
