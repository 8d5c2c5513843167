"""The route that works on many customers at once."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.lists import viewer_of
from outfitter.api.principal import allow_unscoped
from outfitter.api.schemas import ERRORS
from outfitter.db import lists
from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.actor import current_actor
from outfitter_tenants.crm import bulk_actions
from outfitter_tenants.crm import schemas as s
from outfitter_tenants.customers.lists import CUSTOMERS
from outfitter_tenants.jobs import queries as jobs
from outfitter_tenants.jobs.operations import creation
from outfitter_tenants.jobs.schemas import JobOut

router = Router(tags=["customers"])


@router.post(
    "/api/customers/bulk",
    auth=allow_unscoped("customer.edit"),
    response={200: JobOut, **ERRORS},
    operation_id="customers_bulk",
)
def customers_bulk(request: HttpRequest, body: s.CustomersBulkIn) -> Any:
    """Tag or anonymise everybody the list shows, as long work with progress."""
    reader, at = viewer_of(request), utc_now()
    wanted = lists.parse(CUSTOMERS, reader, search=body.search, filters=body.filters)
    total = len(body.ids) or lists.count(lists.select(CUSTOMERS, wanted, reader))[0]
    job = creation.start(
        kind=bulk_actions.TAG if body.action == "tag" else bulk_actions.ANONYMISE,
        params=body.model_dump(exclude={"action"}),
        title={"list": "customers", "action": body.action},
        reader=reader,
        name=current_actor().name,
        at=at,
        total_cnt=total,
    )
    return jobs.row_of(job)
