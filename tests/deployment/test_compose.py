"""The compose file runs one image everywhere, in containers that can do little."""

import re
from typing import Any

import pytest

from tests.deployment import sources

pytestmark = pytest.mark.rules
OURS = ("web-1", "web-2", "worker", "beat", "migrate")
SERVICES: dict[str, Any] = sources.compose()["services"]
# What the images of others read.
THEIRS = {"POSTGRES_PASSWORD", "DATABASE_PASSWORD", "POSTGRES_INITDB_ARGS", "DATABASE_HOST", "POSTGRES_ROLE"}
THEIRS |= {"POSTGRES_ROLE_PASSWORD", "OUTFITTER_IMAGE", "PGBOUNCER_IMAGE", "CADDY_IMAGE"}


def test_the_product_is_one_image() -> None:
    assert len({SERVICES[name]["image"] for name in OURS}) == 1


@pytest.mark.parametrize("name", SERVICES)
def test_images_have_a_version(name: str) -> None:
    image = SERVICES[name]["image"]
    given = re.fullmatch(r"\$\{\w+:\?such as (\S+)\}", image)
    assert re.search(r":\d+\.\d+", given[1] if given else image)


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_writes_nothing_of_its_image_and_has_no_rights(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["user"].split(":")[0] not in {"0", "root"}
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "caddy" else [])


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_what_runs_is_asked_and_comes_again(name: str) -> None:
    assert SERVICES[name]["restart"] == "unless-stopped"
    assert SERVICES[name]["healthcheck"]["test"]


def test_only_the_proxy_has_ports_and_a_way_to_the_web_servers() -> None:
    networks = sources.compose()["networks"]
    assert [name for name, one in SERVICES.items() if "ports" in one] == ["caddy"]
    assert {name for name, one in SERVICES.items() if "edge" in one["networks"]} == {
        "web-1",
        "web-2",
        "caddy",
    }
    # Were another network shared, the proxy might come from an address that nobody trusts.
    assert set(SERVICES["caddy"]["networks"]) & set(SERVICES["web-1"]["networks"]) == {"edge"}
    assert set().union(*(one["networks"] for one in SERVICES.values())) == set(networks)
    (subnet,) = networks["edge"]["ipam"]["config"]
    assert SERVICES["web-1"]["environment"]["OUTFITTER_TRUSTED_PROXIES"] == subnet["subnet"]
    assert networks["edge"]["internal"] is True
    assert networks["inside"]["internal"] is True
    assert all(SERVICES[name]["networks"] == ["inside"] for name in ("postgres", "pgbouncer", "valkey"))


def test_the_pooler_keeps_statements_and_migrations_go_past_it() -> None:
    said = (sources.INFRA / "containers" / "pgbouncer" / "pgbouncer.ini").read_text()
    assert re.search(r"^pool_mode = transaction$", said, re.MULTILINE)
    assert re.search(r"^max_prepared_statements = [1-9]\d+$", said, re.MULTILINE)
    assert re.search(r"^track_extra_parameters = IntervalStyle, search_path$", said, re.MULTILINE)
    for name in ("web-1", "worker", "beat"):
        assert "@pgbouncer:6432/" in SERVICES[name]["environment"]["DATABASE_URL"]
    assert "@postgres:5432/" in SERVICES["migrate"]["environment"]["DATABASE_URL"]


def test_a_web_server_has_time_to_end() -> None:
    for name in ("web-1", "web-2"):
        drain = int(SERVICES[name]["environment"]["OUTFITTER_DRAIN_SECONDS"])
        # The proxy asks every two seconds, and goes elsewhere after one no.
        assert drain >= 3 * 2
        assert int(SERVICES[name]["stop_grace_period"].removesuffix("s")) > drain + 30
    # A job ends after 300 seconds at the latest.
    assert SERVICES["worker"]["stop_grace_period"] == "330s"


def test_every_variable_is_read_by_somebody() -> None:
    product = {key for name in OURS for key in SERVICES[name]["environment"]}
    assert product <= sources.known_variables()
    assert set(SERVICES["caddy"]["environment"]) == sources.caddy_variables()
    example = sources.names_set_in((sources.INFRA / "compose" / "env.example").read_text())
    assert example <= sources.known_variables() | sources.caddy_variables() | THEIRS
    asked = set(re.findall(r"\$\{(\w+)", (sources.INFRA / "compose" / "compose.yaml").read_text()))
    assert asked <= example


def test_health_checks_ask_routes_that_are_there() -> None:
    from outfitter.api import probes

    for name in ("web-1", "web-2"):
        (path,) = re.findall(r"127\.0\.0\.1:8000(/\w+)", SERVICES[name]["healthcheck"]["test"][-1])
        assert path == probes.READY
    for name in ("worker", "beat"):
        file = SERVICES[name]["environment"]["OUTFITTER_HEARTBEAT_FILE"]
        assert file in SERVICES[name]["healthcheck"]["test"][-1]


def test_the_worker_takes_every_queue() -> None:
    from launcher.application import QUEUES

    argv = SERVICES["worker"]["command"]
    assert argv[argv.index("-Q") + 1] == QUEUES
