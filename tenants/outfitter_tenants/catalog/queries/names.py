"""What things of the catalog are called, whether they are still sold or not."""

from collections.abc import Collection
from typing import NamedTuple

from outfitter.db.configuration import configuration_read
from outfitter_tenants.catalog.models import (
    Experience,
    ExperienceAddon,
    ExperienceAddonValue,
    ExperienceCustomerType,
)


class ExperienceName(NamedTuple):
    """An experience as it is recognized in a list."""

    id: int
    name: str
    color: str
    hero_image: str | None
    position: int


class TicketName(NamedTuple):
    """A kind of ticket of an experience: its place there, the customer type behind it, what it is called."""

    position: int
    customer_type_id: int
    name: str


@configuration_read
def experience_names(*, ids: Collection[int]) -> dict[int, ExperienceName]:
    """Return experiences by id, in one statement."""
    rows = Experience.objects.filter(pk__in=list(ids)).values_list(*ExperienceName._fields)
    return {row[0]: ExperienceName(*row) for row in rows}


@configuration_read
def ticket_names(*, ids: Collection[int]) -> dict[int, TicketName]:
    """Return the customer types of experiences by id, in one statement."""
    rows = ExperienceCustomerType.objects.filter(pk__in=list(ids)).values_list(
        "pk", "position", "customer_type_id", "label", "customer_type__name"
    )
    return {pk: TicketName(place, type_id, label or name) for pk, place, type_id, label, name in rows}


@configuration_read
def addon_names(*, ids: Collection[int]) -> dict[int, str]:
    """Return the names of add-ons by id."""
    return dict(ExperienceAddon.objects.filter(pk__in=list(ids)).values_list("pk", "name"))


def every_addon_name() -> dict[int, str]:
    """Return the names of all add-ons by id, archived ones too, by experience in its order."""
    rows = ExperienceAddon.objects.order_by("experience_id", "position", "id")
    return dict(rows.values_list("pk", "name"))


@configuration_read
def choice_labels(*, ids: Collection[int]) -> dict[int, str]:
    """Return what the choices of add-ons say, by id."""
    return dict(ExperienceAddonValue.objects.filter(pk__in=list(ids)).values_list("pk", "label"))
