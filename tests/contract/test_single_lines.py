"""Names and titles that people type stand on one line: in every body of every operation."""

import re
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from outfitter.api.schemas import SINGLE_LINE, Line, Name
from tests.support.api_operations import whole_document

pytestmark = pytest.mark.rules
BROKEN = ["a\nb", "a\rb", "a\tb", "a\x00", "a\x7f", "a\x85b", "a\u2028b", "\u202eabc", "a\u2066b"]
# What a person or a thing is called. Phone numbers are read by a parser of their own.
CALLED = re.compile(r"(?:^|_)(?:name|title|label|sku|city)$")


@pytest.mark.parametrize("kind", [Line, Name])
@pytest.mark.parametrize("text", [*BROKEN, "\u200b", "\u2060\u200d"])
def test_what_is_no_line_is_refused(kind: Any, text: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(kind).validate_python(text)


@pytest.mark.parametrize("text", ["", "Ana Ruíz", "שלום", "👩‍👧", "می‌خواهم", "O’Neill, Jr."])
def test_what_is_one_is_kept(text: str) -> None:
    assert TypeAdapter(Name).validate_python(f" {text}\n") == text


def _bodies() -> dict[str, Any]:
    """Return every schema that a request's body consists of, by name."""
    whole = whole_document()
    known = whole["components"]["schemas"]
    found: dict[str, Any] = {}
    waiting = [
        operation["requestBody"]
        for item in whole["paths"].values()
        for operation in item.values()
        if "requestBody" in operation
    ]
    while waiting:
        for name in re.findall(r"#/components/schemas/([\w.-]+)'", str(waiting.pop())):
            if name not in found:
                found[name] = known[name]
                waiting.append(known[name])
    return found


def _texts(schema: dict[str, Any]) -> list[dict[str, Any]]:
    kinds = [schema, *schema.get("anyOf", [])]
    return [one for one in kinds if one.get("type") == "string" and "enum" not in one]


def test_every_name_in_a_body_is_a_single_line() -> None:
    wrong = []
    for body, schema in _bodies().items():
        for field, its in schema.get("properties", {}).items():
            if not CALLED.search(field):
                continue
            for text in _texts(its):
                if "const" in text or "format" in text:
                    continue
                pattern = text.get("pattern")
                if pattern is None or any(re.search(pattern, one) for one in BROKEN):
                    wrong.append(f"{body}.{field}: {pattern}")
    assert not wrong, "\n".join(wrong)
    assert repr(SINGLE_LINE)[1:-1] in str(_bodies())
