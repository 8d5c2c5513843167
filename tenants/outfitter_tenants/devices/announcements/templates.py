"""Words of the operator's own for what is announced often."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit.operations import record
from outfitter_tenants.devices.announcements import call_sentences
from outfitter_tenants.devices.models import AnnouncementTemplate


@dataclass(frozen=True, slots=True)
class TemplateWords:
    """A name and a text for each language."""

    name: str
    texts: Mapping[str, str]


def list_templates() -> list[AnnouncementTemplate]:
    """Return the operator's own words, by name."""
    return list(AnnouncementTemplate.objects.order_by("name"))


def set_templates(*, templates: Sequence[TemplateWords], at: datetime) -> None:
    """
    Make these the operator's own words; those that are not named go.

    :raises Invalid: two have one name, or a text has a field that nothing stands for
    """
    _check(templates)
    with atomic():
        there = {row.name: row for row in AnnouncementTemplate.objects.select_for_update().order_by("pk")}
        names = [one.name for one in templates]
        AnnouncementTemplate.objects.exclude(name__in=names).delete()
        for one in templates:
            AnnouncementTemplate.objects.update_or_create(name=one.name, defaults={"texts": dict(one.texts)})
        record(
            entity_type="properties",
            entity_id=1,
            action="properties.changed",
            at=at,
            before={"announcement_templates": sorted(there)},
            after={"announcement_templates": sorted(names)},
        )


def _check(templates: Sequence[TemplateWords]) -> None:
    seen: set[str] = set()
    for place, one in enumerate(templates):
        if one.name in seen:
            raise Invalid({f"templates.{place}.name": ["This name is used twice."]})
        seen.add(one.name)
        for language, text in one.texts.items():
            if unknown := call_sentences.unknown_fields(text):
                words = f"Nothing stands for {{{unknown[0]}}}. Use {{time}}, {{experience}}, or {{place}}."
                raise Invalid({f"templates.{place}.texts.{language}": [words]})
