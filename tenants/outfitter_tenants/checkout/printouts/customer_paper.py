"""What the papers of a trip have in common: who reads them, and how a browser gets them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.http import HttpResponse

from outfitter.accounts import business_profile
from outfitter.db.tenant_schema import current_schema
from outfitter.pdf.recipient import Recipient
from outfitter_tenants.people import queries as people


def recipient_of(trip: Mapping[str, Any], *, words: Path) -> Recipient:
    """
    Return the customer of a trip as the reader of a paper.

    :param trip: TripFull, of which the contact's language and the currency count
    :param words: the folder of the paper's sentences
    """
    properties = people.get_properties()
    business = business_profile.get_business(schema_name=current_schema())
    return Recipient(
        words,
        locale=trip["contact"]["locale"] or properties.locale,
        time_zone=properties.time_zone,
        currency=trip["currency"],
        operator=business.name,
        country=business.country,
    )


def pdf_answer(made: bytes, name: str) -> HttpResponse:
    """Return a PDF that a browser shows and no cache keeps; `name` is what it is saved as."""
    response = HttpResponse(made, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response
