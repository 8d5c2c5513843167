"""Reads of money that moved."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db.models import BigIntegerField, F, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from outfitter.db.statements import Param, Statement
from outfitter.kit.currencies import chargeable_unit
from outfitter.kit.errors import NotFound
from outfitter_tenants.ledger.models import Entry, Intent, Payment
from outfitter_tenants.ledger.queries.intents import MOVING
from outfitter_tenants.pricing.rules.refund_plan import Paid
from outfitter_tenants.pricing.rules.tabs import TabPayment

# Asked for and not refused: this money is as good as given back.
WAITING = ("pending", "pending_funds")


def list_payments(*, trip_id: int) -> list[Payment]:
    """Return a trip's payments and refunds, oldest first."""
    return PAYMENTS_OF_TRIP.all(trip_id=trip_id)


PAYMENTS_OF_TRIP: Final = Statement(
    lambda: Payment.objects.filter(trip_id=Param("trip_id")).order_by("received_at", "id")
)


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
        raise PaymentNotFound("Payment not found on this trip.")
    return row


def read_payment(*, payment_id: int) -> Payment:
    """
    Return one payment whichever trip it is of: the caller checks the reach.

    :raises PaymentNotFound: there is none
    """
    rows = Payment.objects.select_related("intent").filter(kind="payment", pk=payment_id)
    row = rows.first()
    if row is None:
        raise PaymentNotFound("Payment not found.")
    return row


