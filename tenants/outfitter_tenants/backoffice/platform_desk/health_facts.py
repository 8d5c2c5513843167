"""How the operator we work for is, told to the platform's desk once a day (domain.md 6.5)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from outfitter.db.tenant_schema import current_schema
from outfitter.operators import health
from outfitter_tenants.jobs import queries as jobs
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips.milestones import last_sold_at


def measure(*, at: datetime) -> None:
    """Write down how this operator is: its last sale, what fails, who works there. May run twice."""
    health.keep(
        schema_name=current_schema(),
        last_sale_at=last_sold_at(),
        # Names and roles, no addresses: the desk knows whom to ask for, not how to reach them.
        people=[{"name": name, "role": role} for name, role in people.names_and_roles()],
        failed_job_cnt=jobs.count_failed(since=at - health.DAY),
        at=at,
    )


def daily(state: Mapping[str, Any], at: datetime) -> dict[str, Any] | None:
    """Measure once a day; all of it is one step."""
    measure(at=at)
    return None
