"""The codec of settings: bounds, links, and values nobody should trust."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specviz.errors import SpecvizError
from specviz.settings import MAX_K, MAX_PROMPT_CHARS, RunSettings, View, decode, from_query, to_plain, to_query

BOUNDED = [f for f in fields(RunSettings) if f.metadata["lo"] is not None]


def values(f):
    m, kind = f.metadata, type(f.default)
    if m["choices"]:
        one = st.sampled_from(m["choices"])
        return st.lists(one, max_size=m["max_len"]).map(tuple) if kind is tuple else one
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(int(m["lo"]), int(m["hi"]))
    if kind is float:
        return st.floats(m["lo"], m["hi"])
    if kind is tuple:
        item = st.integers(0, 2**31 - 1) if f.name == "script" else st.text(min_size=1, max_size=64)
        return st.lists(item, max_size=8).map(tuple)
    return st.text(max_size=min(40, m["max_len"]))


records = st.fixed_dictionaries({f.name: values(f) for f in fields(RunSettings)}).map(
    lambda d: RunSettings(**(d | dict(zip(("lookup_min", "lookup_max"), sorted((d["lookup_min"], d["lookup_max"])),
                                          strict=True))))
)  # fmt: skip
views = st.fixed_dictionaries({f.name: values(f) for f in fields(View)}).map(lambda d: View(**d))


@given(records, views)
def test_a_link_gives_back_every_setting(settings, view):
    again, seen, notes = from_query(to_query((settings, view)))
    assert (again, seen, notes) == (settings, view, ())


@given(records)
def test_the_plain_form_gives_back_every_setting(settings):
    assert decode(RunSettings, to_plain(settings)) == (settings, ())


@pytest.mark.parametrize("f", BOUNDED, ids=lambda f: f.name)
def test_a_number_out_of_range_is_refused_and_in_a_link_clamped_and_explained(f):
    lo, hi = f.metadata["lo"], f.metadata["hi"]
    for bad, near in ((lo - 1, lo), (hi + 1, hi)):
        value = type(f.default)(bad)
        with pytest.raises(SpecvizError, match=f.name):
            RunSettings(**{f.name: value})
        settings, _, notes = from_query({f.name: str(value)})
        if f.name not in ("lookup_min", "lookup_max"):  # those two also bound each other
            assert getattr(settings, f.name) == near
        assert [n.code for n in notes][:1] == ["setting_range"]
        assert str(value) in str(notes[0])


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ({"k": "65"}, "setting_range"),
        ({"k": "NaN"}, "setting_type"),
        ({"temperature": "NaN"}, "setting_number"),
        ({"temperature": "inf"}, "setting_number"),
        ({"method": "magic"}, "setting_choice"),
        ({"hidden": '["menu", "everything"]'}, "setting_choice"),
        ({"prompt": "x" * (MAX_PROMPT_CHARS + 1)}, "setting_length"),
        ({"script": "[1, -1]"}, "setting_type"),
        ({"script": "[" * 5000}, "setting_type"),
        ({"stop": '[""]'}, "setting_item"),
        ({"stop": '["\\ud800"]'}, "setting_type"),
        ({"temperature": 10**400}, "setting_type"),
        ({"lookup_min": "9"}, "lookup_range"),
        ({"v": "99"}, "link_version"),
    ],
)
def test_a_bad_link_gives_one_explanation_and_usable_settings(query, code):
    settings, view, notes = from_query(query)
    assert [n.code for n in notes] == [code]
    assert isinstance(settings, RunSettings)
    assert isinstance(view, View)
    for lang in ("en", "zh"):
        assert notes[0].in_language(lang).encode()


@given(
    st.dictionaries(st.sampled_from([f.name for f in (*fields(RunSettings), *fields(View))]), st.text(max_size=40))
)
def test_no_link_breaks_the_page(query):
    settings, view, _ = from_query(query)
    assert from_query(to_query((settings, view)))[:2] == (settings, view)


def test_k_is_limited_and_types_are_strict():
    assert RunSettings(k=MAX_K).k == 64
    for wrong in ({"k": True}, {"k": 4.0}, {"temperature": 1}, {"seed": "1"}, {"prompt": None}):
        with pytest.raises(SpecvizError):
            RunSettings(**wrong)
