"""The public demonstration at the platform's desk: how old it is, and a button that makes it new."""

from datetime import datetime

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import platform_admin
from outfitter.api.rate_limits import limit
from outfitter.api.schemas import ERRORS, Out
from outfitter.db.locks import atomic
from outfitter.platform_audit.operations import record
from outfitter_demo import operator_account, reset

router = Router(tags=["platform"])


class DemoOut(Out):
    """When the demonstration was made; null where there is none."""

    created_at: datetime | None


@router.get(
    "/api/platform/demo/get",
    auth=platform_admin,
    response={200: DemoOut, **ERRORS},
    operation_id="platform_demo_get",
)
def demo_get(request: HttpRequest) -> dict[str, object]:
    """Return how old the demonstration is."""
    account = operator_account.find_operator()
    return {"created_at": account.created_at if account is not None and account.is_demo else None}


@router.post(
    "/api/platform/demo/reset",
    auth=platform_admin,
    response={200: DemoOut, **ERRORS},
    operation_id="platform_demo_reset",
)
def demo_reset(request: HttpRequest) -> dict[str, object]:
    """Have the demonstration made anew; it takes a minute, and the old one answers until then."""
    limit("demo-reset", times=3, seconds=3600)
    account = reset.find_demo()
    with atomic():
        record(request, "demo.reset", subject=account.name, account_id=account.pk)
        reset.run.after_commit()
    return {"created_at": account.created_at}
