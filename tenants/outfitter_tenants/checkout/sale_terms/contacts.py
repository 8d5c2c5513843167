"""A customer's phone number as it is stored: in E.164, read with the operator's country."""

import phonenumbers

from outfitter.kit.errors import Invalid
from outfitter_tenants.trips.operations import drafts


def region_of(locale: str) -> str:
    """Return the country whose national phone numbers are meant, from an operator's locale."""
    return locale.replace("_", "-").split("-")[-1].upper()[:2] if "-" in locale else "US"


def clean_contact(contact: drafts.Contact, *, region: str) -> drafts.Contact:
    """
    Return the contact with the phone number in E.164; national numbers count in `region`.

    :raises Invalid: the phone number cannot be one
    """
    phone = clean_phone(contact.phone, region=contact.country or region, name="contact.phone")
    return drafts.Contact(contact.first_name, contact.last_name, contact.email, phone, contact.country)


def clean_phone(phone: str | None, *, region: str, name: str) -> str | None:
    """
    Return a phone number in E.164; a national one counts in `region`. `name` is its field.

    :raises Invalid: it cannot be a phone number
    """
    if not phone:
        return None
    try:
        number = phonenumbers.parse(phone, region)
    except phonenumbers.NumberParseException:
        number = None
    if number is None or not phonenumbers.is_possible_number(number):
        raise Invalid({name: ["Please check this phone number."]})
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
