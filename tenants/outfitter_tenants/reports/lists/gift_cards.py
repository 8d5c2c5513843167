"""
The lists of gift cards by what the journal says of them (domain.md 4.15).

What was sold and given is what came onto cards, what was redeemed what went into trips and did not come
back. What stands on cards that people paid for is owed to them: the liability.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from django.db.models import BigIntegerField, Case, F, Q, QuerySet, Value, When
from django.db.models.expressions import Combinable

from outfitter.db.lists import Column, Listing, ListReader, register
from outfitter.db.row_figures import row_figure
from outfitter_tenants.giftcards.queries import card_rows
from outfitter_tenants.giftcards.rules import code_format
from outfitter_tenants.ledger.queries.value_rows import value_entries
from outfitter_tenants.reports.lists.cells import sees_everything, trips_of, words

if TYPE_CHECKING:
    from outfitter_tenants.giftcards.models import GiftCard
    from outfitter_tenants.ledger.models import Entry

ON_CARD: Final = ("gift_card_activate", "gift_card_reload")
SPENT: Final = ("payment", "payment_reversal", "refund", "refund_reversal")
# Came from another system, or went back there with the import.
IMPORTED: Final = ("gift_card_import",)
TAKEN_OFF: Final = ("gift_card_adjust", "gift_card_void")
LAPSED: Final = ("gift_card_expire",)
_PAID: Final = ("gift_card_purchased",)
_GIVEN: Final = ("gift_card_promo",)


def _listed(values: Sequence[str]) -> str:
    return ", ".join(f"'{one}'" for one in values)


def _of_card(accounts: Sequence[str], kinds: Sequence[str] = (), *, sign: str = "") -> Combinable:
    only = f"AND e.kind IN ({_listed(kinds)})" if kinds else ""
    return row_figure(
        f"SELECT {sign}coalesce(sum(e.amount), 0)::bigint FROM ledger_entry e"  # noqa: S608  # our own text
        f" WHERE e.account IN ({_listed(accounts)}) AND e.owner_id = asked.id {only}"
    )


_BOTH: Final = (*_PAID, *_GIVEN)
CARD_FIGURES: Final = {
    "sold_amount": _of_card(_PAID, ON_CARD),
    "given_amount": _of_card(_GIVEN, ON_CARD),
    "imported_amount": _of_card(_BOTH, IMPORTED),
    "redeemed_amount": _of_card(_BOTH, SPENT, sign="-"),
    "expired_amount": _of_card(_BOTH, LAPSED, sign="-"),
    "taken_off_amount": _of_card(_BOTH, TAKEN_OFF, sign="-"),
    "liability_amount": _of_card(_PAID),
    "given_left_amount": _of_card(_GIVEN),
}


def _of_entries(accounts: Sequence[str], kinds: Sequence[str] = ()) -> Combinable:
    which = Q(account__in=accounts)
    if kinds:
        which &= Q(kind__in=kinds)
    return Case(When(which, then=F("amount")), default=0, output_field=BigIntegerField())


MOVEMENTS: Final = {
    "sold_amount": _of_entries(_PAID, ON_CARD),
    "given_amount": _of_entries(_GIVEN, ON_CARD),
    "imported_amount": _of_entries(_BOTH, IMPORTED),
    "redeemed_amount": Value(0) - _of_entries(_BOTH, SPENT),
    "expired_amount": Value(0) - _of_entries(_BOTH, LAPSED),
    "taken_off_amount": Value(0) - _of_entries(_BOTH, TAKEN_OFF),
    "liability_change": _of_entries(_PAID),
    "given_change": _of_entries(_GIVEN),
}


def _cards(reader: ListReader) -> "QuerySet[GiftCard]":
    rows = card_rows.all_cards().annotate(**CARD_FIGURES)
    # Store credit is money that came back; it was never sold.
    rows = rows.exclude(status="pending")
    return rows if sees_everything(reader) else rows.none()


def _shape_cards(rows: Sequence["GiftCard"], reader: ListReader) -> list[dict[str, object]]:
    trips = trips_of(card.sold_trip_id for card in rows)
    is_shown = reader.can("customer.view")
    return [
        {
            "id": card.pk,
            "card": code_format.masked(card.last4),
            "kind": card.kind,
            "status": card.status,
            "recipient": card.recipient_name if is_shown else None,
            "trip": trips.get(card.sold_trip_id or 0),
            "currency": card.currency,
            "created_at": card.created_at,
            "activated_at": card.activated_at,
            "expires_at": card.expires_at,
            **{key: getattr(card, key) for key in CARD_FIGURES},
        }
        for card in rows
    ]


def _trip_code(row: dict[str, Any]) -> object:
    return row["trip"] and row["trip"]["confirmation_code"]


SOLD_CARDS: Final = register(
    Listing(
        name="giftCardsSold",
        permission="report.finance",
        columns=(
            Column("card", "text", "last4", is_filterable=True),
            Column(
                "kind",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=lambda: words("gift", "credit"),
            ),
            Column(
                "status",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=lambda: words("active", "depleted", "expired", "void"),
            ),
            Column("recipient", "text", "recipient_name", is_filterable=True, permission="customer.view"),
            Column(
                "trip",
                "text",
                "sold_trip__confirmation_code",
                is_filterable=True,
                is_nullable=True,
                cell=_trip_code,
            ),
            *(Column(key, "money", key) for key in CARD_FIGURES),
            Column("currency", "text", is_filterable=True),
            Column("created_at", "instant", is_sortable=True, is_filterable=True),
            Column("activated_at", "instant", is_filterable=True, is_nullable=True),
            Column("expires_at", "instant", is_filterable=True, is_nullable=True),
        ),
        default_sort="-created_at",
        rows=_cards,
        shape=_shape_cards,
    )
)


def _movements(reader: ListReader) -> "QuerySet[Entry]":
    rows = value_entries()
    return rows if sees_everything(reader) else rows.none()


def _applied(reader: ListReader) -> "QuerySet[Entry]":
    return _movements(reader).filter(kind__in=SPENT)


def _shape_entries(rows: Sequence["Entry"], _reader: ListReader) -> list[dict[str, object]]:
    codes = card_rows.masked_codes(ids=[row.owner_id for row in rows if row.owner_id])
    trips = trips_of(row.trip_id for row in rows)
    return [
        {
            "id": row.pk,
            "at": row.at,
            "card": codes.get(row.owner_id or 0),
            "value": "paid" if row.account in _PAID else "given",
            "kind": row.kind,
            "trip": trips.get(row.trip_id or 0),
            "amount": row.amount,
            "applied_amount": -row.amount,
            "currency": row.currency,
        }
        for row in rows
    ]


_VALUE: Final = Case(When(account__in=_PAID, then=Value("paid")), default=Value("given"))
_OF_ENTRIES: Final = (
    Column("at", "instant", is_sortable=True, is_filterable=True, is_groupable=True),
    Column("card", "text", "owner_id"),
    Column("card_id", "number", "owner_id", is_filterable=True, is_exported=False),
    Column(
        "value",
        "choice",
        _VALUE,
        is_filterable=True,
        is_groupable=True,
        options=lambda: words("paid", "given"),
    ),
    Column("trip", "text", "trip_id", cell=_trip_code),
)
GIFT_CARD_MOVEMENTS: Final = register(
    Listing(
        name="giftCardMovements",
        permission="report.finance",
        columns=(
            *_OF_ENTRIES,
            Column(
                "kind",
                "choice",
                is_filterable=True,
                is_groupable=True,
                options=lambda: words(*ON_CARD, *SPENT, *LAPSED, *TAKEN_OFF),
            ),
            Column("amount", "money", is_filterable=True),
            Column("currency", "text", is_filterable=True),
        ),
        default_sort="-at",
        rows=_movements,
        shape=_shape_entries,
    )
)
APPLIED_CARDS: Final = register(
    Listing(
        name="giftCardsApplied",
        permission="report.finance",
        columns=(
            *_OF_ENTRIES,
            Column("kind", "choice", is_filterable=True, is_groupable=True, options=lambda: words(*SPENT)),
            Column("applied_amount", "money", Value(0) - F("amount"), is_filterable=True),
            Column("currency", "text", is_filterable=True),
        ),
        default_sort="-at",
        rows=_applied,
        shape=_shape_entries,
    )
)
