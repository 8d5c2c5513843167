"""Reads of addresses that ask somebody to pay."""

from datetime import datetime

from outfitter.kit.errors import NotFound
from outfitter_tenants.ledger.models import Payment, PaymentLink


class PaymentLinkNotFound(NotFound):
    """No such request for money."""


def get_link(*, link_id: int) -> PaymentLink:
    """
    Return one request for money.

    :raises PaymentLinkNotFound: there is none
    """
    row = PaymentLink.objects.filter(pk=link_id).first()
    if row is None:
        raise PaymentLinkNotFound("Payment link not found.")
    return row


def links_of_trip(*, trip_id: int) -> list[PaymentLink]:
    """Return the requests for money about a trip, the newest first."""
    return list(PaymentLink.objects.filter(trip_id=trip_id).order_by("-pk"))


def unwritten_balance_link(*, trip_id: int, amount: int, expires_at: datetime, at: datetime) -> PaymentLink:
    """Return the request that somebody would get who paid what is left of a trip: no row, no id."""
    return PaymentLink(
        trip_id=trip_id, amount_mode="balance", sent_amount=amount, expires_at=expires_at, created_at=at
    )


def payments_by_device(*, trip_id: int, prefix: str) -> list[Payment]:
    """Return the payments of a trip that were made through something, the oldest first."""
    rows = Payment.objects.filter(
        trip_id=trip_id,
        kind="payment",
        intent__device__startswith=prefix,
        status__in=["succeeded", "disputed"],
    )
    return list(rows.order_by("pk"))
