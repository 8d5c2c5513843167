"""Reading the audit log (domain.md 5.3)."""

from typing import Any

from django.http import HttpRequest
from ninja import Query, Router

from outfitter.api.lists import ListParams, list_answer
from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS
from outfitter_tenants.audit import lists
from outfitter_tenants.audit import schemas as s

router = Router(tags=["audit"])


@router.get(
    "/api/auditLogs/get",
    auth=allow("audit.view"),
    response={200: s.AuditLogsOut, **ERRORS},
    operation_id="audit_logs_get",
)
def audit_logs_get(request: HttpRequest, wanted: Query[ListParams]) -> dict[str, Any]:
    """Return a page of the log, filtered by person, address, object, action or time."""
    return list_answer(request, lists.AUDIT_LOGS, wanted)


@router.get(
    "/api/auditLogs/userAvatars/get",
    auth=allow("audit.view"),
    response={200: list[s.AuditPersonOut], **ERRORS},
    operation_id="audit_logs_user_avatars_get",
)
def audit_logs_user_avatars_get(request: HttpRequest) -> list[dict[str, Any]]:
    """Return who appears in the log, the busiest first."""
    return lists.people_in_log()


@router.get(
    "/api/auditLogs/ips/get",
    auth=allow("audit.view"),
    response={200: list[s.AuditAddressOut], **ERRORS},
    operation_id="audit_logs_ips_get",
)
def audit_logs_ips_get(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the addresses that appear in the log, the latest first."""
    return lists.addresses_in_log()
