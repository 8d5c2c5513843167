"""What a merged customer looks like, and how to take a merge back: pure rules."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

Facts = Mapping[str, Any]
# Fields of which a person may choose whose to keep.
CHOOSABLE: Final = (
    "first_name",
    "last_name",
    "email",
    "phone",
    "company",
    "address",
    "country",
    "locale",
    "birth_date",
    "notes",
    "marketing",
)
LISTS: Final = ("more_emails", "more_phones", "tags")
# All a merge may change on the kept customer.
FIELDS: Final = (*CHOOSABLE, *LISTS, "is_vip", "unsubscribed_at", "gateway_customer_id")


def combine(keep: Facts, others: Sequence[Facts], choices: Mapping[str, int]) -> dict[str, Any]:
    """
    Return the fields of the kept customer after a merge; every Facts has its `id`.

    Chosen fields come from whom was chosen, the rest from the kept customer and, where that one
    has nothing, from the first that has. Addresses that are not chosen are kept beside, tags are
    united, notes put together. Of several words on marketing the latest counts.
    """
    everyone = [keep, *others]
    by_id = {facts["id"]: facts for facts in everyone}
    found: dict[str, Any] = {}
    for name in CHOOSABLE:
        if name in choices:
            found[name] = by_id[choices[name]][name]
        elif name == "notes":
            found[name] = _joined([facts["notes"] for facts in everyone])
        elif name != "marketing":
            found[name] = next((f[name] for f in everyone if f[name]), keep[name])
    spoken = _consent(everyone, by_id, choices)
    found["marketing"] = spoken["marketing"]
    found["unsubscribed_at"] = spoken["unsubscribed_at"]
    for one, more in (("email", "more_emails"), ("phone", "more_phones")):
        known = _unique([value for f in everyone for value in [f[one], *f[more]] if value])
        found[more] = [value for value in known if value != found[one]]
    found["tags"] = _unique([tag for facts in everyone for tag in facts["tags"]])
    found["is_vip"] = any(facts["is_vip"] for facts in everyone)
    found["gateway_customer_id"] = next(
        (f["gateway_customer_id"] for f in everyone if f["gateway_customer_id"]), None
    )
    return found


def _consent(everyone: Sequence[Facts], by_id: Mapping[int, Facts], choices: Mapping[str, int]) -> Facts:
    if "marketing" in choices:
        return by_id[choices["marketing"]]

    def spoken_at(facts: Facts) -> str:
        said = [facts["marketing"].get("at") or "", facts["unsubscribed_at"] or ""]
        return max(str(word) for word in said)

    # max() keeps the first of equals: the kept customer.
    return max(everyone, key=spoken_at)


def _joined(texts: Sequence[str]) -> str:
    return "\n\n".join(_unique([text.strip() for text in texts if text.strip()]))


def _unique(values: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(values))


def take_back(before: Facts, after: Facts, now: Facts) -> tuple[dict[str, Any], list[str]]:
    """
    Return the fields as they were before a merge, and the names of those edited since.

    What somebody edited after the merge stays as edited. Of lists, what the merge added goes and
    what it took comes back. An address that was known before is never lost.
    """
    found: dict[str, Any] = {}
    edited: list[str] = []
    for name in FIELDS:
        if now[name] == after[name]:
            found[name] = before[name]
        elif name in LISTS:
            found[name] = _without(now[name], before[name], after[name])
            edited.append(name)
        else:
            found[name] = now[name]
            edited.append(name)
    for one, more in (("email", "more_emails"), ("phone", "more_phones")):
        mine = {before[one], *before[more]}
        held = {found[one], *found[more]}
        lost = [v for v in [now[one], *now[more]] if v and v in mine and v not in held]
        found[more] = [v for v in _unique([*found[more], *lost]) if v != found[one]]
    return found, edited


def _without(now: Sequence[str], before: Sequence[str], after: Sequence[str]) -> list[str]:
    added, taken = set(after) - set(before), set(before) - set(after)
    kept = [value for value in now if value not in added]
    return _unique([*kept, *(value for value in before if value in taken)])
