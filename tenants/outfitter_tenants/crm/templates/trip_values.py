"""What stands for the fields and blocks of a template in a message about a trip."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from outfitter.db.tenant_schema import current_schema
from outfitter.kit import zones
from outfitter.plugins import contexts
from outfitter_tenants.checkout.payment_links import balance_links
from outfitter_tenants.checkout.payment_links.customer_links import is_money_taken
from outfitter_tenants.messaging import subscribers
from outfitter_tenants.messaging.mails import confirmation
from outfitter_tenants.messaging.mails.confirmation import ConfirmationData, ConfirmedOrder, Operator
from outfitter_tenants.messaging.mails.guest_types import in_customers_words
from outfitter_tenants.messaging.mails.trip_fields import subject_variant, trip_fields
from outfitter_tenants.messaging.merge_values import FieldValue, MergeValues
from outfitter_tenants.messaging.mjml.trip_blocks import trip_blocks
from outfitter_tenants.messaging.review_places import review_links
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.messaging.mails.style import Style
    from outfitter_tenants.trips.models import Trip


def values_of_trip(
    trip_id: int,
    order_id: int | None = None,
    *,
    category: str = "custom",
    message_hash: str = "",
    links: Mapping[str, str] | None = None,
    operator: Operator | None = None,
) -> MergeValues:
    """
    Return what a message about a trip says, or about one of its orders.

    :param links: addresses that only the caller knows, by field ("cart.link", "payment.link")
    :raises NotFound: there is no such trip
    """
    told = trip_data(trips.get_trip(trip_id=trip_id))
    who = operator or subscribers.operator_of(contexts.context_for(schema_name=current_schema()))
    return values_of_data(
        told, who, order_id=order_id, category=category, message_hash=message_hash, links=links_of(links)
    )


def trip_data(trip: "Trip") -> ConfirmationData:
    """Return a trip as messages tell it, guest types in the customer's language."""
    told = confirmation.from_payload(in_customers_words(trips.confirmation_of(trip)))
    if trip.balance_due_at is None or told.balance_amount <= 0:
        return told
    zone = people.get_properties().time_zone
    return replace(told, balance_due_on=zones.local_day(trip.balance_due_at, zone))


def values_of_data(
    data: ConfirmationData,
    operator: Operator,
    *,
    order_id: int | None,
    category: str,
    message_hash: str,
    links: Mapping[str, FieldValue],
) -> MergeValues:
    """Return the values of a trip that has been read; `links` as `links_of` brings them."""
    orders = _about(data, order_id)
    fields: dict[str, FieldValue] = {
        **trip_fields(data, operator, orders=orders),
        **_links_of(data, operator),
        **links,
    }
    return MergeValues(
        category,
        fields,
        trip_blocks(data, orders=orders),
        message_hash=message_hash,
        variant=subject_variant(orders),
    )


def links_of(own: Mapping[str, str] | None) -> dict[str, FieldValue]:
    """Return the addresses that a trip does not tell of: the operator's, and those a caller knows."""
    return {**review_links(), **(own or {})}


def _about(data: ConfirmationData, order_id: int | None) -> tuple[ConfirmedOrder, ...]:
    if order_id is None:
        return data.standing
    return tuple(one for one in data.orders if one.id == order_id) or data.standing


def _links_of(data: ConfirmationData, operator: Operator) -> dict[str, FieldValue]:
    page = data.portal_url(operator)

    def payment_page(_style: "Style") -> str:
        """Lead where it is paid at once; where no cards are taken, to the customer's own page."""
        return operator.base_url + balance_links.path_of(data.trip_id) if is_money_taken() else page

    return {
        "payment.link": payment_page if data.balance_amount > 0 else None,
        "waiver.link": f"{operator.base_url}/waiverPortal/{data.hash}",
        "review.link": f"{page}#review",
        # A cart is opened where it was left; whoever plans reminders knows a better address.
        "cart.link": page,
    }
