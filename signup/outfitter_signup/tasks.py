"""Jobs of sign-up."""

from typing import Any

from outfitter.db.tasks import platform_task
from outfitter.kit.clock import utc_now
from outfitter_signup import mails, operations, progress, rules

__all__ = ["mails", "provision", "retry_stuck"]  # mails holds jobs: the worker has to load it


@platform_task(queue="provisioning")
def provision(*, signup_id: int, **_future: Any) -> None:
    """Make the operator of a sign-up; may run twice and be killed anywhere."""
    progress.run(signup_id=signup_id)


@platform_task(queue="provisioning")
def retry_stuck(**_future: Any) -> None:
    """Start lost jobs again, give up hopeless ones, end sign-ups that nobody went on with."""
    at = utc_now()
    for signup in progress.list_stuck(at=at):
        if signup.attempt_cnt >= rules.PROVISION_ATTEMPTS:
            progress.give_up(signup_id=signup.pk)
        else:
            provision.apply_async(kwargs={"signup_id": signup.pk})
    operations.expire_old(at=at)
