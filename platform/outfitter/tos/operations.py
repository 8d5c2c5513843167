"""Writes of terms and agreements (domain.md 6.2)."""

import hashlib
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Max

from outfitter.kit.errors import DomainError, NotFound, StaleVersion
from outfitter.tos import queries
from outfitter.tos.bundled_terms import SHIPPED
from outfitter.tos.models import Tos, TosAgreement

AUTHORITATIVE: Final = queries.AUTHORITATIVE


class AlreadyPublished(DomainError):
    """That version has other words already, and published words never change."""

    code = "already_published"
    status = 409


def digest(body_html: str) -> str:
    """Return the fingerprint that people agree to."""
    return hashlib.sha256(body_html.encode()).hexdigest()


def publish(
    *,
    audience: str,
    title: str,
    body_html: str,
    at: datetime,
    locale: str = AUTHORITATIVE,
    version: int | None = None,
    is_major: bool = True,
    effective_at: datetime | None = None,
) -> Tos:
    """
    Publish a text for good; the same text again changes nothing.

    Without `version` it becomes the audience's next one. A translation names the version that
    it translates.

    :raises AlreadyPublished: the version exists in this language with other words
    """
    version = version or _next_version(audience)
    row = Tos(
        audience=audience,
        version=version,
        locale=locale,
        title=title,
        body_html=body_html,
        sha256=digest(body_html),
        is_major=is_major,
        published_at=at,
        effective_at=effective_at or at,
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as problem:
        there = Tos.objects.get(audience=audience, version=version, locale=locale)
        if there.sha256 != row.sha256:
            raise AlreadyPublished(
                "This version was published with a different text.", version=version
            ) from problem
        return there
    return row


def _next_version(audience: str) -> int:
    latest = Tos.objects.filter(audience=audience).aggregate(Max("version"))["version__max"]
    return (latest or 0) + 1


def publish_shipped(*, at: datetime) -> list[Tos]:
    """
    Publish the product's own texts that this database does not have yet.

    :raises AlreadyPublished: a released text was changed instead of followed by a new version
    """
    there = {
        (row.audience, row.version, row.locale): row.sha256
        for row in Tos.objects.only("audience", "version", "locale", "sha256")
    }
    return [
        publish(
            audience=text.audience,
            version=text.version,
            locale=text.locale,
            title=text.title,
            body_html=text.body_html,
            is_major=text.is_major,
            at=at,
        )
        for text in SHIPPED
        if there.get((text.audience, text.version, text.locale)) != digest(text.body_html)
    ]


def agree(
    *, tos_id: int, sha256: str, user_id: int, account_id: int, at: datetime, ip: str | None, user_agent: str
) -> TosAgreement:
    """
    Record that a person agreed to exactly these words for an operator; once is enough.

    :raises NotFound: there are no such terms
    :raises StaleVersion: the words differ from those shown, or newer terms are in force
    """
    tos = Tos.objects.filter(pk=tos_id).first()
    if tos is None:
        raise NotFound("There are no such terms.")
    newest = queries.get_current(audience=tos.audience, locale=tos.locale, at=at)
    if sha256 != tos.sha256 or tos.version < newest.version:
        raise StaleVersion("The terms have changed. Please read the current ones.", current_id=newest.pk)
    agreement, _ = TosAgreement.objects.get_or_create(
        tos=tos,
        user_id=user_id,
        account_id=account_id,
        defaults={"agreed_at": at, "ip": ip, "user_agent": user_agent[:400], "sha256": tos.sha256},
    )
    return agreement
