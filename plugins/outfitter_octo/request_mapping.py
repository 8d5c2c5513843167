"""What a request says, in the platform's words."""

from outfitter.sdk import channels
from outfitter.sdk.channels import Key, Said, WantedUnit
from outfitter_octo.contact_mapping import contact_of
from outfitter_octo.errors import unprocessable
from outfitter_octo.request_context import Asked
from outfitter_octo.requests import ContactBody, UnitItemBody, uuids_of


def units_of(items: list[UnitItemBody] | None) -> tuple[WantedUnit, ...] | None:
    """
    Return the units of a request, None when it does not speak of them.

    :raises Refused: there are none, or a uuid comes twice
    """
    if items is None:
        return None
    if not items:
        raise unprocessable("unitItems must have at least 1 item")
    return tuple(
        WantedUnit(
            unit_id=item.unitId,
            uuid=uuid,
            reference=item.resellerReference,
            contact=contact_of(item.contact) if item.contact else None,
        )
        for item, uuid in zip(items, uuids_of(items), strict=True)
    )


def said_of(
    asked: Asked, key: Key, contact: ContactBody | None, reference: str | None, notes: str | None
) -> Said:
    """Return what a request says about a booking that is there; a part of a contact adds to it."""
    found = None
    if contact is not None and contact.model_fields_set:
        found = contact_of(contact, channels.booking(asked.connection, key).contact)
    return Said(contact=found, notes=notes, channel_reference=reference, locale=locale_of(contact))


def locale_of(contact: ContactBody | None) -> str | None:
    """Return the first language of a guest."""
    return contact.locales[0] if contact and contact.locales else None
