"""The platform's log on its desk: looked through, and taken along as a file."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query, Router

from outfitter.api.lists import ListAnswer, ListParams
from outfitter.api.platform_lists import platform_csv, platform_page
from outfitter.api.principal import platform_admin
from outfitter.api.schemas import ERRORS, Out
from outfitter.platform_audit import operations
from outfitter.platform_audit.actions import ACTIONS
from outfitter.platform_audit.lists import ACTS

router = Router(tags=["platform log"])
COLUMNS = ("at", "actor", "action", "subject", "account_id", "detail", "ip", "user_agent")


class PlatformActOut(Out):
    """One act: who did what to whom, when and from where."""

    id: int
    at: datetime
    actor: str
    actor_user_id: int | None
    action: str
    account_id: int | None
    subject: str
    detail: dict[str, object]
    ip: str | None
    user_agent: str


@router.get(
    "/api/platform/audit/get",
    auth=platform_admin,
    response={200: ListAnswer[PlatformActOut], **ERRORS},
    operation_id="platform_audit_get",
)
def audit_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return a page of what people who run the platform did, the latest first."""
    return platform_page(request, ACTS, wanted)


@router.get(
    "/api/platform/audit/export",
    auth=platform_admin,
    response={200: None, **ERRORS},
    operation_id="platform_audit_export",
)
def audit_export(request: HttpRequest, wanted: Query[ListParams]) -> StreamingHttpResponse:
    """Return the acts that match as a CSV file; that it was taken is an act as well."""
    answer = platform_csv(request, ACTS, wanted, columns=COLUMNS, name="platform-audit.csv")
    with transaction.atomic():
        operations.record(request, "platform_audit.exported")
    return answer


@router.get(
    "/api/platform/audit/actions/get",
    auth=platform_admin,
    response={200: list[str], **ERRORS},
    operation_id="platform_audit_actions_get",
)
def audit_actions_get(request: HttpRequest) -> list[str]:
    """Return every act that the log may hold, to filter by."""
    return sorted(ACTIONS)
