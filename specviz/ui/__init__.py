"""The Streamlit side: routing, state, words and the pieces pages are built from. No mathematics of its own."""
