"""
Lists of sold trips as reports read them (domain.md 4.27): what each came to, who owes, what came back.

Gross is what tickets, add-ons and products cost; a gift card that is sold is money owed to whoever
has it, and no sale. Net is gross less discounts and what staff took off or put on.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce

from outfitter.db.column_types import money
from outfitter.db.lists import Column, Condition, Listing, ListReader, register
from outfitter_tenants.trips import report_columns as shared
from outfitter_tenants.trips.lists import TRIPS
from outfitter_tenants.trips.models import PriceLine, Trip
from outfitter_tenants.trips.rules.amounts_due import CUSTOMER_OWES

RECOVERED: Final = ("link", "assisted", "organic")


def lines_of_trip(*, of: str = "pk", what: str = "amount", **filters: object) -> Coalesce:
    """Return the sum over a trip's live price lines that these filters keep, as an expression."""
    rows = PriceLine.objects.filter(trip_id=OuterRef(of), voided_at__isnull=True, **filters)
    found = rows.order_by().values("trip_id").annotate(found=Sum(what)).values("found")
    return Coalesce(Subquery(found), Value(0), output_field=money())


# Hardly any trip has one: the others are not asked.
GIFT_CARDS: Final = Case(
    When(has_gift_cards=True, then=lines_of_trip(kind="gift_card")), default=Value(0), output_field=money()
)
GROSS: Final = F("subtotal_amount") - GIFT_CARDS
NET: Final = GROSS + F("discount_amount")
RECOVERED_KIND: Final = KT("conversion__recovered_kind")
RECOVERED_BY: Final = Cast(KT("conversion__recovered_by"), IntegerField())


def _is_past(condition: Condition, reader: ListReader) -> Q:
    is_wanted = condition.value is (condition.op == "eq")
    past = Q(first_start_at__lt=reader.at)
    return past if is_wanted else ~past | Q(first_start_at__isnull=True)


def _is_returning(condition: Condition, _reader: ListReader) -> Q:
    is_wanted = condition.value is (condition.op == "eq")
    return Q(RETURNS) if is_wanted else ~Q(RETURNS)


# Whether the customer had booked something before.
RETURNS: Final = Exists(
    Trip.objects.filter(
        customer_id=OuterRef("customer_id"), status__in=shared.SOLD, reserved_at__lt=OuterRef("reserved_at")
    )
)
_PRIVATE: Final = frozenset({"contact", "email", "phone"})
_FIGURES: Final[dict[str, Combinable]] = {
    "gross_amount": GROSS,
    "net_amount": NET,
    "gift_card_amount": GIFT_CARDS,
    "subtotal_amount": F("subtotal_amount"),
    "discount_amount": F("discount_amount"),
    "fee_amount": F("fee_amount") + F("booking_fee_amount"),
    "tax_amount": F("tax_amount"),
    "tip_amount": F("tip_amount"),
    "commission_amount": F("commission_amount"),
}


def _own_columns() -> tuple[Column, ...]:
    kept = tuple(
        replace(one, permission=shared.OF_CUSTOMERS) if one.key in _PRIVATE else one for one in TRIPS.columns
    )
    return (
        *kept,
        *shared.of_sellers(),
        Column(
            "customer",
            "lookup",
            "customer_id",
            is_filterable=True,
            is_nullable=True,
            is_exported=False,
            permission=shared.OF_CUSTOMERS,
        ),
        Column("is_past", "bool", "pk", is_filterable=True, match=_is_past, is_exported=False),
        Column("is_returning", "bool", RETURNS, is_filterable=True, match=_is_returning, is_exported=False),
        Column(
            "customer_since",
            "instant",
            "customer__first_trip_at",
            is_filterable=True,
            is_nullable=True,
            is_exported=False,
        ),
        *(Column(key, "money", source, is_filterable=True) for key, source in _FIGURES.items()),
        Column("currency", "text", is_filterable=True),
    )


def _rows(reader: ListReader) -> "QuerySet[Any]":
    return TRIPS.rows(reader).filter(status__in=shared.SOLD)


