"""Calls of one person: told to them, moved to another customer and back, made nobody's."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from outfitter.plugins.types import Event, TenantContext
from outfitter_tenants.calls.models import Call
from outfitter_tenants.customers import person_records
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.customers.person_records import Person


class CallRecords(person_records.PersonRecords):
    """What calls know of people, for whoever merges, exports and forgets them."""

    name, kind = "calls", "call"

    def move_to(self, *, customer_id: int, from_id: int) -> list[int]:
        """Give somebody's calls to another customer; returns their ids."""
        rows = Call.objects.filter(customer_id=from_id).order_by("pk")
        moved = list(rows.values_list("pk", flat=True))
        rows.update(customer_id=customer_id)
        return moved

    def move_back(self, *, customer_id: int, to_id: int, moved: Collection[int]) -> None:
        """Return calls that were moved."""
        Call.objects.filter(customer_id=customer_id, pk__in=moved).update(customer_id=to_id)

    def export(self, person: Person) -> list[dict[str, object]]:
        """Return what is known of somebody's calls, oldest first; what staff noted for themselves is not."""
        return [_told(row) for row in _theirs(person).order_by("started_at", "pk")[:20_000]]

    def count_forgotten(self, person: Person) -> int:
        """Return how many calls forgetting somebody would change."""
        return _theirs(person, is_shared=False).count()

    def forget(self, person: Person, *, at: datetime) -> list[int]:
        """Take off somebody's calls who it was and what was said; returns their ids."""
        ids = list(_theirs(person, is_shared=False).order_by("pk").values_list("pk", flat=True))
        forget_calls(ids=ids)
        return ids


def forget_calls(*, ids: Collection[int]) -> None:
    """
    Take off calls who called and what was said: that there was one stays.

    Notices that come later bring none of it back.
    """
    for row in Call.objects.select_for_update().filter(pk__in=ids).order_by("pk"):
        if row.direction == "inbound":
            row.caller_number = ""
        else:
            row.destination_number = ""
        for name in ("caller_name", "recording_url", "transcript", "summary", "note"):
            setattr(row, name, "")
        row.tags, row.provider_tags = [], []
        row.told = {**row.told, "is_forgotten": True}
        if row.callback == "wanted":
            row.callback = "none"
        row.save()


def on_deleted(_ctx: TenantContext, event: Event) -> None:
    """Let calls be nobody's again whose customer was entered by mistake."""
    Call.objects.filter(customer_id=int(event.payload["customer_id"])).update(customer_id=None)


def _theirs(person: Person, *, is_shared: bool = True) -> "QuerySet[Call]":
    """
    Return the calls of a person, and those from their numbers that are nobody's.

    Without `is_shared` numbers that somebody else has as well are left out.
    """
    phones = [
        one
        for one in person.phones
        if is_shared or not set(customers.ids_with_phone(phone=one)) - set(person.customer_ids)
    ]
    of_number = (Q(caller_number__in=phones) & Q(direction="inbound")) | (
        Q(destination_number__in=phones) & Q(direction="outbound")
    )
    return Call.objects.filter(
        Q(customer_id__in=person.customer_ids) | (Q(customer_id__isnull=True) & of_number)
    )


def _told(row: Call) -> dict[str, object]:
    return {
        "at": row.started_at.isoformat(),
        "direction": row.direction,
        "caller_number": row.caller_number,
        "destination_number": row.destination_number,
        "caller_name": row.caller_name,
        "status": row.status,
        "duration_s": row.duration_s,
        "transcript": row.transcript,
        "summary": row.summary,
        "is_recorded": bool(row.recording_url),
    }
