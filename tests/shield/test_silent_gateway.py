"""The real server beside a gateway that takes every connection and never answers."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from bench._slow_clients import HOST, free_port, served
from bench._slow_clients import shielded as command
from outfitter.db.tenant_schema import in_schema
from outfitter.plugins import configs
from outfitter_tenants.trips import queries as trips
from tests.support import database
from tests.support.sales import fill_cart, make_offer

pytestmark = pytest.mark.django_db(transaction=True)
SITE = f"{database.REEF.slug}.localhost"
PAYERS = 6


@pytest.fixture
def gateway() -> Iterator[str]:
    """A server that lets everybody in; yields its address."""
    lines: list[socket.socket] = []
    with socket.create_server((HOST, 0), backlog=64) as server:

        def accept() -> None:
            while True:
                try:
                    lines.append(server.accept()[0])
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        yield f"http://{HOST}:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
    for line in lines:
        line.close()


@pytest.fixture
def carts() -> list[str]:
    """Carts of visitors who all pay at once."""
    with in_schema(database.REEF.schema_name):
        configs.enable(schema_name=database.REEF.schema_name, slug="stripe")
        offer = make_offer(capacity=100)
        return [str(trips.get_trip(trip_id=fill_cart(offer)).hash) for _ in range(PAYERS)]


@pytest.fixture
def port(gateway: str, carts: list[str]) -> Iterator[int]:
    """The product's own web server, with four threads."""
    chosen, found = free_port(), connection.settings_dict
    env = {
        "DJANGO_SETTINGS_MODULE": "outfitter.settings.dev",
        "OUTFITTER_SECRET_KEY": "k" * 50,
        "OUTFITTER_FIELD_KEYS": settings.FIELD_KEYS[0],
        "DATABASE_URL": f"postgresql://{found['USER']}@{quote(found['HOST'], safe='')}"
        f":{found['PORT'] or 5432}/{found['NAME']}",
        "STRIPE_SECRET_KEY": "sk_test_x",
        "STRIPE_PUBLISHABLE_KEY": "pk_test_x",
        "STRIPE_API_BASE": gateway,
        "OUTFITTER_LOG_LEVEL": "ERROR",
    }
    with served(command(chosen), chosen, env) as ready:
        _ask(ready, "GET", "/api/manifest/init")
        yield ready


def _ask(port: int, method: str, path: str, **body: object) -> tuple[int, str, float]:
    """Return status, code and seconds of an answer."""
    began = time.monotonic()
    line = http.client.HTTPConnection(HOST, port, timeout=60)
    headers = {"Host": SITE, "X-Requested-With": "XMLHttpRequest", "Content-Type": "application/json"}
    line.request(method, path, json.dumps(body) if body else None, headers)
    answer = line.getresponse()
    found = json.loads(answer.read() or b"{}")
    line.close()
    return answer.status, str(found.get("code")), time.monotonic() - began


def test_it_holds_half_of_the_threads_for_seconds_and_stops_nobody(port: int, carts: list[str]) -> None:
    def pay(key: str) -> tuple[int, str, float]:
        return _ask(port, "POST", f"/api/payment/trip/{key}/createIntent", amount_mode="due")

    with ThreadPoolExecutor(PAYERS) as people:
        paying = [people.submit(pay, key) for key in carts]
        time.sleep(2)
        others = [_ask(port, "GET", "/api/no-such-thing") for _ in range(5)]
        ended = [one.result() for one in paying]
    assert {(status, code) for status, code, _ in ended} == {(502, "gateway_error")}
    seconds = sorted(took for _, _, took in ended)
    # Two wait for it, to the end; the others hear at once that it is of no use.
    assert [status for status, _, _ in others] == [404] * 5
    assert max(took for _, _, took in others) < 3
    assert seconds[PAYERS - 3] < 5 < seconds[PAYERS - 2]
    assert seconds[-1] < 20
