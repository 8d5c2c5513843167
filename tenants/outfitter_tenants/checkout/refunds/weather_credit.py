"""Store credit because of the weather, where the policy of an order rules it out (domain.md 4.11)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from outfitter.kit.errors import DomainError
from outfitter_tenants.checkout.refunds import preview_tokens
from outfitter_tenants.checkout.sale_terms import order_terms

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip, TripOrder


class WeatherCreditNotAllowed(DomainError):
    """The policy this was booked under gives money back for the weather, not store credit."""

    code = "weather_credit_not_allowed"
    status = 422


TEXT = "Under this cancellation policy, guests can't get store credit for weather. Refund the money instead."


def refuse_barred(orders: "Iterable[TripOrder]", *, reason: str, is_credit: bool) -> None:
    """
    Refuse store credit because of the weather for orders whose policy does not allow it.

    :raises WeatherCreditNotAllowed: it is asked for, and one of them does not
    """
    if reason != "weather" or not is_credit:
        return
    policies = [(order.pk, order_terms.cancellation_policy_of(order)) for order in orders]
    barred = [pk for pk, policy in policies if policy and not policy.is_weather_credit_allowed]
    if barred:
        raise WeatherCreditNotAllowed(TEXT, trip_order_ids=barred)


def refuse_barred_refund(trip: "Trip", *, reason: str, is_credit: bool, token: str | None = None) -> None:
    """
    Refuse it for money of a trip: for orders that the weather canceled, or else for all of them.

    A preview (`token`) that asked for the same has looked at the very orders already.

    :raises WeatherCreditNotAllowed: it is asked for, and one of them does not allow it
    """
    if reason != "weather" or not is_credit:
        return
    shown = preview_tokens.read(token) if token is not None else {}
    if shown.get("reason") == reason and shown.get("as"):
        return
    rows = list(trip.orders.order_by("id"))
    refuse_barred(
        [row for row in rows if row.cancel_reason == "weather"] or rows, reason=reason, is_credit=True
    )
