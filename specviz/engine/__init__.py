"""The decoder: torch, transformers and numpy; never Streamlit, never plotly."""
