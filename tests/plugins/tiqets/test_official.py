"""
Tiqets' own tester against our server over HTTP: nothing of it is ours.

It runs once for a product with times and once for one without; each of its results is a case here.
Its command line ends well even when tests fail, so its classes are asked.
Its days are UTC's, so the operator's are too: elsewhere its yesterday is some hours long a today.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from supplier_api_tester.v2 import models as theirs
from supplier_api_tester.v2.tester import SupplierApiTester

from outfitter.kit.clock import utc_now
from outfitter_tenants.people.models import Properties
from tests.plugins import channel_partner as shop
from tests.plugins.live_server import served
from tests.plugins.tiqets.world import make_world
from tests.support import database
from tests.support.tenant_clients import enter_operator

# Newer Pythons warn of utcnow(), which the tester calls.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
COUNTS = {"catalog": 1, "availability": 10, "reservation": 8, "booking": 6}
KINDS = ("timed", "open")
CASES = [
    pytest.param(kind, target, number, id=f"{kind}-{target}-{number + 1}")
    for kind in KINDS
    for target, cnt in COUNTS.items()
    for number in range(cnt)
]
Results = Mapping[tuple[str, str], list[theirs.TestResult]]


@pytest.fixture(scope="module")
def results(django_db_setup: None, django_db_blocker: Any) -> Iterator[Results]:
    """Run the tester on committed data; the database is renewed afterwards."""
    with django_db_blocker.unblock():
        cache.clear()
        enter_operator(database.REEF.schema_name)
        Properties.objects.filter(pk=1).update(time_zone="UTC")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shop, "today", lambda: utc_now().date())
            world = make_world()
        connection.set_schema_to_public()
        try:
            with served("reef.localhost") as address:
                yield {
                    (kind, target): SupplierApiTester(
                        f"{address}/partner/tiqets", world.key, getattr(world, kind), target
                    ).run()
                    for kind in KINDS
                    for target in COUNTS
                }
        finally:
            database.renew_database()


def test_every_target_was_tried(results: Results) -> None:
    found = {target: len(results["timed", target]) for target in COUNTS}
    assert found == COUNTS


@pytest.mark.parametrize(("kind", "target", "number"), CASES)
def test_official(results: Results, kind: str, target: str, number: int) -> None:
    result = results[kind, target][number]
    answer = result.response.body if result.response else ""
    assert result.status != 2, f"{result.title}: {result.message}\n{answer}"


def test_nothing_is_as_much_as_doubtful(results: Results) -> None:
    """Tiqets lets warnings pass; there is nothing to warn of here."""
    doubtful = [one.message for found in results.values() for one in found if one.status == 1]
    assert not doubtful
