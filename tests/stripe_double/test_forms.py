"""Form-encoded parameters with nested keys."""

import pytest

from stripe_double.errors import ApiError
from stripe_double.parameters import Params, parse

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("encoded", "expected"),
    [
        ("", {}),
        ("amount=100", {"amount": "100"}),
        ("metadata[trip]=x%20y", {"metadata": {"trip": "x y"}}),
        ("a[b][c]=1&a[b][d]=2", {"a": {"b": {"c": "1", "d": "2"}}}),
        ("expand[0]=latest_charge&expand[1]=customer", {"expand": ["latest_charge", "customer"]}),
        ("expand[]=a&expand[]=b", {"expand": ["a", "b"]}),
        ("items[1][id]=second&items[0][id]=first", {"items": [{"id": "first"}, {"id": "second"}]}),
        ("metadata=", {"metadata": ""}),
        ("a=1&a=2", {"a": "2"}),
        ("name=%C3%A9", {"name": "é"}),
    ],
)
def test_parse(encoded: str, expected: dict[str, object]) -> None:
    assert parse(encoded) == expected


@pytest.mark.parametrize(
    "encoded", ["[a]=1", "a[b=1", "a]b[=1", "a=1&a[b]=2", "a[b]=1&a=2", "a" + "[b]" * 9 + "=1"]
)
def test_malformed_keys_are_refused(encoded: str) -> None:
    with pytest.raises(ApiError) as refused:
        parse(encoded)
    assert refused.value.status == 400


def test_unknown_parameters_are_named() -> None:
    with pytest.raises(ApiError) as refused:
        Params({"amount": "1", "colour": "red"}).allow(["amount"])
    assert refused.value.code == "parameter_unknown"
    assert refused.value.param == "colour"


@pytest.mark.parametrize("value", ["", "x", "1.5", "1e3", " 1", "9" * 20])
def test_integers_are_strict(value: str) -> None:
    params = Params({"amount": value})
    if value == "":
        assert params.integer("amount") is None
        return
    with pytest.raises(ApiError, match="Invalid integer"):
        params.integer("amount")


def test_metadata_merges_and_empty_values_remove() -> None:
    params = Params(parse("metadata[a]=1&metadata[b]="))
    assert params.metadata({"b": "old", "c": "kept"}) == {"a": "1", "c": "kept"}
    assert Params({"metadata": ""}).metadata({"b": "old"}) == {}
    with pytest.raises(ApiError):
        Params({"metadata": {"k": "v" * 501}}).metadata({})


def test_flags_choices_and_groups() -> None:
    params = Params(parse("yes=true&no=false&odd=1&kind=a&group[x]=1"))
    assert (params.flag("yes"), params.flag("no"), params.flag("none")) == (True, False, None)
    assert params.choice("kind", ["a", "b"]) == "a"
    with pytest.raises(ApiError):
        params.flag("odd")
    with pytest.raises(ApiError):
        params.choice("kind", ["b"])
    with pytest.raises(ApiError):
        params.text("group")
    with pytest.raises(ApiError):
        params.group("kind")
    with pytest.raises(ApiError) as missing:
        Params({}, "card").required("number")
    assert missing.value.param == "card[number]"
