"""Filters: read from what was asked, checked by the kind of their column, turned into SQL."""

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, Final

from django.db.models import Q

from outfitter.db.lists.columns import Column
from outfitter.db.lists.types import BadValue, Condition, Kind, ListReader
from outfitter.db.text_normalization import Folded, fold
from outfitter.kit.zones import day_bounds

_SAME: Final = ("eq", "ne")
_SETS: Final = ("in", "nin")
_ORDER: Final = ("gt", "gte", "lt", "lte", "between")
_PRESENCE: Final = ("empty", "notEmpty")
OPERATORS: Final[dict[Kind, tuple[str, ...]]] = {
    "text": (*_SAME, *_SETS, "contains", *_PRESENCE),
    "number": (*_SAME, *_ORDER, *_PRESENCE),
    "money": (*_SAME, *_ORDER, *_PRESENCE),
    "date": (*_SAME, *_ORDER, *_PRESENCE),
    "instant": (*_SAME, *_ORDER, *_PRESENCE),
    "bool": _SAME,
    "choice": (*_SAME, *_SETS, *_PRESENCE),
    "lookup": (*_SAME, *_SETS, *_PRESENCE),
}
MAX_SET: Final = 200
_LARGEST: Final = 10**15
_TODAY: Final = re.compile(r"today([+-]\d{1,4})?")


def read_condition(column: Column, op: object, value: object, asker: ListReader) -> Condition:
    """
    Return the condition that was asked for.

    :raises BadValue: the column has no such operator, or takes no such value
    """
    offered = OPERATORS[column.kind]
    if op not in offered:
        raise BadValue(f"Choose one of: {', '.join(offered)}.")
    op = str(op)
    if op in _PRESENCE:
        return Condition(column.key, op, None)
    if op in _SETS:
        return Condition(column.key, op, _read_set(column, value, asker))
    if op == "between":
        return Condition(column.key, op, _read_range(column, value, asker))
    return Condition(column.key, op, _read_value(column, value, asker))


def _read_set(column: Column, value: object, asker: ListReader) -> tuple[Any, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_SET:
        raise BadValue(f"Give a list of 1 to {MAX_SET} values.")
    return tuple(_read_value(column, one, asker) for one in value)


def _read_range(column: Column, value: object, asker: ListReader) -> tuple[Any, Any]:
    if not isinstance(value, list) or len(value) != 2 or value == [None, None]:
        raise BadValue("Enter two values: from and to.")
    low, high = (None if one is None else _read_value(column, one, asker) for one in value)
    if low is not None and high is not None and low > high:
        raise BadValue("The first value must not be greater than the second.")
    return low, high


def _read_value(column: Column, value: object, asker: ListReader) -> Any:
    if column.kind == "choice":
        return _read_choice(column, value)
    return _READERS[column.kind](value, asker)


def _read_choice(column: Column, value: object) -> str:
    known = column.choices()
    if not isinstance(value, str) or value not in known:
        raise BadValue("Value not found.")
    return value


def _read_text(value: object, _asker: ListReader) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 200 or "\x00" in value:
        raise BadValue("Enter 1 to 200 characters.")
    return value


def _read_number(value: object, _asker: ListReader) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
        raise BadValue("Enter a whole number.")
    return value


def _read_id(value: object, asker: ListReader) -> int:
    number = _read_number(value, asker)
    if number < 1:
        raise BadValue("Value not found.")
    return number


def _read_bool(value: object, _asker: ListReader) -> bool:
    if not isinstance(value, bool):
        raise BadValue("Enter true or false.")
    return value


def _read_day(value: object, asker: ListReader) -> date:
    text = value if isinstance(value, str) else ""
    relative = _TODAY.fullmatch(text)
    if relative:
        return asker.today + timedelta(days=int(relative[1] or 0))
    try:
        found = date.fromisoformat(text)
    except ValueError as problem:
        raise BadValue("Enter a date as YYYY-MM-DD.") from problem
    if not 1900 <= found.year <= 2999:
        raise BadValue("Enter a date between 1900 and 2999.")
    return found


_READERS: Final[Mapping[str, Callable[[object, ListReader], Any]]] = {
    "text": _read_text,
    "number": _read_number,
    "money": _read_number,
    "date": _read_day,
    "instant": _read_day,
    "bool": _read_bool,
    "lookup": _read_id,
}


def to_q(column: Column, condition: Condition, asker: ListReader) -> Q:
    """Return the filter in SQL's terms; the column's expression is there as its alias."""
    if column.match is not None:
        return column.match(condition, asker)
    name, op, value = column.alias, condition.op, _as_stored(column, condition.value)
    if op in _PRESENCE:
        empty = Q(**{f"{name}__isnull": True})
        if column.kind == "text":
            empty |= Q(**{name: ""})
        return empty if op == "empty" else ~empty
    if op in {"ne", "nin"}:
        positive = Condition(condition.field, "eq" if op == "ne" else "in", value)
        differs = ~to_q(column, positive, asker)
        return differs | Q(**{f"{name}__isnull": True}) if column.is_nullable else differs
    if op == "contains":
        return Q(**{f"{name}__icontains": value})
    if column.kind == "instant":
        return _days_to_q(name, op, value, asker.zone)
    if op == "between":
        return _between(name, *value)
    return Q(**{name if op == "eq" else f"{name}__{op}": value})


def _as_stored(column: Column, value: Any) -> Any:
    """Return what somebody typed as the column has it: folded, where its text is."""
    if not isinstance(column.source, Folded):
        return value
    if isinstance(value, str):
        return fold(value)
    return [fold(one) for one in value] if isinstance(value, (list, tuple)) else value


def _between(name: str, low: Any, high: Any) -> Q:
    found = Q()
    if low is not None:
        found &= Q(**{f"{name}__gte": low})
    if high is not None:
        found &= Q(**{f"{name}__lte": high})
    return found


def _days_to_q(name: str, op: str, value: Any, zone: str) -> Q:
    """Days of the operator's zone become half-open ranges of instants."""
    if op in {"gt", "lte"}:
        end = day_bounds(value, zone)[1]
        return Q(**{f"{name}__gte" if op == "gt" else f"{name}__lt": end})
    if op in {"gte", "lt"}:
        return Q(**{f"{name}__{op}": day_bounds(value, zone)[0]})
    low, high = (value, value) if op == "eq" else value
    found = Q()
    if low is not None:
        found &= Q(**{f"{name}__gte": day_bounds(low, zone)[0]})
    if high is not None:
        found &= Q(**{f"{name}__lt": day_bounds(high, zone)[1]})
    return found
