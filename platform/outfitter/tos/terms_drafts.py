"""Terms on their way: written and looked at, then published for good with a notice (domain.md 6.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import nh3
from django.db import transaction
from django.db.models import Max

from outfitter.accounts import owner_mails
from outfitter.kit.errors import DomainError, Invalid, NotFound, StaleVersion
from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.tos.models import Tos, TosDraft
from outfitter.tos.operations import AUTHORITATIVE, digest

NOTICE_DAYS: Final = 14
_TAGS: Final = {"a", "b", "br", "em", "h2", "h3", "h4", "hr", "i", "li", "ol", "p", "strong", "u", "ul"}


class WordsChanged(DomainError):
    """The draft is not what was read before it was published."""

    code = "words_changed"
    status = 409


@dataclass(frozen=True, slots=True)
class Words:
    """A text in one language; `body_html` holds harmless tags only."""

    title: str
    body_html: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody wants to publish; `texts` by language."""

    audience: str
    texts: Mapping[str, Words]
    is_major: bool = True
    notice_days: int = NOTICE_DAYS


def save(
    *, draft: Draft, author: str, at: datetime, draft_id: int | None = None, version: int | None = None
) -> TosDraft:
    """
    Keep a draft, new or changed.

    :raises Invalid: English is missing, a text is empty, or its language is not one of the product
    :raises NotFound: there is no such draft
    :raises StaleVersion: somebody else changed it since
    """
    texts = _checked(draft.texts)
    with transaction.atomic():
        row = TosDraft(version=0) if draft_id is None else _lock(draft_id, version)
        row.audience, row.texts = draft.audience, texts
        row.is_major, row.notice_days = draft.is_major, draft.notice_days
        row.author, row.changed_at, row.version = author, at, row.version + 1
        row.save()
    return row


def _checked(texts: Mapping[str, Words]) -> dict[str, dict[str, str]]:
    fields: dict[str, list[str]] = {}
    if AUTHORITATIVE not in texts:
        fields["texts"] = ["The English text is what counts. Please write it."]
    for locale, words in texts.items():
        if locale not in ROUTE_LOCALES:
            fields[f"texts.{locale}"] = ["The product does not speak this language."]
        elif not words.title.strip() or not words.body_html.strip():
            fields[f"texts.{locale}"] = ["Please fill in title and text."]
    if fields:
        raise Invalid(fields)
    return {
        locale: {"title": words.title.strip(), "body_html": nh3.clean(words.body_html, tags=_TAGS)}
        for locale, words in texts.items()
    }


def _lock(draft_id: int, version: int | None) -> TosDraft:
    row = TosDraft.objects.select_for_update(of=("self",)).filter(pk=draft_id).first()
    if row is None:
        raise NotFound("There is no such draft.")
    if version != row.version:
        raise StaleVersion("Someone else changed this draft.", version=row.version)
    return row


def delete(*, draft_id: int, version: int) -> None:
    """
    Throw a draft away.

    :raises NotFound: there is no such draft
    :raises StaleVersion: somebody else changed it since
    """
    with transaction.atomic():
        _lock(draft_id, version).delete()


def publish(*, draft_id: int, version: int, sha256: str, publisher: str, at: datetime) -> list[Tos]:
    """
    Publish a draft in all its languages as the audience's next version; its words never change again.

    It comes into force when the notice is over. `sha256` is the fingerprint of the English text that the
    publisher has read.

    :raises NotFound: there is no such draft, or it was published a moment ago
    :raises StaleVersion: somebody else changed it since
    :raises WordsChanged: the English text has another fingerprint
    """
    with transaction.atomic():
        row = _lock(draft_id, version)
        if digest(row.texts[AUTHORITATIVE]["body_html"]) != sha256:
            raise WordsChanged("The text is not the one you read. Please look at it again.")
        latest = Tos.objects.filter(audience=row.audience).aggregate(Max("version"))["version__max"]
        made = [
            Tos(
                audience=row.audience,
                version=(latest or 0) + 1,
                locale=locale,
                title=words["title"],
                body_html=words["body_html"],
                sha256=digest(words["body_html"]),
                is_major=row.is_major,
                published_at=at,
                effective_at=at + timedelta(days=row.notice_days),
                publisher=publisher,
            )
            for locale, words in row.texts.items()
        ]
        Tos.objects.bulk_create(made)
        if row.audience == "operator":
            owner_mails.plan_terms(_announced(made), at=at)
        row.delete()
    return made


def _announced(made: Sequence[Tos]) -> owner_mails.ChangedTerms:
    first = made[0]
    return owner_mails.ChangedTerms(
        audience=first.audience,
        version=first.version,
        titles={one.locale: one.title for one in made},
        effective_at=first.effective_at,
        is_major=first.is_major,
    )
