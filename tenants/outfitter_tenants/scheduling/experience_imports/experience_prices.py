"""What a file says an experience costs, as the tickets it is to sell."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Final

from outfitter.db.imports import ParsedRow, Problem
from outfitter.kit.currencies import exponent
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.catalog.customer_kinds import CUSTOMER_KINDS
from outfitter_tenants.catalog.operations import CustomerTypeDraft, taxonomy
from outfitter_tenants.catalog.queries import CustomerTypeRow, ExperienceRow, KindRow
from outfitter_tenants.catalog.queries.experience_match import find_ticket, folded, tickets_by_word

# "Adult 95.00", "Adult: 95"; several with ; or a new line between them.
_PRICE: Final = re.compile(r"(?P<word>.*?\D)[\s:=]+(?P<amount>\d+(?:[.,]\d{1,3})?)\s*\D{0,4}")
_PARTS: Final = re.compile(r"[;|\n]")
_HIGHEST: Final = 10**12


@dataclass(frozen=True, slots=True)
class FilePrices:
    """Prices by what the file calls a ticket, in minor units, and what is wrong with them."""

    amounts: Mapping[str, int]
    problems: tuple[Problem, ...] = ()


def prices_of(row: ParsedRow, currency: str) -> FilePrices:
    """Return what a row says tickets cost."""
    amounts: dict[str, int] = {}
    problems = []
    for kind in CUSTOMER_KINDS:
        amount = row.values.get(f"price_{kind}")
        if amount is None:
            continue
        if not 0 <= amount < _HIGHEST:
            code = "negative" if amount < 0 else "too_large"
            problems.append(Problem(f"price_{kind}", code, "This price can\u2019t be."))
        amounts[kind] = amount
    for part in (one.strip() for one in _PARTS.split(row.values.get("prices", ""))):
        if not part:
            continue
        match = _PRICE.fullmatch(part)
        amount = _minor(match["amount"], currency) if match else None
        if match is None or amount is None:
            message = f"\u201c{part}\u201d is no price. Write \u201cAdult 95.00; Child 60.00\u201d."
            problems.append(Problem("prices", "unreadable", message, {"value": part}))
        else:
            amounts[match["word"].strip(" :=")] = amount
    return FilePrices(amounts, tuple(problems))


def _minor(text: str, currency: str) -> int | None:
    try:
        amount = Decimal(text.replace(",", ".")).scaleb(exponent(currency))
    except InvalidOperation:
        return None
    return int(amount) if amount == amount.to_integral_value() else None


def drafts_of(
    prices: FilePrices, there: ExperienceRow | None, *, at: datetime
) -> Sequence[CustomerTypeDraft] | None:
    """
    Return the tickets an experience is to sell: those it has, at the file's prices, and new ones.

    None when the file says nothing of prices. A guest type the operator does not have is made.
    """
    if not prices.amounts:
        return None
    has = list(there.customer_types) if there else []
    drafts = {kind.id: draft_of(kind) for kind in has}
    by_word = tickets_by_word(has)
    more = []
    for word, amount in prices.amounts.items():
        ticket = find_ticket(by_word, word)
        if ticket is not None:
            drafts[ticket.id] = replace(drafts[ticket.id], base_price=amount)
        else:
            more.append(CustomerTypeDraft(_type_of(word, at), amount))
    return [*drafts.values(), *more]


def drafts_before(there: ExperienceRow, prices: Mapping[str, int]) -> list[CustomerTypeDraft]:
    """Return the tickets an experience had before a file came, at the prices they had."""
    return [
        replace(draft_of(kind), base_price=prices[str(kind.id)])
        for kind in there.customer_types
        if str(kind.id) in prices
    ]


def draft_of(kind: CustomerTypeRow) -> CustomerTypeDraft:
    """Return a ticket as it is."""
    company = {one.id: one.customer_type_id for one in _siblings(kind)}
    return CustomerTypeDraft(
        kind.customer_type_id,
        kind.base_price,
        id=kind.id,
        label=kind.label,
        pax_per_booking=kind.pax_per_booking,
        is_consume_capacity=kind.is_consume_capacity,
        is_public=kind.is_public,
        is_staff_only=kind.is_staff_only,
        min_qty=kind.min_qty,
        max_qty=kind.max_qty,
        min_age=kind.min_age,
        max_age=kind.max_age,
        accompanied_by=tuple(company[one] for one in kind.accompanied_by if one in company),
        requires_waiver=kind.requires_waiver,
        is_exclude_from_min_price=kind.is_exclude_from_min_price,
    )


def _siblings(kind: CustomerTypeRow) -> Sequence[CustomerTypeRow]:
    if not kind.accompanied_by:
        return ()
    return catalog.experience_customer_types(experience_id=kind.experience_id)


def _type_of(word: str, at: datetime) -> int:
    """Return the operator's guest type of that name or kind, made when there is none."""
    known: Sequence[KindRow] = catalog.list_customer_types()
    wanted = folded(word)
    for name in ("slug", "name", "kind"):
        for row in known:
            if folded(getattr(row, name)) == wanted:
                return row.id
    is_kind = wanted in CUSTOMER_KINDS
    return taxonomy.save_customer_type(
        values={
            "name": word.capitalize() if is_kind else word,
            "slug": None,
            "kind": wanted if is_kind else "other",
            "translations": None,
        },
        at=at,
    )
