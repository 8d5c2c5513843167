"""Reads for the steps that lead a new operator to its first booking (domain.md 6.3)."""

from outfitter_tenants.people.models import Properties, UserAvatar


def count_members() -> int:
    """Return how many people work here or are invited to."""
    return UserAvatar.objects.filter(status__in=["invited", "active"]).count()


def skipped_setup_tasks() -> frozenset[str]:
    """Return the steps that the operator said do not apply, by slug."""
    found = Properties.objects.filter(pk=1).values_list("skipped_setup_tasks", flat=True).first()
    return frozenset(found or ())


def skip_setup_task(*, slug: str, is_skipped: bool) -> None:
    """Say that a step does not apply here, or that it does after all."""
    row = Properties.objects.select_for_update(of=("self",)).get(pk=1)
    rest = [one for one in row.skipped_setup_tasks if one != slug]
    row.skipped_setup_tasks = [*rest, slug] if is_skipped else rest
    row.save(update_fields=["skipped_setup_tasks"])
