"""How the parts of a bundle become one SELECT: to read their rows, or what these are known by."""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from outfitter.db.statements.params import column_name, part_name
from outfitter.db.statements.querysets import Statement

# What is sent, and its values.
Text = tuple[str, tuple[Any, ...]]
_HASH: Final = "hash_record_extended(q, 0)"


def rows_text(parts: Mapping[str, Statement[Any]], shared: Collection[str]) -> Text:
    """Return the statement that answers the rows of each part as a JSON array."""
    texts = {name: (part.compiled.sql, part.compiled.params) for name, part in parts.items()}
    heads, asked = {}, []
    for name, part in parts.items():
        columns = _columns(part)
        if name in shared:
            heads[name] = f"{part_name(name)}({columns}) AS MATERIALIZED ({texts[name][0]})"
        source = f"{part_name(name)} AS q" if name in shared else f"({texts[name][0]}) AS q({columns})"
        asked.append(f"(SELECT json_agg(q) FROM {source})")  # noqa: S608  # our own names
    return _together(heads, asked), _values(texts, heads)


def fingerprint_text(parts: Mapping[str, Statement[Any]], shared: Collection[str]) -> Text:
    """
    Return the statement that answers a sum over all values of each part's rows.

    A sum and not an XOR, in which two equal rows would be none. Sums know no order: the rows tell it.
    """
    texts = {name: part.unordered for name, part in parts.items()}
    known = " ".join(text for text, _ in texts.values())
    heads, asked = {}, []
    for name, part in parts.items():
        rows = f"({texts[name][0]}) AS q({_columns(part)})"
        if name in shared:
            # Only what others need of a row is carried around.
            used = sorted(set(re.findall(rf"SELECT (\w+) FROM {part_name(name)}\b", known)))  # noqa: S608  # no SQL
            inner = f"SELECT {','.join([*used, _HASH])} FROM {rows}"  # noqa: S608  # our own names
            heads[name] = f"{part_name(name)}({','.join([*used, 'h'])}) AS MATERIALIZED ({inner})"
        source = f"sum(h)) FROM {part_name(name)}" if name in shared else f"sum({_HASH})) FROM {rows}"
        asked.append(f"(SELECT concat(count(*), ':', {source})")
    return _together(heads, asked), _values(texts, heads)


def _columns(part: Statement[Any]) -> str:
    return ",".join(column_name(place) for place in range(part.compiled.column_cnt))


def _together(heads: Mapping[str, str], asked: Collection[str]) -> str:
    head = f"WITH {', '.join(heads.values())} " if heads else ""
    return f"{head}SELECT {', '.join(asked)}"


def _values(texts: Mapping[str, Text], heads: Collection[str]) -> tuple[Any, ...]:
    """Return the values in the order of their places: those of shared parts come first."""
    first = [one for name in heads for one in texts[name][1]]
    return (*first, *(one for name, (_, own) in texts.items() if name not in heads for one in own))
