"""Reads of held amounts, and of whom a gateway keeps cards for."""

from typing import Final

from outfitter.db.statements import Param, Statement
from outfitter.kit.errors import NotFound
from outfitter_tenants.ledger.models import GatewayCustomer, PaymentHold


class PaymentHoldNotFound(NotFound):
    """No such held amount here."""


def get_hold(*, hold_id: int) -> PaymentHold:
    """
    Return one held amount with its intent.

    :raises PaymentHoldNotFound: there is none
    """
    row = PaymentHold.objects.select_related("intent").filter(pk=hold_id).first()
    if row is None:
        raise PaymentHoldNotFound("Authorization not found.")
    return row


def hold_of_intent(*, intent_id: int) -> PaymentHold | None:
    """Return what an intent holds on a card, None when it takes money at once."""
    return PaymentHold.objects.filter(intent_id=intent_id).first()


def holds_of_trip(*, trip_id: int) -> list[PaymentHold]:
    """Return the amounts held for a trip, the oldest first, with their intents."""
    return HOLDS_OF_TRIP.all(trip_id=trip_id)


HOLDS_OF_TRIP: Final = Statement(
    lambda: PaymentHold.objects.select_related("intent").filter(trip_id=Param("trip_id")).order_by("pk")
)


def wanted_holds(*, limit: int, after: int = 0) -> list[PaymentHold]:
    """Return held amounts of which something is wanted that the gateway has not done yet."""
    rows = PaymentHold.objects.filter(status="authorized", wanted_amount__isnull=False, pk__gt=after)
    return list(rows.order_by("pk")[:limit])


def live_holds(*, trip_id: int) -> list[PaymentHold]:
    """Return the amounts that are held for a trip now and that nobody wants anything of yet."""
    rows = PaymentHold.objects.filter(trip_id=trip_id, status="authorized")
    rows = rows.select_related("intent")
    return list(rows.filter(wanted_amount__isnull=True).order_by("pk"))


def find_gateway_customer(*, gateway: str, owner_kind: str, owner_id: int) -> str | None:
    """Return under which id a gateway keeps somebody's cards."""
    rows = GatewayCustomer.objects.filter(gateway=gateway, owner_kind=owner_kind, owner_id=owner_id)
    return rows.values_list("gateway_customer_id", flat=True).first()


def find_owner(*, gateway: str, gateway_customer_id: str) -> tuple[str, int] | None:
    """Return whose cards a gateway keeps under an id: customer or reseller, and our id."""
    rows = GatewayCustomer.objects.filter(gateway=gateway, gateway_customer_id=gateway_customer_id)
    return rows.values_list("owner_kind", "owner_id").first()
