"""Writes of restrictions: who may book what, and when (domain.md 3.2, 4.2.6, 4.4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from outfitter.db import positions
from outfitter.db.locks import atomic
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter_tenants.catalog import queries, restriction_users
from outfitter_tenants.catalog.models import Experience, Restriction, RestrictionRow
from outfitter_tenants.catalog.operations.audit_entries import record_change
from outfitter_tenants.catalog.queries.terms import AUDIENCES, lock_restriction


class RestrictionInUse(DomainError):
    """Experiences or partners still use these terms."""

    code = "in_use"
    status = 409


class RestrictionArchived(DomainError):
    """Nothing new goes under archived terms."""

    code = "archived"
    status = 409


@dataclass(frozen=True, slots=True)
class TermsDraft:
    """A row of a restriction as it is to be; None leaves it to the experience itself."""

    audience: str
    min_pax: int | None = None
    max_pax: int | None = None
    cutoff_mode: str = "before_start"
    cutoff_minutes: int | None = None
    cutoff_clock: time | None = None
    days_before: int | None = None
    presale_days: int | None = None
    smart_min_booked_pax: int | None = None
    smart_cutoff_minutes: int | None = None
    countdown_from: int | None = None
    sold_out_display: str = "show"


@dataclass(frozen=True, slots=True)
class RestrictionSaved:
    """What was saved, and whose departures follow when something did change."""

    id: int
    is_changed: bool
    experience_ids: tuple[int, ...]


def save_restriction(
    *,
    name: str,
    rows: Sequence[TermsDraft],
    at: datetime,
    restriction_id: int | None = None,
    version: int | None = None,
) -> RestrictionSaved:
    """
    Make a restriction or change one; `rows` is the whole list, an audience without one is free.

    The windows of departures are scheduling's: callers let them follow.

    :raises RestrictionNotFound: there is none
    :raises StaleVersion: `version` is not the current one
    :raises Invalid: a field breaks a rule, or contradicts an experience that is sold on it
    """
    _check(name, rows)
    with atomic():
        row = Restriction(version=0)
        if restriction_id is not None:
            row = lock_restriction(restriction_id=restriction_id)
            if version is not None and version != row.version:
                raise StaleVersion("Someone changed these terms in the meantime.", version=row.version)
        before = _facts(row) if row.pk else None
        row.name = name.strip()
        row.version += 1
        row.save()
        row.rows.all().delete()
        RestrictionRow.objects.bulk_create(
            [RestrictionRow(restriction=row, **_columns(draft)) for draft in rows]
        )
        used = _used(row.pk)
        _check_parties(used, field="rows")
        changed = record_change(
            entity_type="restriction", entity_id=row.pk, before=before, after=_facts(row), at=at
        )
        if not changed:
            Restriction.objects.filter(pk=row.pk).update(version=row.version - 1)
    return RestrictionSaved(row.pk, bool(changed), tuple(used))


def assign_restriction(
    *, restriction_id: int, experience_ids: Sequence[int], at: datetime
) -> tuple[int, ...]:
    """
    Sell exactly these experiences on these terms; returns those that changed, archived ones stay.

    :raises RestrictionNotFound: there is none
    :raises RestrictionArchived: nothing new goes under it
    :raises Invalid: an experience is unknown, or the terms contradict its own
    """
    wanted = set(experience_ids)
    with atomic():
        # Experiences before their terms, as everybody who saves one does.
        concerned = sorted(wanted | set(_used(restriction_id)))
        sold = Experience.objects.exclude(status="archived").filter(pk__in=concerned)
        experiences = list(sold.select_for_update(no_key=True).order_by("pk"))
        row = lock_restriction(restriction_id=restriction_id)
        if row.archived_at is not None:
            raise RestrictionArchived("These terms are archived.")
        if wanted - {experience.pk for experience in experiences}:
            raise Invalid({"experience_ids": ["One of these does not exist here."]})
        moved = [e for e in experiences if (e.restriction_id == row.pk) != (e.pk in wanted)]
        for experience in moved:
            _put_under(experience, row.pk if experience.pk in wanted else None, at)
        _check_parties(_used(row.pk), field="experience_ids")
    return tuple(experience.pk for experience in moved)


def _put_under(experience: Experience, restriction_id: int | None, at: datetime) -> None:
    before = {"restriction_id": experience.restriction_id}
    after = {"restriction_id": restriction_id}
    experience.restriction_id = restriction_id
    experience.version += 1
    experience.save(update_fields=["restriction", "version"])
    record_change(entity_type="experience", entity_id=experience.pk, before=before, after=after, at=at)


def archive_restriction(*, restriction_id: int, at: datetime) -> None:
    """
    Offer these terms no longer.

    :raises RestrictionNotFound: there is none
    :raises RestrictionInUse: experiences are sold on them, or partners sell on them
    """
    with atomic():
        row = lock_restriction(restriction_id=restriction_id)
        used = len(_used(row.pk))
        if used:
            raise RestrictionInUse("Experiences still use these terms.", used_cnt=used)
        partners = restriction_users.partners_under(row.pk)
        if partners:
            raise RestrictionInUse("Resellers still sell on these terms.", reseller_cnt=partners)
        before = _facts(row)
        if positions.archive(row, at=at):
            record_change(
                entity_type="restriction", entity_id=row.pk, before=before, after=_facts(row), at=at
            )


def restore_restriction(*, restriction_id: int, at: datetime) -> None:
    """
    Offer archived terms again.

    :raises RestrictionNotFound: there is none
    """
    with atomic():
        row = lock_restriction(restriction_id=restriction_id)
        before = _facts(row)
        if positions.restore(row):
            record_change(
                entity_type="restriction", entity_id=row.pk, before=before, after=_facts(row), at=at
            )


def check_terms(experience: Experience) -> None:
    """
    Refuse an experience whose restriction leaves a party that is neither small nor large enough.

    :raises Invalid: the restriction is unknown or archived, or contradicts `min_pax`, `max_pax`
    """
    if experience.restriction_id is None:
        return
    rows = Restriction.objects.select_for_update().filter(pk=experience.restriction_id)
    if not rows.filter(archived_at__isnull=True):
        raise Invalid({"restriction_id": ["There are no such terms."]})
    _check_parties([experience.pk], field="restriction_id")


def _check_parties(experience_ids: Sequence[int], *, field: str) -> None:
    rows = queries.list_experiences(ids=experience_ids)
    for experience_id, terms in queries.terms_by_experience(rows.values()).items():
        for one in terms.values():
            if one.max_pax < one.min_pax:
                text = f"would take parties from {one.min_pax} to {one.max_pax} guests."
                raise Invalid({field: [f"{rows[experience_id].name} {text}"]})


def _check(name: str, rows: Sequence[TermsDraft]) -> None:
    fields: dict[str, list[str]] = {}
    if not name.strip():
        fields["name"] = ["Give these terms a name."]
    seen: set[str] = set()
    for place, draft in enumerate(rows):
        if draft.audience not in AUDIENCES:
            fields[f"rows.{place}.audience"] = ["This audience does not exist."]
        if draft.audience in seen:
            fields[f"rows.{place}.audience"] = ["Each audience has one row."]
        seen.add(draft.audience)
        fields.update({f"rows.{place}.{field}": [text] for field, text in _faults(draft)})
    if fields:
        raise Invalid(fields)


def _faults(draft: TermsDraft) -> list[tuple[str, str]]:
    found = []
    if None not in {draft.min_pax, draft.max_pax} and (draft.max_pax or 0) < (draft.min_pax or 0):
        found.append(("max_pax", "The largest party must not be smaller than the smallest."))
    if draft.cutoff_mode == "clock_time_before":
        if draft.cutoff_clock is None:
            found.append(("cutoff_clock", "Enter the time until which guests can book."))
        if draft.days_before is None:
            found.append(("days_before", "Enter the number of days."))
    elif draft.cutoff_clock is not None or draft.days_before is not None:
        found.append(("cutoff_mode", "A time of day needs a cutoff by time of day."))
    if (draft.smart_min_booked_pax is None) != (draft.smart_cutoff_minutes is None):
        missing = "min_booked_pax" if draft.smart_min_booked_pax is None else "cutoff_minutes"
        found.append((f"smart_{missing}", "Give both the guests and the minutes, or neither."))
    return found


def _columns(draft: TermsDraft) -> dict[str, object]:
    return {name: getattr(draft, name) for name in TermsDraft.__slots__}


def _used(restriction_id: int) -> list[int]:
    rows = Experience.objects.filter(restriction_id=restriction_id).exclude(status="archived")
    return list(rows.order_by("pk").values_list("pk", flat=True))


def _facts(row: Restriction) -> dict[str, object]:
    names = TermsDraft.__slots__
    stored = RestrictionRow.objects.filter(restriction_id=row.pk).order_by("audience")
    return {
        "name": row.name,
        "is_archived": row.archived_at is not None,
        "rows": [
            {name: _plain(value) for name, value in each.items() if value is not None}
            for each in stored.values(*names)
        ],
    }


def _plain(value: object) -> Any:
    return value.isoformat("minutes") if isinstance(value, time) else value
