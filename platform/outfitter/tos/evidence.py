"""Who agreed to which version when: the report, and files that prove it (domain.md 6.2)."""

import csv
import hashlib
import io
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Exists, OuterRef

from outfitter.accounts.models import Account
from outfitter.kit.csv_cells import safe
from outfitter.kit.errors import NotFound
from outfitter.kit.person_names import full_name
from outfitter.tos.models import Tos, TosAgreement
from outfitter.tos.queries import AUTHORITATIVE

PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class VersionRow:
    """A published version; `waiting_cnt` counts operators of whom nobody agreed to it or a later one."""

    audience: str
    version: int
    title: str
    locales: list[str]
    sha256: str
    is_major: bool
    publisher: str
    published_at: datetime
    effective_at: datetime
    agreed_cnt: int
    waiting_cnt: int


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """One agreement: who, for which operator, to exactly which words, from where."""

    id: int
    account: str
    slug: str
    person: str
    email: str
    version: int
    locale: str
    sha256: str
    agreed_at: datetime
    ip: str | None
    user_agent: str


def list_versions() -> list[VersionRow]:
    """Return the published versions of every audience, the newest first."""
    rows = list(Tos.objects.order_by("audience", "-version", "locale"))
    agreed = {
        (row["tos__audience"], row["tos__version"]): row["cnt"]
        for row in TosAgreement.objects.values("tos__audience", "tos__version").annotate(
            cnt=Count("account", distinct=True)
        )
    }
    return [
        VersionRow(
            audience=row.audience,
            version=row.version,
            title=row.title,
            locales=[
                one.locale for one in rows if (one.audience, one.version) == (row.audience, row.version)
            ],
            sha256=row.sha256,
            is_major=row.is_major,
            publisher=row.publisher,
            published_at=row.published_at,
            effective_at=row.effective_at,
            agreed_cnt=agreed.get((row.audience, row.version), 0),
            waiting_cnt=_waiting(row) if row.audience == "operator" else 0,
        )
        for row in rows
        if row.locale == AUTHORITATIVE
    ]


def _waiting(tos: Tos) -> int:
    mine = TosAgreement.objects.filter(
        account=OuterRef("pk"), tos__audience=tos.audience, tos__version__gte=tos.version
    )
    there = Account.objects.filter(is_ready=True, is_demo=False).exclude(status="closed")
    waiting: int = there.exclude(schema_name="public").filter(~Exists(mine)).count()
    return waiting


def list_agreements(
    *, audience: str, version: int, before: int | None = None
) -> tuple[list[AgreementRow], int | None]:
    """
    Return a page of agreements to a version, the latest first, from below the id `before` on.

    Beside it stands the `before` of the next page, None where this is the last.
    """
    rows = TosAgreement.objects.filter(tos__audience=audience, tos__version=version)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.select_related("tos", "user", "account").order_by("-pk")[: PAGE + 1])
    shown = [_row(row) for row in found[:PAGE]]
    return shown, shown[-1].id if len(found) > PAGE else None


def _row(row: TosAgreement) -> AgreementRow:
    return AgreementRow(
        id=row.pk,
        account=row.account.name,
        slug=row.account.slug,
        person=full_name(row.user.first_name, row.user.last_name),
        email=row.user.email,
        version=row.tos.version,
        locale=row.tos.locale,
        sha256=row.sha256,
        agreed_at=row.agreed_at,
        ip=row.ip,
        user_agent=row.user_agent,
    )


def agreed(*, audience: str, version: int) -> tuple[list[Tos], list[AgreementRow]]:
    """
    Return a version's texts by language and every agreement to it, the first one first.

    :raises NotFound: there is no such version
    """
    texts = list(Tos.objects.filter(audience=audience, version=version).order_by("locale"))
    if not texts:
        raise NotFound("There are no such terms.")
    found = TosAgreement.objects.filter(tos__in=texts).select_related("tos", "user", "account")
    return texts, [_row(row) for row in found.order_by("pk")]


def as_csv(*, audience: str, version: int) -> bytes:
    """
    Return every agreement to a version as CSV (UTF-8 with a mark, for spreadsheets).

    :raises NotFound: there is no such version
    """
    _, rows = agreed(audience=audience, version=version)
    names = list(AgreementRow.__dataclass_fields__)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(names)
    for row in rows:
        writer.writerow([_cell(asdict(row)[name]) for name in names])
    return out.getvalue().encode("utf-8-sig")


def _cell(value: object) -> str:
    text = value.isoformat() if isinstance(value, datetime) else "" if value is None else str(value)
    return safe(text)


def as_json(*, audience: str, version: int, at: datetime) -> bytes:
    """
    Return a version's words and every agreement to it, with the fingerprint of the agreements.

    Whoever doubts it hashes `agreements` as it stands (compact, keys sorted) and each `body_html`.

    :raises NotFound: there is no such version
    """
    texts, rows = agreed(audience=audience, version=version)
    agreements = proved(rows)
    whole = {
        "audience": audience,
        "version": version,
        "exported_at": at.isoformat(),
        "texts": [
            {
                "locale": one.locale,
                "title": one.title,
                "sha256": one.sha256,
                "published_at": one.published_at.isoformat(),
                "effective_at": one.effective_at.isoformat(),
                "body_html": one.body_html,
            }
            for one in texts
        ],
        "agreements": agreements,
        "agreements_sha256": fingerprint(agreements),
    }
    return json.dumps(whole, ensure_ascii=False, indent=2).encode()


def proved(rows: list[AgreementRow]) -> list[dict[str, object]]:
    """Return agreements as the fingerprint is made of them."""
    return [{**asdict(row), "agreed_at": row.agreed_at.isoformat()} for row in rows]


def fingerprint(agreements: list[dict[str, object]]) -> str:
    """Return the SHA-256 of agreements written compactly with sorted keys."""
    text = json.dumps(agreements, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
