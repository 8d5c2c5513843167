"""The operator for validators: made once, and what validators ask of it goes well."""

import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from supplier_api_tester.v2.tester import SupplierApiTester

from outfitter.accounts.models import Account
from outfitter.kit.clock import utc_now
from outfitter_demo import channel_validators
from outfitter_tenants.channels.models import ChannelConnection
from outfitter_tenants.scheduling.models import Timeslot
from tests.plugins.channel_partner import Partner
from tests.plugins.live_server import served
from tests.plugins.octo.scenarios import Scenario
from tests.plugins.octo.test_scenarios import SCENARIOS
from tests.plugins.octo.world import World, world_of
from tests.support import database

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
NAMES = tuple(product.name for product in channel_validators.PRODUCTS)
WorldAsSeen = Callable[[str, str], World]
BOOKED = {"reservation", "extension", "confirmation", "update", "cancellation"}
TARGETS = {"catalog": 1, "availability": 10, "reservation": 8, "booking": 6}


@pytest.fixture(scope="module")
def keys(tmp_path_factory: Any) -> Path:
    return tmp_path_factory.mktemp("validators") / "keys.json"


@pytest.fixture(scope="module")
def doors(keys: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    """The operator, committed; the database is renewed afterwards."""
    with django_db_blocker.unblock():
        cache.clear()
        connection.set_schema_to_public()
        try:
            yield channel_validators.seed(at=utc_now(), keys=keys)
        finally:
            connection.set_schema_to_public()
            database.renew_database()


@pytest.fixture
def inside(doors: dict[str, Any]) -> Account:
    account: Account = Account.objects.get(slug=channel_validators.SLUG)
    connection.set_tenant(account)
    return account


def octo(doors: dict[str, Any], capabilities: str) -> Partner:
    return reseller(doors["octo"].key, capabilities)


def reseller(key: str, capabilities: str) -> Partner:
    headers = {"Authorization": f"Bearer {key}", "Octo-Capabilities": capabilities}
    return Partner("octo", headers, host=channel_validators.SLUG)


def test_there_is_room_and_one_that_has_none(inside: Account) -> None:
    seats = dict(Timeslot.objects.values_list("experience__name", "capacity").distinct())
    assert min(seats[name] for name in NAMES[:3]) >= 1000
    assert seats[NAMES[3]] == 0
    assert Timeslot.objects.filter(is_flex=True, experience__name=NAMES[2]).exists()


def test_again_it_says_the_same(inside: Account, doors: dict[str, Any], keys: Path, capsys: Any) -> None:
    before = Timeslot.objects.count()
    connection.set_schema_to_public()
    call_command("seed", "--for", "channels", json=keys)
    told = capsys.readouterr().out
    for channel, door in doors.items():
        assert f"{channel:<8} {door.url}  {door.key}" in told
        assert door.url.endswith(f"/partner/{channel}")
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    connection.set_tenant(inside)
    assert ChannelConnection.objects.count() == len(channel_validators.CHANNELS)
    assert Timeslot.objects.count() == before


def test_a_lost_key_is_made_anew(inside: Account, doors: dict[str, Any], tmp_path: Path) -> None:
    with_all = channel_validators.seed(at=utc_now(), keys=tmp_path / "lost.json")
    try:
        assert with_all["octo"].key != doors["octo"].key
        assert octo(with_all, "").send("GET", "/products").status == 200
        assert octo(doors, "").send("GET", "/products").status != 200
    finally:
        doors.update(with_all)


# Left out: what scenarios say of Reef Runners' name, and of products without capabilities.
PLAIN = [(one, "") for one in SCENARIOS if one.flow != "supplier"]
PRICED = [(one, "octo/pricing") for one in SCENARIOS if one.flow not in {"supplier", "products"}]


@pytest.fixture(scope="module")
def world_as_seen() -> WorldAsSeen:
    """Return what a reseller with these capabilities sees: it is read once, all scenarios begin with it."""
    read = lru_cache(lambda key, capabilities: world_of(reseller(key, capabilities), key, NAMES))
    return lambda key, capabilities: replace(read(key, capabilities), before={})


@pytest.mark.parametrize(("scenario", "capabilities"), [*PLAIN, *PRICED], ids=str)
def test_octo(
    scenario: Scenario, capabilities: str, inside: Account, doors: Any, world_as_seen: WorldAsSeen
) -> None:
    world = world_as_seen(doors["octo"].key, capabilities)
    ask = scenario.ask(world)
    reply = world.ask(ask.method, ask.path, ask.body)
    for check in scenario.checks:
        check(world, reply)
    assert reply.headers["Octo-Capabilities"] == capabilities
    if scenario.flow in BOOKED and reply.status == 200:
        assert ("pricing" in reply.body) is (capabilities == "octo/pricing")


@pytest.mark.parametrize("name", [NAMES[0], NAMES[2]])
def test_tiqets_own_tester(doors: dict[str, Any], name: str) -> None:
    key = doors["tiqets"].key
    listed = Partner("tiqets", {"API-Key": key}, host=channel_validators.SLUG).send("GET", "/v2/products")
    product = next(one["id"] for one in listed.body if one["name"] == name)
    with served(f"{channel_validators.SLUG}.localhost") as address:
        for target, cnt in TARGETS.items():
            found = SupplierApiTester(f"{address}/partner/tiqets", key, product, target).run()
            assert len(found) == cnt
            assert [one.message for one in found if one.status] == []
