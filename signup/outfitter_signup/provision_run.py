"""
Runs a sign-up's provisioning steps, each once, whoever runs them and however often.

A step, its effects and its tick are one transaction under the sign-up's row lock: a worker that
dies leaves either all or nothing of a step, and a second worker waits, then finds it done.
"""

import logging
from datetime import datetime
from typing import Any, Final

from django.db import DatabaseError, OperationalError, transaction
from django.db.models import F

from outfitter.accounts import operations as accounts
from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter_signup import rules, signup_mails
from outfitter_signup.models import Signup
from outfitter_signup.provision_steps import STEPS, Provision, take_back

log = logging.getLogger(__name__)
READY: Final = "ready"
ORDER: Final = (*STEPS, READY)


@platform_task("signup.provision", queue="provisioning")
def provision(*, signup_id: int, **_future: Any) -> None:
    """Make the operator of a sign-up; may run twice and be killed anywhere."""
    run_provision(signup_id=signup_id)


def run_provision(*, signup_id: int) -> str:
    """Do what is left to do and return the state; a failure is noted and tried again later."""
    started = Signup.objects.filter(pk=signup_id, state="provisioning")
    if not started.update(attempt_cnt=F("attempt_cnt") + 1, changed_at=utc_now()):
        row = Signup.objects.filter(pk=signup_id).first()
        return row.state if row else "gone"
    try:
        for step in ORDER:
            _do(signup_id, step)
    except OperationalError as problem:
        if getattr(problem.__cause__, "sqlstate", None) != "55P03":
            return _failed(signup_id, problem)
        log.info("sign-up %s is being made by another worker", signup_id)
        return "provisioning"
    except Exception as problem:
        return _failed(signup_id, problem)
    return READY


def _do(signup_id: int, step: str) -> None:
    with transaction.atomic():
        signup = (
            Signup.objects.select_for_update(of=("self",), no_key=True)
            .select_related("account", "user")
            .get(pk=signup_id)
        )
        if step in signup.steps_done or signup.state != "provisioning":
            return
        if signup.account is None or signup.user is None:
            raise LookupError("the account or the login of this sign-up is gone")
        if step == READY:
            accounts.open_account(account=signup.account)
            signup.state = READY
            signup_mails.send_welcome.after_commit(signup_id=signup.pk)
        else:
            STEPS[step](Provision(signup.account, signup.user))
        signup.steps_done = [*signup.steps_done, step]
        signup.error, signup.changed_at = "", utc_now()
        signup.save(update_fields=["steps_done", "state", "error", "changed_at"])


def _failed(signup_id: int, problem: Exception) -> str:
    log.warning("provisioning of sign-up %s failed: %r", signup_id, problem, exc_info=problem)
    signup = Signup.objects.get(pk=signup_id)
    signup.error = repr(problem)[:2000]
    signup.save(update_fields=["error"])
    if signup.attempt_cnt >= rules.PROVISION_ATTEMPTS:
        give_up(signup_id=signup_id)
        return "failed"
    return signup.state


def give_up(*, signup_id: int) -> None:
    """Drop what was made, and wait for somebody to try again."""
    with transaction.atomic():
        signup = Signup.objects.select_for_update(of=("self",)).get(pk=signup_id)
        if signup.state != "provisioning":
            return
        signup.state, signup.steps_done = "failed", []
        signup.save(update_fields=["state", "steps_done"])
        if signup.account is not None:
            try:
                with transaction.atomic():
                    take_back(account=signup.account)
            except DatabaseError:
                log.exception("schema of sign-up %s could not be dropped", signup_id)
    log.error("sign-up %s could not be provisioned: %s", signup_id, signup.error)


def list_stuck(*, at: datetime) -> list[Signup]:
    """Return sign-ups whose job got lost, or failed and may be tried again."""
    rows = Signup.objects.filter(state="provisioning", changed_at__lt=at - rules.STUCK_AFTER)
    return list(rows.order_by("changed_at")[:100])
