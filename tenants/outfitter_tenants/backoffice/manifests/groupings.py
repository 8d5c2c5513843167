"""The same parties seen by guide, by resource and by group: ids, so that nothing is sent twice."""

from collections.abc import Iterable, Mapping
from typing import Any


def groupings(departures: Iterable[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return who guides whom, what carries whom, and which parties belong to one group."""
    guides: dict[Any, dict[str, Any]] = {}
    resources: dict[Any, dict[str, Any]] = {}
    groups: dict[Any, dict[str, Any]] = {}
    for row in departures:
        for kind, found in (("guides", guides), ("resources", resources)):
            for one in row[kind]:
                entry = _entry(found, one["id"], id=one["id"], name=one["name"])
                entry["timeslot_ids"].append(row["id"])
        for order in row["tripOrders"]:
            for kind, found in (("guides", guides), ("resources", resources)):
                for one in order[kind]:
                    entry = _entry(found, one["id"], id=one["id"], name=one["name"])
                    entry["trip_order_ids"].append(order["id"])
            name = order["trip"]["group_name"]
            if name:
                entry = _entry(groups, name.casefold(), id=None, name=name)
                entry["trip_order_ids"].append(order["id"])
                if row["id"] not in entry["timeslot_ids"]:
                    entry["timeslot_ids"].append(row["id"])
    return {"guides": _sorted(guides), "resources": _sorted(resources), "groups": _sorted(groups)}


def _entry(found: dict[Any, dict[str, Any]], key: Any, **facts: Any) -> dict[str, Any]:
    return found.setdefault(key, {**facts, "timeslot_ids": [], "trip_order_ids": []})


def _sorted(found: dict[Any, dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(found.values(), key=lambda entry: (entry["name"].casefold(), entry["id"] or 0))
