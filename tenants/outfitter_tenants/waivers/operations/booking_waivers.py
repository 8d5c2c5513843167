"""What counts for a guest: the rows beside what their experience asks for."""

from collections.abc import Collection
from datetime import datetime

from outfitter_tenants.waivers.models import BookingWaiver, Waiver


def assign(*, booking_id: int, waiver: Waiver, by: int | None, at: datetime) -> bool:
    """
    Let a signed waiver count for a guest; returns False when another one counts already.

    The caller has the guest's trip locked.
    """
    template_id = waiver.signature.template_id
    row = BookingWaiver.objects.filter(booking_id=booking_id, template_id=template_id).first()
    if row is not None and row.state == "signed":
        return row.waiver_id == waiver.pk
    if row is None:
        row = BookingWaiver(booking_id=booking_id, template_id=template_id)
    row.state, row.waiver, row.set_by, row.set_at = "signed", waiver, by, at
    row.save()
    return True


def set_states(
    *, booking_id: int, template_ids: Collection[int | None], state: str, by: int | None, at: datetime
) -> None:
    """Say of a guest and these templates what staff know: required, marked_signed or not_applicable."""
    for template_id in template_ids:
        BookingWaiver.objects.update_or_create(
            booking_id=booking_id,
            template_id=template_id,
            defaults={"state": state, "waiver": None, "set_by": by, "set_at": at},
        )


def release(*, booking_id: int, waiver_id: int | None) -> list[int | None]:
    """
    Let a waiver count for a guest no longer, what was marked with None; returns the templates.

    What was signed stays as it is.
    """
    rows = BookingWaiver.objects.filter(booking_id=booking_id)
    mine = rows.filter(state="marked_signed") if waiver_id is None else rows.filter(waiver_id=waiver_id)
    gone: list[int | None] = list(mine.values_list("template_id", flat=True))
    mine.delete()
    return gone


def release_mark(*, booking_id: int, template_id: int | None) -> None:
    """Forget that a guest was marked as having signed one template."""
    rows = BookingWaiver.objects.filter(booking_id=booking_id, template_id=template_id)
    rows.filter(state="marked_signed").delete()


def forget_unnamed(*, booking_id: int) -> None:
    """Forget what was said of a guest without naming a template."""
    BookingWaiver.objects.filter(booking_id=booking_id, template__isnull=True).delete()


def release_all(*, booking_ids: Collection[int]) -> int:
    """Let nothing count for guests who go; returns how many waivers are free again."""
    return BookingWaiver.objects.filter(booking_id__in=booking_ids).delete()[0]
