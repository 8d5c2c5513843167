"""A gateway that never answers holds half of the threads, for seconds; nobody else waits."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from outfitter.plugins import time_limits
from outfitter.plugins.payments import gateway_capacity
from outfitter.plugins.payments.types import GatewayUnavailable
from outfitter.sdk import TenantContext
from outfitter_stripe import client
from outfitter_stripe.api_keys import ApiKeys

CTX = TenantContext(schema="reef", name="Reef Runners")


class Silent:
    """A gateway that answers when it is told to."""

    slug = "silent"
    capabilities = frozenset({"terminal"})

    def __init__(self) -> None:
        self.answers = threading.Event()
        self.asked = threading.Semaphore(0)

    def checkout_client(self, ctx: TenantContext) -> str:
        return "local"

    def get_intent(self, ctx: TenantContext, *, gateway_id: str) -> str:
        self.asked.release()
        assert self.answers.wait(30)
        return gateway_id

    def list_cards(self, ctx: TenantContext, *, customer_id: str) -> None:
        while True:
            time.sleep(0.01)


@pytest.fixture(autouse=True)
def _places() -> Iterator[None]:
    gateway_capacity.limit_capacity(2)
    yield
    gateway_capacity.limit_capacity(None)
    client._client.cache_clear()


def test_half_of_the_threads_wait_and_the_next_is_told_at_once() -> None:
    gateway = Silent()
    provider: Any = gateway_capacity.limit_calls(gateway)  # type: ignore[arg-type]
    with ThreadPoolExecutor(4) as threads:
        waiting = [threads.submit(provider.get_intent, CTX, gateway_id=name) for name in "ab"]
        for _ in waiting:
            assert gateway.asked.acquire(timeout=10)
        began = time.monotonic()
        with pytest.raises(GatewayUnavailable):
            threads.submit(provider.get_intent, CTX, gateway_id="c").result()
        with pytest.raises(gateway_capacity.GatewayBusy):
            gateway_capacity.require_place()
        # What asks nobody goes on.
        assert threads.submit(provider.checkout_client, CTX).result() == "local"
        assert (provider.slug, provider.capabilities) == ("silent", {"terminal"})
        assert time.monotonic() - began < 5
        gateway.answers.set()
        assert [one.result() for one in waiting] == ["a", "b"]
    gateway_capacity.require_place()
    assert provider.get_intent(CTX, gateway_id="c") == "c"


def test_a_call_ends_however_busy_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway_capacity, "SECONDS", 0.2)
    provider: Any = gateway_capacity.limit_calls(Silent())  # type: ignore[arg-type]
    for _ in range(3):
        with ThreadPoolExecutor(1) as threads, pytest.raises(GatewayUnavailable):
            threads.submit(provider.list_cards, CTX, customer_id="c").result()
    gateway_capacity.require_place()


def test_a_refusal_gives_the_place_back() -> None:
    class Failing(Silent):
        def get_intent(self, ctx: TenantContext, *, gateway_id: str) -> str:
            raise GatewayUnavailable("away")

    provider: Any = gateway_capacity.limit_calls(Failing())  # type: ignore[arg-type]
    for _ in range(3):
        with pytest.raises(GatewayUnavailable, match="away"):
            provider.get_intent(CTX, gateway_id="a")
    gateway_capacity.require_place()


def test_jobs_have_no_limit() -> None:
    gateway_capacity.limit_capacity(None)
    gateway = Silent()
    assert gateway_capacity.limit_calls(gateway) is gateway  # type: ignore[comparison-overlap, arg-type]
    gateway_capacity.require_place()


@pytest.mark.parametrize(("is_waited_for", "tries"), [(True, 1), (False, 2)])
def test_stripe_is_asked_once_where_people_wait(
    monkeypatch: pytest.MonkeyPatch, is_waited_for: bool, tries: int
) -> None:
    """A server that takes the connection and says nothing."""
    for name in ("SHORT_READ_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(client, name, 0.2)
    gateway_capacity.limit_capacity(2 if is_waited_for else None)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        base = f"http://127.0.0.1:{server.getsockname()[1]}"
        keys = ApiKeys("sk_test_x", "pk_test_x", None, base, "", is_test=True)
        lines: list[socket.socket] = []
        with ThreadPoolExecutor(1) as threads:
            asked = threads.submit(client.balance, keys)
            while not asked.done():
                try:
                    lines.append(server.accept()[0])
                except TimeoutError:
                    continue
            with pytest.raises(GatewayUnavailable):
                asked.result()
    assert len(lines) == tries
    for line in lines:
        line.close()


def test_the_deadline_covers_what_stripe_may_take() -> None:
    assert client.CONNECT_SECONDS + client.SHORT_READ_SECONDS <= gateway_capacity.SECONDS
    assert gateway_capacity.SECONDS <= time_limits.REQUEST_SECONDS
