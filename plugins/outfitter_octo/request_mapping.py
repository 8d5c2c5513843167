"""What a request says, in the platform's words."""

from outfitter.sdk import channels
from outfitter.sdk.channels import BookingDetails, BookingKey, UnitRequest
from outfitter_octo.contact_mapping import parse_contact
from outfitter_octo.errors import unprocessable
from outfitter_octo.request_context import RequestContext
from outfitter_octo.requests import ContactBody, UnitItemBody, parse_unit_uuids


def parse_units(items: list[UnitItemBody] | None) -> tuple[UnitRequest, ...] | None:
    """
    Return the units of a request, None when it does not speak of them.

    :raises Refused: there are none, or a uuid comes twice
    """
    if items is None:
        return None
    if not items:
        raise unprocessable("unitItems must have at least 1 item")
    return tuple(
        UnitRequest(
            unit_id=item.unitId,
            uuid=uuid,
            reference=item.resellerReference,
            contact=parse_contact(item.contact) if item.contact else None,
        )
        for item, uuid in zip(items, parse_unit_uuids(items), strict=True)
    )


def parse_details(
    asked: RequestContext,
    key: BookingKey,
    contact: ContactBody | None,
    reference: str | None,
    notes: str | None,
) -> BookingDetails:
    """Return what a request says about a booking that is there; a part of a contact adds to it."""
    found = None
    if contact is not None and contact.model_fields_set:
        found = parse_contact(contact, channels.booking(asked.connection, key).contact)
    return BookingDetails(contact=found, notes=notes, channel_reference=reference, locale=locale_of(contact))


def locale_of(contact: ContactBody | None) -> str | None:
    """Return the first language of a guest."""
    return contact.locales[0] if contact and contact.locales else None
