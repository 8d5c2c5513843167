"""The job that registering starts; below the edges, so that they can start it."""

from typing import Any

from outfitter.db.tenant_tasks import platform_task
from outfitter_signup import provision_run


@platform_task("signup.provision", queue="provisioning")
def provision(*, signup_id: int, **_future: Any) -> None:
    """Make the operator of a sign-up; may run twice and be killed anywhere."""
    provision_run.run_provision(signup_id=signup_id)
