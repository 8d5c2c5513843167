"""Who sees some bookings only does not see everybody's customers, whatever their role lists."""

from collections.abc import Callable

import pytest
from django.test import Client

from outfitter.api.principal import SignedIn
from outfitter.kit.clock import utc_now
from outfitter_tenants.jobs import operations as jobs
from outfitter_tenants.jobs.models import Job
from outfitter_tenants.transfer.models import Transfer
from tests.support.api_operations import assert_error, every_operation
from tests.support.customers import make_customer
from tests.support.team import browser_of, make_colleague, make_role

pytestmark = pytest.mark.usefixtures("reef")
CODES = ("trip.view", "customer.view", "customer.edit", "export")


@pytest.fixture
def guide(client_for: Callable[[str], Client]) -> Client:
    role = make_role("skipper", *CODES, scope="assigned")
    return browser_of(client_for, make_colleague("Gil", role=role))


def test_the_list_is_closed(guide: Client) -> None:
    make_customer(email="ana@x.io")

    assert_error(guide.get("/api/customers/get"), 403, "forbidden")


def test_so_are_one_customer_and_their_mails(guide: Client) -> None:
    key = make_customer(email="ana@x.io")

    assert_error(guide.get(f"/api/customer/{key}/get"), 403, "forbidden")
    assert_error(guide.get(f"/api/messages/customer/{key}/get"), 403, "forbidden")


def test_an_export_holds_nobody(guide: Client) -> None:
    make_customer(email="ana@x.io")
    body = {"object": "customers", "format": "csv"}
    guide.post("/api/importexport/export/create", body, content_type="application/json")

    jobs.work_on({"job_id": Job.objects.get().pk}, utc_now())

    assert Transfer.objects.get().ok_rows == 0


def test_every_operation_on_customers_asks_for_whole_sight() -> None:
    found = [
        one
        for one in every_operation()
        if isinstance(one.auth, SignedIn) and (one.auth.permission or "").startswith("customer.")
    ]

    assert found
    assert [one.path for one in found if not one.auth.needs_whole_sight] == []
