"""Reads of money that moved."""

from collections.abc import Collection

from django.db.models import BigIntegerField, F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from outfitter.kit.errors import NotFound
from outfitter_tenants.ledger.models import Entry, Intent, Payment
from outfitter_tenants.ledger.queries.intents import MOVING
from outfitter_tenants.pricing.refunding import Paid
from outfitter_tenants.pricing.tab import Covering

# Asked for and not refused: this money is as good as given back.
_GIVEN = ("pending", "succeeded")


def list_payments(*, trip_id: int) -> list[Payment]:
    """Return a trip's payments and refunds, oldest first."""
    return list(Payment.objects.filter(trip_id=trip_id).order_by("received_at", "id"))


class PaymentNotFound(NotFound):
    """No such payment on this trip."""


def get_payment(*, payment_id: int, trip_id: int) -> Payment:
    """
    Return one payment of one trip, with what it was taken by.

    :raises PaymentNotFound: it is of another trip, is a refund, or none
    """
    rows = Payment.objects.select_related("intent").filter(kind="payment", trip_id=trip_id)
    row = rows.filter(pk=payment_id).first()
    if row is None:
        raise PaymentNotFound("There is no such payment on this trip.")
    return row


def tips_of_trip(*, trip_id: int) -> dict[int, dict[int | None, int]]:
    """Return who has what of each payment's tip, in minor units; None is nobody yet."""
    rows = Entry.objects.filter(account="tip", trip_id=trip_id).annotate(
        paid_by=Coalesce(
            Subquery(
                Payment.objects.filter(pk=OuterRef("posting__payment_id")).values(
                    "parent_payment_id"
                )[:1]
            ),
            F("posting__payment_id"),
            output_field=BigIntegerField(),
        )
    )
    found: dict[int, dict[int | None, int]] = {}
    sums = rows.values_list("paid_by", "owner_id").annotate(n=Sum("amount"))
    for payment_id, owner, amount in sums.order_by("paid_by", "owner_id"):
        if amount:
            found.setdefault(payment_id, {})[owner] = amount
    return found


def covered_of_trip(*, trip_id: int) -> list[Covering]:
    """Return what of a trip was paid for whom, without tips and what went back."""
    rows = Payment.objects.filter(
        trip_id=trip_id, kind="payment", status__in=["succeeded", "disputed"]
    ).annotate(
        back=Coalesce(Sum("refunds__amount", filter=Q(refunds__status__in=_GIVEN)), 0),
        tip_back=Coalesce(Sum("refunds__tip_amount", filter=Q(refunds__status__in=_GIVEN)), 0),
    )
    return [
        Covering(
            row.amount - row.tip_amount - (row.back - row.tip_back),
            tuple(row.covered_booking_ids),
        )
        for row in rows.order_by("pk")
    ]


def list_payments_of(*, trip_ids: Collection[int]) -> dict[int, list[Payment]]:
    """Return the payments of several trips, oldest first, by trip."""
    found: dict[int, list[Payment]] = {}
    for row in Payment.objects.filter(trip_id__in=trip_ids).order_by("pk"):
        found.setdefault(row.trip_id, []).append(row)
    return found


def find_pending_refund(*, payment_id: int) -> Payment | None:
    """Return a refund that was promised and not yet given."""
    rows = Payment.objects.select_related("intent").filter(kind="refund", status="pending")
    return rows.filter(pk=payment_id).first()


def has_failed_refund(*, trip_id: int) -> bool:
    """Return whether a refund of a trip was refused for good."""
    return Payment.objects.filter(trip_id=trip_id, kind="refund", status="failed").exists()


def find_refund_by_gateway(*, gateway_refund_id: str) -> Payment | None:
    """Return a refund by the gateway's id."""
    return Payment.objects.filter(kind="refund", gateway_refund_id=gateway_refund_id).first()


def list_refundable(*, trip_id: int) -> list[tuple[Payment, int]]:
    """Return a trip's payments, newest first, with what of each has not gone back yet."""
    rows = list_payments(trip_id=trip_id)
    back: dict[int, int] = {}
    for row in rows:
        if row.kind == "refund" and row.status != "failed":
            back[row.parent_payment_id or 0] = back.get(row.parent_payment_id or 0, 0) + row.amount
    kept = [
        (row, row.amount - back.get(row.pk, 0))
        for row in reversed(rows)
        if row.kind == "payment" and row.status in {"succeeded", "disputed"}
    ]
    return [(row, left) for row, left in kept if left > 0]


def refundable_payments(*, trip_id: int) -> list[Paid]:
    """Return the payments of a trip with what of each was not given back or promised yet."""
    return refundable_payments_of(trip_ids=[trip_id]).get(trip_id, [])


def refundable_payments_of(*, trip_ids: Collection[int]) -> dict[int, list[Paid]]:
    """Return the same for several trips, by trip, in one statement."""
    rows = (
        Payment.objects.select_related("intent")
        .filter(trip_id__in=trip_ids, kind="payment", status__in=["succeeded", "disputed"])
        .annotate(given=Sum("refunds__amount", filter=Q(refunds__status__in=_GIVEN)))
    )
    found: dict[int, list[Paid]] = {}
    for row in rows.order_by("pk"):
        found.setdefault(row.trip_id, []).append(
            Paid(
                row.pk, row.method, max(0, row.amount - (row.given or 0)),
                is_at_gateway=row.intent is not None and row.intent.gateway_id is not None,
                is_disputed=row.status == "disputed",
            )
        )  # fmt: skip
    return found


def unsettled_trips(*, trip_ids: Collection[int]) -> set[int]:
    """Return the trips whose money is on its way in this moment, to us or back."""
    coming = Intent.objects.filter(trip_id__in=trip_ids, kind="payment", status__in=MOVING)
    going = Payment.objects.filter(trip_id__in=trip_ids, kind="refund", status="pending")
    ids = [*coming.values_list("trip_id", flat=True), *going.values_list("trip_id", flat=True)]
    return {trip_id for trip_id in ids if trip_id is not None}


def promised_back(*, trip_id: int) -> int:
    """Return what was promised back and is still on its way, in minor units."""
    rows = Payment.objects.filter(trip_id=trip_id, kind="refund", status="pending")
    return rows.aggregate(n=Sum("amount"))["n"] or 0
