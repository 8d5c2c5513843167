"""Saved reports, made as their owner makes them."""

from outfitter.db.lists import ListReader
from outfitter.kit.clock import utc_now
from outfitter_tenants.people.defaults import ALL_CODES
from outfitter_tenants.people.models import UserAvatar
from outfitter_tenants.reports.custom_reports import CustomReportDraft, create
from outfitter_tenants.reports.saved_definition import Definition


def make_custom_report(name: str = "Trips of late") -> int:
    """Return the id of a report that the owner saved."""
    owner = UserAvatar.objects.filter(role__slug="owner").earliest("pk")
    reader = ListReader(frozenset(ALL_CODES), "America/New_York", utc_now(), owner.pk)
    draft = CustomReportDraft(name, "trips", Definition(), False, None, ())
    return create(draft=draft, reader=reader, name=owner.name, at=utc_now())
