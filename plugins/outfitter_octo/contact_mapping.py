"""People: the protocol's contacts and the platform's."""

from outfitter.sdk.channels import Contact
from outfitter_octo.requests import ContactBody
from outfitter_octo.types import ContactShape


def parse_contact(said: ContactBody, before: Contact | None = None) -> Contact:
    """Return a contact; what was not said stays as it was before."""
    old = before or Contact()
    first, last = _names(said)
    return Contact(
        first_name=first or old.first_name,
        last_name=last or old.last_name,
        email=said.emailAddress or old.email,
        phone=said.phoneNumber or old.phone,
        country=_country(said.country) or old.country,
        locales=tuple(said.locales) if said.locales is not None else old.locales,
        postal_code=said.postalCode or old.postal_code,
        birth_date=old.birth_date,
        notes=old.notes if said.notes is None else said.notes,
    )


def _names(said: ContactBody) -> tuple[str, str]:
    if said.firstName or said.lastName:
        return said.firstName or "", said.lastName or ""
    # The last word is the family's name: as near as a single field comes.
    first, _, last = (said.fullName or "").strip().rpartition(" ")
    return (first, last) if first else (last, "")


def _country(text: str | None) -> str:
    code = (text or "").strip().upper()
    return code if len(code) == 2 and code.isalpha() and code.isascii() else ""


def serialize_contact(contact: Contact, said: ContactBody | None = None) -> ContactShape:
    """
    Return a contact. What the same request said is told back as it was written.

    The platform may have written a telephone number in another way.
    """
    full = f"{contact.first_name} {contact.last_name}".strip()
    heard = said or ContactBody()
    return {
        "fullName": heard.fullName or full or None,
        "firstName": heard.firstName or contact.first_name or None,
        "lastName": heard.lastName or contact.last_name or None,
        "emailAddress": heard.emailAddress or contact.email or None,
        "phoneNumber": heard.phoneNumber or contact.phone or None,
        "locales": list(contact.locales),
        "postalCode": heard.postalCode or contact.postal_code or None,
        "country": heard.country or contact.country or None,
        "notes": heard.notes or contact.notes or None,
    }
