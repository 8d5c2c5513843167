"""Which templates the guests of an experience sign, and what is known of guests beyond that."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from outfitter.db.configuration import configuration_read
from outfitter.db.statements import IdSource, Statement, among
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.waivers.models import (
    BookingWaiver,
    ExperienceWaiver,
    WaiverTemplate,
    WaiverTemplateVersion,
)
from outfitter_tenants.waivers.rules.requirements import asks


@dataclass(frozen=True, slots=True)
class AskedTemplate:
    """A template that an experience's guests sign, as it is now; texts as versions keep them."""

    id: int
    name: str
    kind: str
    requires: tuple[str, ...]
    version: int
    locale: str
    texts: Mapping[str, Any]
    questions: Sequence[Mapping[str, Any]]
    valid_days: int | None
    is_reusable: bool


@configuration_read
def asked_templates(*, experience_id: int) -> list[AskedTemplate]:
    """Return the templates in use that guests of an experience sign, by position."""
    links = ExperienceWaiver.objects.select_related("template").filter(
        experience_id=experience_id, template__archived_at__isnull=True, template__is_active=True
    )
    return _with_texts([link.template for link in links.order_by("template__position", "template_id")])


def offered_templates() -> list[AskedTemplate]:
    """Return every template in use, by position: what whoever walks up may sign."""
    rows = WaiverTemplate.objects.filter(archived_at__isnull=True, is_active=True)
    return _with_texts(list(rows.order_by("position", "id")))


def _with_texts(templates: Sequence[WaiverTemplate]) -> list[AskedTemplate]:
    present = {
        (row.template_id, row.version): row
        for row in WaiverTemplateVersion.objects.filter(template_id__in=[one.pk for one in templates])
    }
    return [_asked(one, present[one.pk, one.current_version]) for one in templates]


def _asked(one: WaiverTemplate, text: WaiverTemplateVersion) -> AskedTemplate:
    return AskedTemplate(
        id=one.pk,
        name=one.name,
        kind=one.kind,
        requires=tuple(one.requires),
        version=one.current_version,
        locale=text.locale,
        texts=text.texts,
        questions=text.questions,
        valid_days=one.valid_days,
        is_reusable=one.is_reusable,
    )


def experience_template_ids(*, experience_id: int) -> list[int]:
    """Return which templates are set for an experience, those not in use included."""
    rows = ExperienceWaiver.objects.filter(experience_id=experience_id, template__archived_at__isnull=True)
    return list(rows.order_by("template__position", "template_id").values_list("template_id", flat=True))


@configuration_read
def asks_anything() -> bool:
    """Return whether any experience has its guests sign something."""
    return ExperienceWaiver.objects.filter(
        template__archived_at__isnull=True, template__is_active=True
    ).exists()


@configuration_read
def required_templates(*, experience_id: int) -> Mapping[int, tuple[int, ...]]:
    """Return experience customer type -> ids of the templates that its guests sign."""
    asked = asked_templates(experience_id=experience_id)
    if not asked:
        return {}
    kinds = catalog.experience_customer_types(experience_id=experience_id)
    return {kind.id: tuple(one.id for one in asked if asks(one.kind, kind.requires_waiver)) for kind in kinds}


def required_count(*, experience_id: int, kind_id: int) -> int:
    """Return how many waivers a guest on such a ticket has to sign."""
    return len(required_templates(experience_id=experience_id).get(kind_id, ()))


def booking_rows(*, booking_ids: Collection[int]) -> dict[int, list[BookingWaiver]]:
    """Return booking -> what is known of its waivers beyond what its experience asks for."""
    found: dict[int, list[BookingWaiver]] = {}
    rows = BookingWaiver.objects.select_related("waiver__signature").filter(booking_id__in=booking_ids)
    for row in rows.order_by("id"):
        found.setdefault(row.booking_id, []).append(row)
    return found


def states_of(*, ids: Collection[int]) -> list[BookingWaiver]:
    """Return what is known of guests and templates, by the numbers of the rows that are there."""
    return list(BookingWaiver.objects.filter(pk__in=ids).order_by("pk"))


@dataclass(frozen=True, slots=True)
class GuestWaiver:
    """What is known of a guest and a template; `hash` opens the printed copy of what was signed."""

    booking_id: int
    template_id: int | None
    template: str | None
    state: str
    waiver_id: int | None
    hash: str | None
    signed_at: datetime | None


class GuestWaiverStatements:
    """The read of what is known of guests' waivers; `bookings` returns whose."""

    def __init__(self, bookings: IdSource) -> None:
        self.rows: Statement[Any] = Statement(
            lambda: (
                BookingWaiver.objects.filter(among("booking_id", bookings()))
                .order_by("id")
                .values_list(
                    "id",
                    "booking_id",
                    "template_id",
                    "template__name",
                    "state",
                    "waiver_id",
                    "waiver__hash",
                    "waiver__signature__signed_at",
                )
            )
        )

    def read(self, **values: object) -> dict[int, list[GuestWaiver]]:
        """Return booking -> what is known of its waivers, the oldest first. `values`: of the parameters."""
        found: dict[int, list[GuestWaiver]] = {}
        for _, *row in self.rows.all(**values):
            one = GuestWaiver(*row)
            found.setdefault(one.booking_id, []).append(one)
        return found
