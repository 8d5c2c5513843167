"""Jobs of sign-up; the worker finds all of them from here."""

from typing import Any

from outfitter.db.tenant_tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter_signup import operations, provision_run, rules, signup_mails
from outfitter_signup.provision_run import provision

__all__ = ["provision", "retry_stuck", "signup_mails"]


@platform_task("signup.retry_stuck", queue="provisioning")
def retry_stuck(**_future: Any) -> None:
    """Start lost jobs again, give up hopeless ones, end sign-ups that nobody went on with."""
    at = utc_now()
    for signup in provision_run.list_stuck(at=at):
        if signup.attempt_cnt >= rules.PROVISION_ATTEMPTS:
            provision_run.give_up(signup_id=signup.pk)
        else:
            provision.apply_async(kwargs={"signup_id": signup.pk})
    operations.expire_old(at=at)
    operations.forget_old(at=at)
