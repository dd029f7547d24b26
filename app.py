"""The frame: page config, navigation, language. `streamlit run app.py`."""

from specviz.ui.router import run_app

run_app()