def tips_of_trip(*, trip_id: int) -> dict[int, dict[int | None, int]]:
    """Return who has what of each payment's tip, in minor units; None is nobody yet."""
    rows = Entry.objects.filter(account="tip", trip_id=trip_id).annotate(
        paid_by=Coalesce(
            Subquery(
                Payment.objects.filter(pk=OuterRef("posting__payment_id")).values("parent_payment_id")[:1]
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


def covered_of_trip(*, trip_id: int) -> list[TabPayment]:
    """Return what of a trip was paid for whom, without tips and what went back."""
    rows = Payment.objects.filter(trip_id=trip_id, kind="payment", status__in=["succeeded", "disputed"])
    return [
        TabPayment(
            row.amount - row.tip_amount - (row.refunded_amount - row.refunded_tip_amount),
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


def find_waiting_refund(*, refund_id: int) -> Payment | None:
    """Return a refund that was promised and not yet given."""
    rows = Payment.objects.select_related("intent").filter(kind="refund", status__in=WAITING)
    return rows.filter(pk=refund_id).first()


def trip_of_payment(*, payment_id: int) -> int:
    """
    Return the trip of a payment or refund.

    :raises PaymentNotFound: there is none
    """
    trip_id = Payment.objects.filter(pk=payment_id).values_list("trip_id", flat=True).first()
    if trip_id is None:
        raise PaymentNotFound("Payment not found.")
    return trip_id


def get_refund(*, refund_id: int, trip_id: int) -> Payment:
    """
    Return one refund of one trip, with the payment it is of.

    :raises PaymentNotFound: it is of another trip, is a payment, or none
    """
    rows = Payment.objects.select_related("parent_payment").filter(kind="refund", trip_id=trip_id)
    row = rows.filter(pk=refund_id).first()
    if row is None:
        raise PaymentNotFound("Refund not found on this trip.")
    return row


def list_by_request(*, request_key: str) -> list[Payment]:
    """Return what a request has made already, when it was sent before."""
    rows = Payment.objects.filter(request_key__startswith=f"{request_key}#")
    return list(rows.order_by("pk"))


def was_taken(*, request_key: str) -> bool:
    """Return whether a request has taken its money already, when it was sent before."""
    return Payment.objects.filter(request_key=request_key).exists()


def promised_refunds(*, until: datetime, limit: int, after: int = 0) -> list[Payment]:
    """Return refunds of before `until` that a gateway or a reader has still to make."""
    rows = Payment.objects.filter(
        kind="refund", status__in=WAITING, gateway_refund_id__isnull=True, created_at__lt=until, pk__gt=after
    )
    return list(rows.order_by("pk")[:limit])


def list_at_reader(*, reader_id: str) -> list[Payment]:
    """Return the refunds that a reader was asked to make and whose end we do not know."""
    rows = Payment.objects.filter(kind="refund", status__in=WAITING, route="terminal")
    return list(rows.filter(reader=reader_id).order_by("pk"))


def has_waiting_funds(*, trip_id: int) -> bool:
    """Return whether a refund of a trip waits for the gateway's balance."""
    rows = Payment.objects.filter(trip_id=trip_id, kind="refund", status="pending_funds")
    return rows.exists()


def has_failed_refund(*, trip_id: int) -> bool:
    """Return whether a refund of a trip did not go through, and nobody has dealt with it."""
    rows = Payment.objects.filter(trip_id=trip_id, kind="refund", status__in=["failed", "reversed"])
    return rows.filter(replaced_by__isnull=True).exists()


def find_refund_by_gateway(*, gateway_refund_id: str) -> Payment | None:
    """Return a refund by the gateway's id."""
    return Payment.objects.filter(kind="refund", gateway_refund_id=gateway_refund_id).first()


def find_refund(*, refund_id: int) -> Payment | None:
    """Return a refund by our id."""
    return Payment.objects.filter(kind="refund", pk=refund_id).first()


def list_refundable(*, trip_id: int) -> list[tuple[Payment, int]]:
    """Return a trip's payments, newest first, with what of each has not gone back yet."""
    rows = Payment.objects.select_related("intent").filter(
        trip_id=trip_id, kind="payment", status="succeeded"
    )
    return [
        (row, left)
        for row in rows.order_by("-received_at", "-pk")
        if (left := row.amount - row.refunded_amount - row.reversed_amount) > 0
    ]


def refundable_payments(*, trip_id: int) -> list[Paid]:
    """Return the payments of a trip with what of each was not given back or promised yet."""
    return refundable_payments_of(trip_ids=[trip_id]).get(trip_id, [])


def refundable_payments_of(*, trip_ids: Collection[int]) -> dict[int, list[Paid]]:
    """Return the same for several trips, by trip, in one statement."""
    rows = Payment.objects.select_related("intent").filter(
        trip_id__in=trip_ids, kind="payment", status__in=["succeeded", "disputed"]
    )
    found: dict[int, list[Paid]] = {}
    for row in rows.order_by("pk"):
        found.setdefault(row.trip_id, []).append(paid_of(row))
    return found


def paid_of(row: Payment) -> Paid:
    """Return a payment as a plan of a refund sees it."""
    return Paid(
        row.pk,
        row.method,
        max(0, row.amount - row.refunded_amount - row.reversed_amount),
        is_at_gateway=row.intent is not None and row.intent.gateway_id is not None,
        is_disputed=row.status == "disputed",
        tip_amount=row.tip_amount - row.refunded_tip_amount - row.reversed_tip_amount,
        is_terminal_only=row.is_terminal_only,
        amount=row.amount,
        fee_amount=row.fee.get("processing_amount", 0),
        unit=chargeable_unit(row.currency),
    )


def unsettled_trips(*, trip_ids: Collection[int]) -> set[int]:
    """Return the trips whose money is on its way in this moment, to us or back."""
    coming = Intent.objects.filter(trip_id__in=trip_ids, kind="payment", status__in=MOVING)
    going = Payment.objects.filter(trip_id__in=trip_ids, kind="refund", status__in=WAITING)
    ids = [*coming.values_list("trip_id", flat=True), *going.values_list("trip_id", flat=True)]
    return {trip_id for trip_id in ids if trip_id is not None}


def promised_back(*, trip_id: int) -> int:
    """Return what of a trip's price is on its way back, tips aside, in minor units."""
    rows = Payment.objects.filter(trip_id=trip_id, kind="refund", status__in=WAITING)
    return rows.aggregate(n=Sum(F("amount") - F("tip_amount")))["n"] or 0


def reasons_of_refunds(*, intent_id: int) -> list[str]:
    """Return why what an intent brought in went back, or is on its way back; none: it is kept."""
    rows = Payment.objects.filter(parent_payment__intent_id=intent_id, kind="refund")
    found = rows.exclude(status="failed").values_list("reason", flat=True)
    return [reason or "" for reason in found]
