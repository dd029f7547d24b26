"""Streamlit components with their own JavaScript."""
