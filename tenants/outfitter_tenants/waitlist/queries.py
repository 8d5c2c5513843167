"""Reads of the waiting list."""

from collections.abc import Collection
from datetime import datetime
from typing import Final, cast

from django.db.models import Q, QuerySet

from outfitter.kit.errors import NotFound
from outfitter_tenants.waitlist.models import WaitlistEntry
from outfitter_tenants.waitlist.rules.line_order import Departure, Flexibility, WaitingParty

IN_LINE: Final = ("waiting", "offered")


class EntryNotFound(NotFound):
    """No such place on a waiting list here."""


def get_entry(*, entry_id: int) -> WaitlistEntry:
    """
    Return one place on a list.

    :raises EntryNotFound: there is none
    """
    row = WaitlistEntry.objects.filter(pk=entry_id).first()
    if row is None:
        raise EntryNotFound("Waiting list entry not found.")
    return row


def lock_entry(*, entry_id: int) -> WaitlistEntry:
    """
    Lock one place on a list, before any trip and any departure (outfitter.db.locks).

    :raises EntryNotFound: there is none
    """
    row = WaitlistEntry.objects.select_for_update().filter(pk=entry_id).first()
    if row is None:
        raise EntryNotFound("Waiting list entry not found.")
    return row


def lock_waiting(*, departure: Departure, experience_id: int) -> list[WaitlistEntry]:
    """Lock whoever waits and would go with a departure, in the order of their ids."""
    rows = _wanting(departure, experience_id).filter(status="waiting")
    return list(rows.select_for_update().order_by("pk"))


def lock_in_line(*, departure: Departure, experience_id: int) -> list[WaitlistEntry]:
    """Lock whoever waits or has an offer and would go with a departure, in the order of their ids."""
    rows = _wanting(departure, experience_id).filter(status__in=IN_LINE)
    return list(rows.select_for_update().order_by("pk"))


def list_in_line(*, departure: Departure, experience_id: int) -> list[WaitlistEntry]:
    """Return who waits or has an offer and would go with a departure, whose turn it is first."""
    rows = _wanting(departure, experience_id).filter(status__in=IN_LINE)
    return list(rows.order_by("position", "pk"))


def count_in_line(*, timeslot_id: int) -> int:
    """Return how many parties asked for this departure and are in line."""
    return WaitlistEntry.objects.filter(timeslot_id=timeslot_id, status__in=IN_LINE).count()


def find_in_line(*, timeslot_id: int, email: str) -> WaitlistEntry | None:
    """Return the place that an address has in line for a departure; None when it has none."""
    rows = WaitlistEntry.objects.filter(timeslot_id=timeslot_id, email__iexact=email, status__in=IN_LINE)
    return rows.first()


def list_of_reseller(*, reseller_id: int, created_by: int | None = None) -> list[WaitlistEntry]:
    """Return the places in line that a partner's agents took, the newest first; or one agent's alone."""
    rows = WaitlistEntry.objects.filter(reseller_id=reseller_id, status__in=IN_LINE)
    if created_by is not None:
        rows = rows.filter(created_by=created_by)
    return list(rows.order_by("-pk")[:200])


def list_waiting(*, experience_ids: Collection[int] | None = None) -> list[WaitlistEntry]:
    """Return who waits, by experience and place; of these experiences or of all."""
    rows = WaitlistEntry.objects.filter(status="waiting")
    if experience_ids is not None:
        rows = rows.filter(experience_id__in=experience_ids)
    return list(rows.order_by("experience_id", "position", "pk"))


def list_expired_offers(*, before: datetime) -> list[int]:
    """Return the places whose offer ended before an instant and says so nowhere yet."""
    rows = WaitlistEntry.objects.filter(status="offered", offer_expires_at__lte=before)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def offered_timeslots() -> set[int]:
    """Return the departures of which seats are held for somebody."""
    rows = WaitlistEntry.objects.filter(status="offered", offer_timeslot_id__isnull=False)
    return {pk for pk in rows.values_list("offer_timeslot_id", flat=True) if pk is not None}


def has_waiting() -> bool:
    """Return whether anybody waits for anything."""
    return WaitlistEntry.objects.filter(status__in=IN_LINE).exists()


def party_of(row: WaitlistEntry) -> WaitingParty:
    """Return a place in line as the rules see it."""
    return WaitingParty(
        row.pk,
        row.position,
        row.pax_cnt,
        row.timeslot_id,
        row.date_from,
        row.date_to,
        cast("Flexibility", row.flexibility),
    )


def _wanting(departure: Departure, experience_id: int) -> QuerySet[WaitlistEntry]:
    flexible = Q(date_from__lte=departure.date, date_to__gte=departure.date) & ~Q(flexibility="departure")
    offered = Q(offer_timeslot_id=departure.id, status="offered")
    return WaitlistEntry.objects.filter(
        Q(timeslot_id=departure.id) | flexible | offered, experience_id=experience_id
    )
