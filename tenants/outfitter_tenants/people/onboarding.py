"""Reads for the steps that lead a new operator to its first booking (domain.md 6.3)."""

from typing import Final

from outfitter.db.statements import Statement
from outfitter_tenants.people.models import Properties, UserAvatar

# Two people who work here or are invited to.
TWO_MEMBERS: Final = Statement(
    lambda: UserAvatar.objects.filter(status__in=["invited", "active"]).values_list("pk")[:2]
)
# The logo, the number that guests are given, and the steps that the operator said do not apply.
SAID: Final = Statement(
    lambda: Properties.objects.filter(pk=1).values_list(
        "logo_url", "ecom_phone_number", "skipped_setup_tasks"
    )
)


def skip_setup_task(*, slug: str, is_skipped: bool) -> None:
    """Say that a step does not apply here, or that it does after all."""
    row = Properties.objects.select_for_update(of=("self",)).get(pk=1)
    rest = [one for one in row.skipped_setup_tasks if one != slug]
    row.skipped_setup_tasks = [*rest, slug] if is_skipped else rest
    row.save(update_fields=["skipped_setup_tasks"])
