"""No request names money without an end: what is stored, summed and drawn stays a whole number."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from outfitter.kit.money import MOST
from tests.support.api_operations import whole_document

pytestmark = pytest.mark.rules

# What a browser tells from the next whole number.
SAFE: Final = 2**53 - 1
_MONEY: Final = re.compile(r"amount|price|tip|fee|tendered|spend|credit_limit|charge|deposit")
# Sums of amounts as the caller saw them; they are compared and never stored.
SUMS: Final = frozenset({"expected_total"})
# Numbers that are echoed, or that the field they answer checks.
ANSWERS: Final = frozenset(
    {
        "RangeIn.requestId",
        "AnswerIn.value",
        "KeyedAnswerIn.value",
        "PortalAnswerIn.value",
        "CustomFieldValueIn.value",
    }
)
# Whole numbers of other things: millionths, counts, identifiers.
_OTHER: Final = re.compile(r"(_|^)(ppm|cnt|qty|ids?|days|minutes|position)$")


def _whole_numbers(
    schema: dict[str, Any], named: dict[str, Any], path: str, seen: set[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return every whole number of a schema with where it stands."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        if name not in seen:
            seen.add(name)
            yield from _whole_numbers(named[name], named, name, seen)
        return
    if schema.get("type") == "integer":
        yield path, schema
    for key in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(key, []):
            # A field's words may stand beside the choice of its types.
            words = {"description": schema["description"]} if "description" in schema else {}
            inner = part if "$ref" in part else words | part
            yield from _whole_numbers(inner, named, path, seen)
    for name, one in schema.get("properties", {}).items():
        yield from _whole_numbers(one, named, f"{path}.{name}", seen)
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from _whole_numbers(schema[key], named, path, seen)


@cache
def asked() -> dict[str, dict[str, Any]]:
    """Return every whole number that some operation takes, by its place."""
    found: dict[str, dict[str, Any]] = {}
    document = whole_document()
    named, seen = document["components"]["schemas"], set[str]()
    for methods in document["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            for body in operation.get("requestBody", {}).get("content", {}).values():
                found.update(_whole_numbers(body["schema"], named, name, seen))
            for one in operation.get("parameters", []):
                found.update(_whole_numbers(one["schema"], named, f"{name}?{one['name']}", seen))
    return found


def is_money(place: str, schema: dict[str, Any]) -> bool:
    """Return whether a field holds money, by what it says or is called."""
    name = re.split(r"[.?]", place)[-1]
    if "minor units" in schema.get("description", ""):
        return True
    return bool(_MONEY.search(name)) and not _OTHER.search(name)


def test_money_has_bounds():
    money = {place: one for place, one in asked().items() if is_money(place, one)}
    assert len(money) > 60
    loose = {
        place: (one.get("minimum"), one.get("maximum"))
        for place, one in money.items()
        if place.rsplit(".", 1)[-1] not in SUMS
        and not (-MOST <= one.get("minimum", -SAFE) <= one.get("maximum", SAFE) <= MOST)
    }
    assert loose == {}


def test_sums_are_numbers_that_browsers_know():
    sums = {place: one for place, one in asked().items() if place.rsplit(".", 1)[-1] in SUMS}
    assert {one["maximum"] for one in sums.values()} == {SAFE}
    assert len(sums) > 1


def test_ten_thousand_guests_at_the_highest_price_are_one():
    assert MOST * 10_000 <= SAFE


def test_what_is_stored_has_bounds():
    """Every other whole number of a body fits its column, or is refused before."""
    loose = [
        place
        for place, one in asked().items()
        if "." in place and place not in ANSWERS and "enum" not in one and one.get("maximum", 2**63) >= 2**63
    ]
    assert loose == []
