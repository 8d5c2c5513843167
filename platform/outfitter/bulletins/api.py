"""News at the platform's desk: written, published, withdrawn."""

from datetime import datetime
from typing import Annotated, Literal

from django.http import HttpRequest
from ninja import Router
from pydantic import AwareDatetime, Field, StringConstraints

from outfitter.api.principal import caller_of, platform_admin
from outfitter.api.schemas import ERRORS, Id, In, Line, Out, Version
from outfitter.bulletins import operations, queries, rules
from outfitter.bulletins.models import Bulletin
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.platform_audit.operations import record

router = Router(tags=["platform"])
Severity = Literal["info", "important", "urgent"]
Country = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2}$")]
Slug = Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z0-9_-]+$")]


class BulletinWordsIn(In):
    """Title and text in one language; the text is plain, its line breaks are kept."""

    title: Line
    body: Annotated[str, Field(max_length=5_000)]


class BulletinIn(In):
    """An item as it is to be; `id` and `version` of the one that changes. Empty lists mean all."""

    id: Id | None = None
    version: Version | None = None
    severity: Severity = "info"
    texts: dict[str, BulletinWordsIn]
    stages: Annotated[list[Slug], Field(max_length=20)] = []
    plans: Annotated[list[Slug], Field(max_length=50)] = []
    countries: Annotated[list[Country], Field(max_length=250)] = []
    is_owners_only: bool = False
    starts_at: AwareDatetime
    ends_at: AwareDatetime | None = None


class BulletinVersionIn(In):
    """The version that was seen."""

    version: Version


class BulletinWordsOut(Out):
    """Title and text in one language."""

    title: str
    body: str


class BulletinOut(Out):
    """An item: how it stands, how many operators it reaches now and how many people have read it."""

    id: int
    version: int
    severity: str
    texts: dict[str, BulletinWordsOut]
    stages: list[str]
    plans: list[str]
    countries: list[str]
    is_owners_only: bool
    starts_at: datetime
    ends_at: datetime | None
    published_at: datetime | None
    author: str
    state: Literal["draft", "scheduled", "running", "ended", "withdrawn"]
    operator_cnt: int
    read_cnt: int


class BulletinsOut(Out):
    """Every item, the latest start first."""

    data: list[BulletinOut]


def _out(row: Bulletin, at: datetime) -> dict[str, object]:
    audience = rules.Audience(row.stages, row.plans, row.countries, row.is_owners_only)
    names = (
        *("version", "severity", "texts", "stages", "plans", "countries", "is_owners_only"),
        *("starts_at", "ends_at", "published_at", "author", "read_cnt"),
    )
    stands = rules.state(
        published_at=row.published_at,
        withdrawn_at=row.withdrawn_at,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        at=at,
    )
    reached = queries.count_operators(audience=audience)
    return {"id": row.pk, "state": stands, "operator_cnt": reached} | {
        name: getattr(row, name) for name in names
    }


def _record(request: HttpRequest, action: str, row: Bulletin) -> None:
    record(request, action, subject=row.texts["en"]["title"], detail={"bulletin": row.pk})


@router.get(
    "/api/platform/news/get",
    auth=platform_admin,
    response={200: BulletinsOut, **ERRORS},
    operation_id="platform_news_get",
)
def news_get(request: HttpRequest) -> dict[str, object]:
    """Return every item of news."""
    at = utc_now()
    return {"data": [_out(row, at) for row in queries.list_bulletins()]}


@router.post(
    "/api/platform/news/save",
    auth=platform_admin,
    response={200: BulletinOut, **ERRORS},
    operation_id="platform_news_save",
)
def news_save(request: HttpRequest, body: BulletinIn) -> dict[str, object]:
    """Keep an item, new or changed."""
    draft = operations.Draft(
        severity=body.severity,
        texts={locale: (one.title, one.body) for locale, one in body.texts.items()},
        starts_at=body.starts_at,
        ends_at=body.ends_at,
        stages=body.stages,
        plans=body.plans,
        countries=body.countries,
        is_owners_only=body.is_owners_only,
    )
    at = utc_now()
    with atomic():
        row = operations.save(
            draft=draft, author=caller_of(request).name, at=at, bulletin_id=body.id, version=body.version
        )
        _record(request, "news.saved", row)
    return _out(row, at)


@router.post(
    "/api/platform/news/{bulletin}/publish",
    auth=platform_admin,
    response={200: BulletinOut, **ERRORS},
    operation_id="platform_news_publish",
)
def news_publish(request: HttpRequest, bulletin: Id, body: BulletinVersionIn) -> dict[str, object]:
    """Show an item to those it is for, from its start on."""
    at = utc_now()
    with atomic():
        row = operations.publish(bulletin_id=bulletin, version=body.version, at=at)
        _record(request, "news.published", row)
    return _out(row, at)


@router.post(
    "/api/platform/news/{bulletin}/withdraw",
    auth=platform_admin,
    response={200: BulletinOut, **ERRORS},
    operation_id="platform_news_withdraw",
)
def news_withdraw(request: HttpRequest, bulletin: Id, body: BulletinVersionIn) -> dict[str, object]:
    """Show an item to nobody any more."""
    at = utc_now()
    with atomic():
        row = operations.withdraw(bulletin_id=bulletin, version=body.version, at=at)
        _record(request, "news.withdrawn", row)
    return _out(row, at)
