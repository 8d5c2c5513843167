"""How a file writes who travels, and what of it the tickets of an experience are. Pure."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from outfitter.db.imports import ParsedRow, Problem
from outfitter.kit.person_names import is_family_first
from outfitter_tenants.catalog.customer_kinds import CUSTOMER_KINDS
from outfitter_tenants.catalog.queries import CustomerTypeRow
from outfitter_tenants.catalog.queries.experience_match import find_ticket, tickets_by_word
from outfitter_tenants.checkout.trip_imports.trip_columns import MOST_GUESTS
from outfitter_tenants.trips.operations.imported_trips import Origin

# "2 Adult", "2 x Adult", "Adult: 2", "Adult x2", "Adult (2)", "Adult".
_BEFORE: Final = re.compile(r"(?P<qty>\d{1,4})\s*[x\u00d7*]?\s+?(?P<word>\D.*)", re.IGNORECASE)
_BEHIND: Final = re.compile(
    r"(?P<word>.*?\D)\s*(?:[:=x\u00d7*]\s*|\(\s*|\s)(?P<qty>\d{1,4})\s*\)?", re.IGNORECASE
)
_PARTS: Final = re.compile(r"[,;|\n+/]|\s(?:and|und|et|y|e|&)\s", re.IGNORECASE)
# What makes a booking of a file that gives it no number the same one when it comes again.
_TELLING: Final = (
    "provider",
    "name",
    "first_name",
    "last_name",
    "email",
    "phone",
    "experience",
    "date",
    "time",
    "starts_at",
    "party",
    "pax",
    "total_amount",
    *(f"qty_{kind}" for kind in CUSTOMER_KINDS),
)


def read_party(text: str) -> list[tuple[int, str]]:
    """Return what "2 Adult, 1 Child" says: how many of what, in its order; a word alone is one of it."""
    found = []
    for part in (one.strip() for one in _PARTS.split(text)):
        if not part:
            continue
        match = _BEFORE.fullmatch(part) or _BEHIND.fullmatch(part)
        found.append((int(match["qty"]), match["word"].strip(" :=x\u00d7*(")) if match else (1, part))
    return found


def party_of(row: ParsedRow, kinds: Sequence[CustomerTypeRow]) -> tuple[dict[int, int], list[Problem]]:
    """Return the tickets a row is about, by experience customer type, and what is wrong with them."""
    by_word = tickets_by_word(kinds)
    asked = [("party", qty, word) for qty, word in read_party(row.values.get("party", ""))]
    for kind in CUSTOMER_KINDS:
        if row.values.get(f"qty_{kind}"):
            asked.append((f"qty_{kind}", row.values[f"qty_{kind}"], kind))
    if not asked:
        return _counted(row, kinds, by_word)
    party: Counter[int] = Counter()
    problems = []
    for column, qty, word in asked:
        ticket = find_ticket(by_word, word)
        if ticket is None:
            sold = ", ".join(dict.fromkeys(kind.name for kind in kinds))
            problems.append(
                Problem(
                    column,
                    "unknown_ticket",
                    f"This experience sells no \u201c{word}\u201d. It sells: {sold}.",
                    {"value": word, "sold": sold},
                )
            )
        else:
            party[ticket.id] += qty
    return _bounded(dict(party), problems, asked[0][0])


def _counted(
    row: ParsedRow, kinds: Sequence[CustomerTypeRow], by_word: Mapping[str, CustomerTypeRow]
) -> tuple[dict[int, int], list[Problem]]:
    guests = row.values.get("pax")
    if not guests:
        return {}, [
            Problem("party", "required", "Say who travels: for example \u201c2 Adult, 1 Child\u201d.")
        ]
    ticket = by_word.get("adult") or (kinds[0] if len(kinds) == 1 else None)
    if ticket is None:
        return {}, [Problem("pax", "which_ticket", "Say how many guests there are of each ticket.")]
    return _bounded({ticket.id: guests}, [], "pax")


def _bounded(
    party: dict[int, int], problems: list[Problem], column: str
) -> tuple[dict[int, int], list[Problem]]:
    whole = {kind: qty for kind, qty in party.items() if qty}
    if not whole and not problems:
        problems = [Problem(column, "required", "At least one guest has to travel.")]
    if sum(whole.values()) > MOST_GUESTS:
        message = f"These are more than {MOST_GUESTS} guests."
        problems = [*problems, Problem(column, "too_many", message, {"most": MOST_GUESTS})]
    return whole, problems


def names_of(row: ParsedRow) -> tuple[str, str]:
    """Return given name and family name; a name in one is divided as its script and commas say."""
    first, last = row.values.get("first_name", ""), row.values.get("last_name", "")
    whole = row.values.get("name", "")
    if first or last or not whole:
        return first, last
    if "," in whole:
        last, first = (part.strip() for part in whole.split(",", 1))
        return first[:80], last[:80]
    if is_family_first(whole):
        return "", whole[:80]
    first, _, last = whole.rpartition(" ")
    return (first[:80], last[:80]) if first else (last[:80], "")


def origin_of(row: ParsedRow) -> Origin:
    """Return where a booking was made, and its number there or what stands for it where it has none."""
    provider, given = row.values.get("provider", "").casefold(), row.values.get("reference")
    if given:
        return Origin(provider, given)
    telling = "\x1f".join(f"{name}={row.values.get(name, '')}" for name in _TELLING)
    return Origin(provider, f"row:{hashlib.sha256(telling.casefold().encode()).hexdigest()[:40]}")
