"""Places on waiting lists of one person: told to them, and made nobody's (ADR 13)."""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from outfitter_tenants.waitlist.models import WaitlistEntry
from outfitter_tenants.waitlist.queries import IN_LINE


def entries_of(*, emails: Collection[str], trip_ids: Collection[int] = ()) -> list[WaitlistEntry]:
    """Return the places that these addresses took, or that became these trips, oldest first."""
    return list(_theirs(emails, trip_ids).order_by("pk"))


def lock_in_line_of(*, emails: Collection[str]) -> list[int]:
    """Lock the places of these addresses that are still in line, before any trip; returns them."""
    rows = _theirs(emails, ()).filter(status__in=IN_LINE)
    return list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))


def forget(*, entry_ids: Collection[int]) -> None:
    """Take off places that are in line no more who had them; the party and what became of it stay."""
    rows = WaitlistEntry.objects.filter(pk__in=entry_ids).exclude(status__in=IN_LINE)
    rows.update(first_name="", last_name="", email="", phone=None)


def _theirs(emails: Collection[str], trip_ids: Collection[int]) -> QuerySet[WaitlistEntry]:
    found = Q(trip_id__in=trip_ids)
    for email in emails:
        found |= Q(email__iexact=email)
    return WaitlistEntry.objects.filter(found)
