"""Operators as a list: by name, state, stage, and how they are."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import BooleanField, Case, F, Max, OuterRef, Q, QuerySet, Subquery, Value, When

from outfitter.accounts.models import STAGES, Account, AccountStageEvent, Domain
from outfitter.db.lists import Column, Listing, ListReader, Option
from outfitter.db.tenant_schema import PUBLIC

STATUSES: Final = ("onboarding", "live", "past_due", "suspended", "closed")
# domain.md 6.4: no change of stage for so long before going live.
STALLED_AFTER: Final = timedelta(days=14)
_BEFORE_LIVE: Final = STAGES[: STAGES.index("live")]


def stage_since() -> "Subquery":
    """Return the expression for when an account entered the stage it is in."""
    events = AccountStageEvent.objects.filter(account=OuterRef("pk"), left_at=None)
    return Subquery(events.values("account").annotate(since=Max("entered_at")).values("since"))


def is_stalled(at: datetime) -> Case:
    """Return the expression for whether an account has got stuck before going live (domain.md 6.4)."""
    stuck = Q(status="onboarding", onboarding_stage__in=_BEFORE_LIVE, stage_since__lt=at - STALLED_AFTER)
    return Case(When(stuck, then=Value(True)), default=Value(False), output_field=BooleanField())


def rows(reader: ListReader) -> "QuerySet[Any]":
    """Return every operator with how it is."""
    found = Account.objects.exclude(schema_name=PUBLIC).filter(is_ready=True)
    shown: QuerySet[Account] = found.annotate(stage_since=stage_since()).annotate(
        is_stalled=is_stalled(reader.at)
    )
    return shown


def _search(text: str) -> Q:
    of_domain = Domain.objects.filter(domain=text.lower()).values("tenant_id")
    return Q(name__icontains=text) | Q(slug__startswith=text.lower()) | Q(pk__in=of_domain)


def operator_row(row: Account) -> dict[str, object]:
    """Return one operator as the list shows it."""
    health = getattr(row, "health", None)
    return {
        "id": row.pk,
        "slug": row.slug,
        "name": row.name,
        "status": row.status,
        "stage": row.onboarding_stage,
        "stage_since": row.stage_since,
        "is_stalled": row.is_stalled,
        "is_demo": row.is_demo,
        "country": row.country,
        "created_at": row.created_at,
        "last_sale_at": health.last_sale_at if health else None,
        "error_cnt": health.error_cnt if health else None,
        "failing_plugin_cnt": health.failing_plugin_cnt if health else None,
        "stuck_job_cnt": health.stuck_job_cnt if health else None,
        "schema_bytes": health.schema_bytes if health else None,
        "measured_at": health.measured_at if health else None,
    }


def _shape(models: Sequence[Any], _reader: ListReader) -> list[dict[str, object]]:
    return [operator_row(row) for row in models]


def _options(*slugs: str) -> list[Option]:
    return [Option(slug, slug, slug) for slug in slugs]


OPERATORS: Final = Listing(
    name="operators",
    permission=None,
    columns=(
        Column("name", "text", is_sortable=True, is_filterable=True),
        Column("created_at", "instant", is_sortable=True, is_filterable=True),
        Column("status", "choice", is_filterable=True, options=lambda: _options(*STATUSES)),
        Column("stage", "choice", "onboarding_stage", is_filterable=True, options=lambda: _options(*STAGES)),
        Column("is_stalled", "bool", is_filterable=True),
        Column("last_sale_at", "instant", F("health__last_sale_at"), is_sortable=True, is_nullable=True),
        Column("error_cnt", "number", F("health__error_cnt"), is_sortable=True, is_nullable=True),
        Column("schema_bytes", "number", F("health__schema_bytes"), is_sortable=True, is_nullable=True),
    ),
    default_sort="name",
    rows=lambda reader: rows(reader).select_related("health"),
    shape=_shape,
    search=_search,
)
EXPORTED: Final = (
    "slug",
    "name",
    "status",
    "stage",
    "stage_since",
    "is_stalled",
    "country",
    "created_at",
    "last_sale_at",
    "error_cnt",
    "failing_plugin_cnt",
    "stuck_job_cnt",
    "schema_bytes",
    "measured_at",
)
