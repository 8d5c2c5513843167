"""Terms at the platform's desk: drafts, publishing, and who agreed."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router
from pydantic import Field, StringConstraints

from outfitter.api.principal import caller_of, platform_admin
from outfitter.api.schemas import ERRORS, Id, In, Line, Out, Version
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.platform_audit.operations import record
from outfitter.tos import evidence, evidence_paper, terms_drafts
from outfitter.tos.models import TosDraft
from outfitter.tos.operations import digest
from outfitter.tos.queries import list_drafts

router = Router(tags=["platform"])
Audience = Literal["operator", "reseller", "customer"]
Sha = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class TosWordsIn(In):
    """A text in one language."""

    title: Line
    body_html: Annotated[str, Field(max_length=200_000)]


class TosDraftIn(In):
    """A draft as it is to be; `id` and `version` of the one that changes."""

    id: Id | None = None
    version: Version | None = None
    audience: Audience = "operator"
    texts: dict[str, TosWordsIn]
    is_major: bool = True
    notice_days: Annotated[int, Field(ge=0, le=365)] = terms_drafts.NOTICE_DAYS


class TosPublishIn(In):
    """The draft that was read: its version and the fingerprint of its English text."""

    version: Version
    sha256: Sha


class TosVersionIn(In):
    """The version of the draft that is thrown away."""

    version: Version


class TosWordsOut(Out):
    """A text as it would be published, with its fingerprint."""

    title: str
    body_html: str
    sha256: str


class TosDraftOut(Out):
    """A draft; `texts` by language."""

    id: int
    version: int
    audience: str
    texts: dict[str, TosWordsOut]
    is_major: bool
    notice_days: int
    author: str
    changed_at: datetime


class TosVersionRowOut(Out):
    """A published version and how many operators agreed to it."""

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


class TosDeskOut(Out):
    """Every version and every draft."""

    versions: list[TosVersionRowOut]
    drafts: list[TosDraftOut]


class TosAgreementOut(Out):
    """One agreement."""

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


class TosAgreementsOut(Out):
    """A page of agreements; `next` asks for the one after, null at the end."""

    data: list[TosAgreementOut]
    next: int | None


def _draft(row: TosDraft) -> dict[str, object]:
    texts = {locale: {**words, "sha256": digest(words["body_html"])} for locale, words in row.texts.items()}
    names = ("version", "audience", "is_major", "notice_days", "author", "changed_at")
    return {"id": row.pk, "texts": texts} | {name: getattr(row, name) for name in names}


def _desk() -> dict[str, object]:
    return {"versions": evidence.list_versions(), "drafts": [_draft(row) for row in list_drafts()]}


@router.get(
    "/api/platform/terms/get",
    auth=platform_admin,
    response={200: TosDeskOut, **ERRORS},
    operation_id="platform_terms_get",
)
def terms_get(request: HttpRequest) -> dict[str, object]:
    """Return every published version and the drafts."""
    return _desk()


@router.post(
    "/api/platform/terms/draft/save",
    auth=platform_admin,
    response={200: TosDraftOut, **ERRORS},
    operation_id="platform_terms_draft_save",
)
def draft_save(request: HttpRequest, body: TosDraftIn) -> dict[str, object]:
    """Keep a draft; the answer is how it would be published."""
    texts = {locale: terms_drafts.Words(one.title, one.body_html) for locale, one in body.texts.items()}
    with atomic():
        row = terms_drafts.save(
            draft=terms_drafts.Draft(body.audience, texts, body.is_major, body.notice_days),
            author=caller_of(request).name,
            at=utc_now(),
            draft_id=body.id,
            version=body.version,
        )
        record(request, "terms.draft_saved", subject=texts["en"].title, detail={"draft": row.pk})
    return _draft(row)


@router.post(
    "/api/platform/terms/draft/{draft}/delete",
    auth=platform_admin,
    response={200: TosDeskOut, **ERRORS},
    operation_id="platform_terms_draft_delete",
)
def draft_delete(request: HttpRequest, draft: Id, body: TosVersionIn) -> dict[str, object]:
    """Throw a draft away."""
    with atomic():
        terms_drafts.delete(draft_id=draft, version=body.version)
        record(request, "terms.draft_deleted", detail={"draft": draft})
    return _desk()


@router.post(
    "/api/platform/terms/draft/{draft}/publish",
    auth=platform_admin,
    response={200: TosDeskOut, **ERRORS},
    operation_id="platform_terms_draft_publish",
)
def draft_publish(request: HttpRequest, draft: Id, body: TosPublishIn) -> dict[str, object]:
    """Publish a draft for good; it comes into force when its notice is over."""
    with atomic():
        made = terms_drafts.publish(
            draft_id=draft,
            version=body.version,
            sha256=body.sha256,
            publisher=caller_of(request).name,
            at=utc_now(),
        )
        told = {"version": made[0].version, "audience": made[0].audience, "sha256": body.sha256}
        record(request, "terms.published", subject=made[0].title, detail=told)
    return _desk()


@router.get(
    "/api/platform/terms/agreements/get",
    auth=platform_admin,
    response={200: TosAgreementsOut, **ERRORS},
    operation_id="platform_terms_agreements_get",
)
def agreements_get(
    request: HttpRequest,
    version: Annotated[int, Query(ge=1, le=2**31 - 1)],
    audience: Audience = "operator",
    before: Id | None = None,
) -> dict[str, object]:
    """Return who agreed to a version, the latest first."""
    rows, following = evidence.list_agreements(audience=audience, version=version, before=before)
    return {"data": rows, "next": following}


@router.get(
    "/api/platform/terms/evidence",
    auth=platform_admin,
    response={200: None, **ERRORS},
    operation_id="platform_terms_evidence",
)
def evidence_get(
    request: HttpRequest,
    version: Annotated[int, Query(ge=1, le=2**31 - 1)],
    audience: Audience = "operator",
    format: Literal["csv", "json", "pdf"] = "json",  # noqa: A002  (the parameter is named so)
    locale: Annotated[str, Query(max_length=10)] = "en",
) -> HttpResponse:
    """
    Return every agreement to a version as a file, with the words that were agreed to and their hashes.

    The paper is in the nearest language to `locale` there are words in.
    """
    if format == "csv":
        body, kind = evidence.as_csv(audience=audience, version=version), "text/csv; charset=utf-8"
    elif format == "pdf":
        body = evidence_paper.as_pdf(audience=audience, version=version, at=utc_now(), locale=locale)
        kind = "application/pdf"
    else:
        body = evidence.as_json(audience=audience, version=version, at=utc_now())
        kind = "application/json"
    with atomic():
        told = {"version": version, "audience": audience, "format": format}
        record(request, "terms.exported", detail=told)
    response = HttpResponse(body, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="terms-{audience}-v{version}.{format}"'
    response["Cache-Control"] = "no-store"
    return response
