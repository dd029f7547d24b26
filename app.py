"""The frame: page config, navigation, language. `streamlit run app.py`.

Streamlit reads this file twice: the server imports it and serves what it finds as `app`, and every session runs it.
"""

import streamlit as st

if __name__ == "__main__":
    from specviz.ui.router import run_app

    run_app()
else:
    from specviz.ui.serving import options

    app = st.App(__file__, **options())