def _shape(rows: Sequence[Any], reader: ListReader) -> list[dict[str, Any]]:
    about = shared.describe(rows)
    gift_cards = _gift_cards_of(rows)
    return [
        {
            **summary,
            "about": about[trip.pk],
            "gross_amount": trip.subtotal_amount - gift_cards.get(trip.pk, 0),
            "net_amount": trip.subtotal_amount + trip.discount_amount - gift_cards.get(trip.pk, 0),
            "gift_card_amount": gift_cards.get(trip.pk, 0),
            "subtotal_amount": trip.subtotal_amount,
            "discount_amount": trip.discount_amount,
            "fee_amount": trip.fee_amount + trip.booking_fee_amount,
            "tax_amount": trip.tax_amount,
            "tip_amount": trip.tip_amount,
            "commission_amount": trip.commission_amount,
            "recovered_kind": (trip.conversion or {}).get("recovered_kind"),
            "recovered_by": (trip.conversion or {}).get("recovered_by"),
        }
        for trip, summary in zip(rows, TRIPS.shape(rows, reader), strict=True)
    ]


def _gift_cards_of(rows: Sequence[Any]) -> dict[int, int]:
    ids = [trip.pk for trip in rows if trip.has_gift_cards]
    if not ids:
        return {}
    lines = PriceLine.objects.filter(trip_id__in=ids, voided_at__isnull=True, kind="gift_card")
    return dict(lines.order_by().values_list("trip_id").annotate(Sum("amount")))


SALES: Final = register(
    Listing(
        name="tripSales",
        permission=shared.PERMISSION,
        columns=_own_columns(),
        default_sort="-reserved_at",
        rows=_rows,
        shape=_shape,
        search=TRIPS.search,
    )
)


def _underpaid(reader: ListReader) -> "QuerySet[Any]":
    found: QuerySet[Any] = _rows(reader).annotate(owed=CUSTOMER_OWES).filter(owed__gt=0)
    return found


UNDERPAID: Final = register(replace(SALES, name="tripsUnderpaid", rows=_underpaid))

TAX: Final = lines_of_trip(kind="tax", amount__gt=0)
TAX_BASE: Final = lines_of_trip(what="base_amount", kind="tax", amount__gt=0)
EXEMPT_BASE: Final = lines_of_trip(what="base_amount", kind="tax", amount__lte=0)
_TAX_LINES: Final = PriceLine.objects.filter(trip_id=OuterRef("pk"), kind="tax", voided_at__isnull=True)


def _shape_taxable(rows: Sequence[Any], reader: ListReader) -> list[dict[str, Any]]:
    lines = PriceLine.objects.filter(trip_id__in=[row.pk for row in rows], kind="tax", voided_at__isnull=True)
    taxed, waived = Q(amount__gt=0), Q(amount__lte=0)
    sums = (
        lines.order_by()
        .values_list("trip_id")
        .annotate(
            tax=Sum("amount", filter=taxed, default=0),
            base=Sum("base_amount", filter=taxed, default=0),
            exempt=Sum("base_amount", filter=waived, default=0),
        )
    )
    of_trip = {trip_id: found for trip_id, *found in sums}
    found = _shape(rows, reader)
    for row in found:
        row["tax_amount"], row["base_amount"], row["exempt_amount"] = of_trip[row["id"]]
    return found


# All taxes on a trip, those its prices hold too.
TAXABLE: Final = register(
    replace(
        SALES,
        name="tripsTaxable",
        permission="report.finance",
        rows=lambda reader: _rows(reader).filter(Exists(_TAX_LINES)),
        shape=_shape_taxable,
        columns=(
            *(one for one in SALES.columns if one.key != "tax_amount"),
            Column("base_amount", "money", TAX_BASE, is_filterable=True),
            Column("exempt_amount", "money", EXEMPT_BASE, is_filterable=True),
            Column("tax_amount", "money", TAX, is_filterable=True),
        ),
    )
)

CONVERTED: Final = register(
    replace(
        SALES,
        name="tripsConverted",
        rows=lambda reader: _rows(reader).filter(conversion__has_key="recovered_kind"),
        columns=(
            *SALES.columns,
            Column(
                "recovered_kind",
                "choice",
                RECOVERED_KIND,
                is_filterable=True,
                options=lambda: shared.words(*RECOVERED),
            ),
            Column("recovered_by", "lookup", RECOVERED_BY, is_filterable=True, is_nullable=True),
        ),
    )
)
