"""What JSON schemas say, in the words and examples of the API reference."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Schema: TypeAlias = Mapping[str, "Json"]
PREFIX = "#/components/schemas/"
LIMITS = {
    "minimum": "at least",
    "maximum": "at most",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
}
# Ids are whole numbers of eight bytes: what every id may be at most says nothing of this one.
SAYS_NOTHING = {9223372036854775807}
SAMPLES: Mapping[str, Json] = {
    "date": "2026-07-04",
    "date-time": "2026-07-04T16:30:00Z",
    "time": "09:30",
    "email": "maria@example.com",
    "uri": "https://example.com",
    "uuid": "5f0c2a52-8f5f-4c0e-9a35-5a3c2b1f7d10",
    "binary": "(a file)",
}
DEEPEST = 4


def name_of(reference: str) -> str:
    """Return the name of the schema that a `$ref` leads to."""
    return reference.removeprefix(PREFIX)


def parts(schema: Schema) -> list[Schema]:
    """Return the schemas that this one chooses among or is made of, itself when neither."""
    for key in ("anyOf", "oneOf", "allOf"):
        found = schema.get(key)
        if isinstance(found, list):
            return [one for one in found if isinstance(one, dict)]
    return [schema]


def references(schema: Json) -> Iterator[str]:
    """Yield the names of the schemas that this one names, however deep inside."""
    if isinstance(schema, dict):
        target = schema.get("$ref")
        if isinstance(target, str):
            yield name_of(target)
        for one in schema.values():
            yield from references(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from references(one)


def type_of(schema: Schema) -> str:
    """Return a schema's type as readers write it: `integer`, `list of TripOut`, `string or null`."""
    found = parts(schema)
    if len(found) > 1 or found[0] is not schema:
        return " or ".join(dict.fromkeys(type_of(one) for one in found))
    target = schema.get("$ref")
    if isinstance(target, str):
        return f"[{name_of(target)}](#{anchor(name_of(target))})"
    if "enum" in schema or "const" in schema:
        return " \\| ".join(f"`{one}`" for one in _choices(schema))
    items = schema.get("items")
    if schema.get("type") == "array":
        return f"list of {type_of(items)}" if isinstance(items, dict) else "list"
    named = str(schema.get("format") or schema.get("type") or "anything")
    return "map" if named == "object" and "additionalProperties" in schema else named


def anchor(name: str) -> str:
    """Return the anchor of a schema on a page."""
    return f"shape-{name.lower().replace('_', '-')}"


def notes(schema: Schema) -> str:
    """Return what else is to know of a value: its meaning, its default, its limits."""
    said = [str(schema["description"])] if schema.get("description") else []
    if "default" in schema and schema["default"] not in (None, "", [], {}):
        said.append(f"default `{json.dumps(schema['default'])}`")
    for one in parts(schema):
        said += _limits(one)
    return "; ".join(dict.fromkeys(said))


def sample(schema: Schema, schemas: Mapping[str, Schema], depth: int = 0) -> Json:
    """Return a value that fits a schema, for an example."""
    one = next((part for part in parts(schema) if part.get("type") != "null"), schema)
    target = one.get("$ref")
    if isinstance(target, str):
        return sample(schemas[name_of(target)], schemas, depth) if depth < DEEPEST else {}
    if schema.get("default") not in (None, "", [], {}):
        return schema["default"]
    if "enum" in one or "const" in one:
        return _choices(one)[0]
    kind = one.get("type")
    items, fields = one.get("items"), one.get("properties")
    if kind == "array":
        return [sample(items, schemas, depth + 1)] if isinstance(items, dict) and depth < DEEPEST else []
    if isinstance(fields, dict) and depth < DEEPEST:
        rows = {key: value for key, value in fields.items() if isinstance(value, dict)}
        return {key: sample(value, schemas, depth + 1) for key, value in rows.items()}
    return _plain(one)


def _plain(schema: Schema) -> Json:
    kind = schema.get("type")
    if kind == "integer":
        least = schema.get("minimum")
        return max(1, least) if isinstance(least, int) else 1
    named: Mapping[str, Json] = {"number": 1.5, "boolean": True, "object": {}, "null": None}
    if isinstance(kind, str) and kind in named:
        return named[kind]
    return SAMPLES.get(str(schema.get("format")), "text")


def _choices(schema: Schema) -> list[Json]:
    found = schema.get("enum")
    return found if isinstance(found, list) else [schema.get("const")]


def _limits(schema: Schema) -> list[str]:
    said = []
    for key, words in LIMITS.items():
        value = schema.get(key)
        if value is None or value in SAYS_NOTHING or (key.startswith("min") and value in (0, 1)):
            continue
        said.append(words.format(value) if "{}" in words else f"{words} {value}")
    return said
