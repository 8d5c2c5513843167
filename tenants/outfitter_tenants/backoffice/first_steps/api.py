"""The checklist of a new operator, and the sample to begin with (domain.md 6.3)."""

from datetime import datetime
from typing import cast

from django.http import HttpRequest
from ninja import Router

from outfitter.accounts.models import Account
from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS
from outfitter.kit.clock import utc_now
from outfitter.onboarding import queries as first_weeks
from outfitter_tenants.backoffice.account import stage
from outfitter_tenants.backoffice.first_steps import sample_experience
from outfitter_tenants.backoffice.first_steps import schemas as s
from outfitter_tenants.backoffice.setup_tasks import setup_tasks
from outfitter_tenants.people import queries as people

router = Router(tags=["first steps"])


@router.get(
    "/api/setup/tasks/get",
    auth=allow("setup.general"),
    response={200: s.ChecklistOut, **ERRORS},
    operation_id="setup_tasks_get",
)
def tasks_get(request: HttpRequest) -> dict[str, object]:
    """Return the checklist, the stages so far and the sample."""
    return _checklist(request, utc_now())


@router.post(
    "/api/setup/tasks/review",
    auth=allow("setup.general"),
    response={200: s.ChecklistOut, **ERRORS},
    operation_id="setup_tasks_review",
)
def tasks_review(request: HttpRequest) -> dict[str, object]:
    """Look again at what is done, and note it: the page asks when it finds something new."""
    at = utc_now()
    stage.review(at=at)
    return _checklist(request, at)


@router.post(
    "/api/setup/sample/create",
    auth=allow("setup.experiences"),
    response={200: s.FirstSampleOut, **ERRORS},
    operation_id="setup_sample_create",
)
def sample_create(request: HttpRequest, body: s.SampleIn) -> dict[str, object]:
    """Make a sample experience: a draft with prices and times, to be changed like any other."""
    account = _account(request)
    made = sample_experience.create(account_id=account.pk, kind=body.kind, at=utc_now())
    return {"kind": body.kind, "experience_id": made}


@router.post(
    "/api/setup/sample/remove",
    auth=allow("setup.experiences"),
    response={200: s.ChecklistOut, **ERRORS},
    operation_id="setup_sample_remove",
)
def sample_remove(request: HttpRequest) -> dict[str, object]:
    """Delete the sample with its times, unless guests are booked on it."""
    at = utc_now()
    sample_experience.remove(account_id=_account(request).pk, at=at)
    return _checklist(request, at)


def _account(request: HttpRequest) -> Account:
    return cast("Account", request.tenant)  # type: ignore[attr-defined]


def _checklist(request: HttpRequest, at: datetime) -> dict[str, object]:
    # The request's account is remembered for seconds; a stage may be newer.
    account = Account.objects.get(pk=_account(request).pk)
    avatar = people.get_avatar(avatar_id=caller_of(request).avatar_id or 0)
    return {
        "tasks": setup_tasks(account=account, at=at),
        "stage": account.onboarding_stage,
        "stages": first_weeks.list_stages(account_id=account.pk),
        "standing": first_weeks.standing(account=account, at=at),
        "is_hidden": avatar is not None and avatar.is_hide_setup_tasks,
        "sample": first_weeks.find_sample(account_id=account.pk),
        "sample_kind": sample_experience.kind_of(str(account.business.get("type", ""))),
        "sample_kinds": list(sample_experience.SAMPLES),
    }
