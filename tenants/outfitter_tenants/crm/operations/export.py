"""All about one person, for that person (GDPR articles 15 and 20): JSON and a page to read."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError
from outfitter_tenants.audit.operations import record
from outfitter_tenants.crm import export_page, personal_data_export
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.people import queries as people

# A person has dozens of trips. Somebody with more than this is an agency, and asks for reports.
MAX_TRIPS: Final = 2_000


class TooMuch(DomainError):
    """More trips than one download holds."""

    code = "export_too_large"
    status = 409


def export_person(*, customer_id: int, operator: str, at: datetime) -> tuple[str, bytes]:
    """
    Return a file name and a zip with `data.json`, `index.html` and signed waivers about one person.

    Words are in the person's language, where the back office has it.

    :raises CustomerNotFound: there is no such customer
    :raises TooMuch: more than two thousand trips
    """
    with atomic():
        row = customers.get_customer(customer_id=customer_id)
        everyone = [row.pk, *customers.list_merged_ids(customer_id=row.pk)]
        data = personal_data_export.collect(customer_ids=everyone, max_trips=MAX_TRIPS + 1)
        if len(data["trips"]) > MAX_TRIPS:
            raise TooMuch("This customer has too many trips for one file.", max=MAX_TRIPS)
        data["about"] = {"operator": operator, "exported_at": at.isoformat()}
        record(entity_type="customer", entity_id=row.pk, action="customer.exported", at=at)
    zone = people.get_properties().time_zone
    page = export_page.render(data, locale=row.locale, zone=zone)
    # Printed outside of the transaction: the first copy of a waiver takes a moment.
    papers = personal_data_export.papers(customer_ids=everyone)
    return f"customer-{row.pk}.zip", _zip(data, page, papers, at)


def _zip(data: dict[str, object], page: str, papers: Mapping[str, bytes], at: datetime) -> bytes:
    files: Sequence[tuple[str, str | bytes]] = [
        ("index.html", page),
        ("data.json", json.dumps(data, ensure_ascii=False, indent=2, sort_keys=False)),
        *papers.items(),
    ]
    made = (at.year, at.month, at.day, at.hour, at.minute, at.second)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files:
            archive.writestr(zipfile.ZipInfo(name, made), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
