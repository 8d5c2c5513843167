"""Writes of the platform's news."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F

from outfitter.accounts.models import STAGES
from outfitter.bulletins import queries
from outfitter.bulletins.models import Bulletin
from outfitter.kit.errors import DomainError, Invalid, NotFound, StaleVersion
from outfitter.kit.locales import ROUTE_LOCALES

ENGLISH: Final = "en"


class NotToPublish(DomainError):
    """It is published already, or was withdrawn."""

    code = "bulletin_state"
    status = 409


@dataclass(frozen=True, slots=True)
class Draft:
    """An item as somebody wrote it; `texts` maps languages to title and body."""

    severity: str
    texts: Mapping[str, tuple[str, str]]
    starts_at: datetime
    ends_at: datetime | None = None
    stages: Sequence[str] = ()
    plans: Sequence[str] = ()
    countries: Sequence[str] = ()
    is_owners_only: bool = False


def save(
    *, draft: Draft, author: str, at: datetime, bulletin_id: int | None = None, version: int | None = None
) -> Bulletin:
    """
    Keep an item, new or changed; what is published shows the change within seconds.

    :raises Invalid: English is missing, a text is empty, a stage or language is unknown, or it ends
        before it starts
    :raises NotFound: there is no such item
    :raises StaleVersion: somebody else changed it since
    """
    _check(draft)
    with transaction.atomic():
        row = Bulletin(created_at=at, version=0) if bulletin_id is None else _lock(bulletin_id, version)
        row.severity, row.author, row.version = draft.severity, author, row.version + 1
        row.texts = {
            locale: {"title": t.strip(), "body": b.strip()} for locale, (t, b) in draft.texts.items()
        }
        row.starts_at, row.ends_at = draft.starts_at, draft.ends_at
        row.stages, row.plans = list(draft.stages), list(draft.plans)
        row.countries = [one.upper() for one in draft.countries]
        row.is_owners_only = draft.is_owners_only
        row.save()
    queries.forget_shown()
    return row


def _check(draft: Draft) -> None:
    fields: dict[str, list[str]] = {}
    if ENGLISH not in draft.texts:
        fields["texts"] = ["Please write it in English; other languages fall back to it."]
    for locale, (title, body) in draft.texts.items():
        if locale not in ROUTE_LOCALES:
            fields[f"texts.{locale}"] = ["The product does not speak this language."]
        elif not title.strip() or not body.strip():
            fields[f"texts.{locale}"] = ["Please fill in title and text."]
    if set(draft.stages) - set(STAGES):
        fields["stages"] = ["Stage not found."]
    if draft.ends_at is not None and draft.ends_at <= draft.starts_at:
        fields["ends_at"] = ["It must end after it starts."]
    if fields:
        raise Invalid(fields)


def _lock(bulletin_id: int, version: int | None) -> Bulletin:
    row = Bulletin.objects.select_for_update(of=("self",)).filter(pk=bulletin_id).first()
    if row is None:
        raise NotFound("There is no such item.")
    if version != row.version:
        raise StaleVersion("Someone else changed this item.", version=row.version)
    return row


def publish(*, bulletin_id: int, version: int, at: datetime) -> Bulletin:
    """
    Show an item from its start on.

    :raises NotFound: there is no such item
    :raises StaleVersion: somebody else changed it since
    :raises NotToPublish: it is published already, or was withdrawn
    """
    with transaction.atomic():
        row = _lock(bulletin_id, version)
        if row.published_at is not None or row.withdrawn_at is not None:
            raise NotToPublish("This item was published or withdrawn already.")
        row.published_at, row.version = at, row.version + 1
        row.save(update_fields=["published_at", "version"])
    queries.forget_shown()
    return row


def withdraw(*, bulletin_id: int, version: int, at: datetime) -> Bulletin:
    """
    Show an item to nobody any more; withdrawing twice changes nothing.

    :raises NotFound: there is no such item
    :raises StaleVersion: somebody else changed it since
    """
    with transaction.atomic():
        row = _lock(bulletin_id, version)
        row.withdrawn_at, row.version = row.withdrawn_at or at, row.version + 1
        row.save(update_fields=["withdrawn_at", "version"])
    queries.forget_shown()
    return row


def count_read(*, news_id: str) -> None:
    """Count that somebody read an item for the first time."""
    pk = news_id.removeprefix(queries.PREFIX)
    Bulletin.objects.filter(pk=int(pk)).update(read_cnt=F("read_cnt") + 1)
