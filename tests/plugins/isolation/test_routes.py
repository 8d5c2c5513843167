"""A plugin's addresses: 404 for operators without it, a few places and seconds with it."""

import re
import threading
import time
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client, override_settings
from django.urls import path
from ninja import NinjaAPI, Router

from outfitter.api import errors
from outfitter.api import plugin_routes as mounting
from outfitter.plugins import configs, registry, time_limits, webhooks
from outfitter.plugins.types import InboundWebhook, PluginApiRouter, Webhook
from tests.contract import questions
from tests.contract.walk import walk
from tests.plugins.isolation.conftest import SECRET

urlpatterns: list[Any] = []
stop = threading.Event()


def answer(behaviour: str) -> dict[str, str]:
    if behaviour == "raise":
        raise RuntimeError("broken")
    if behaviour == "hang":
        stop.wait(10)
    return {"hello": behaviour}


@pytest.fixture
def mounted(plant: Any, reef: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Mount the routes of a plugin of our own, with all that the host does around them."""
    router = Router()

    @router.get("/{behaviour}", operation_id="acme_answer")
    def get_answer(request: HttpRequest, behaviour: str) -> dict[str, str]:
        return answer(behaviour)

    def receive(request: HttpRequest, secrets: Any) -> InboundWebhook:
        answer(request.headers["X-Behaviour"])
        return InboundWebhook("e1", "x", None, {})

    plant("acme")
    hook = Webhook("acme/hook", receive, lambda *_: None)
    found = {
        "api_routers": [("acme", PluginApiRouter(router, audience="public"))],
        "webhooks": [("acme", hook)],
    }
    monkeypatch.setattr(registry, "collect", lambda name: found.get(name, []))
    api = NinjaAPI(urls_namespace=f"test-{time.monotonic_ns()}")
    errors.install(api)
    mounting.mount_plugins(api)
    urlpatterns[:] = [*webhooks.url_patterns(), path("", api.urls)]
    stop.clear()
    with override_settings(ROOT_URLCONF=__name__):
        yield
    stop.set()


def get(client: Client, behaviour: str) -> int:
    return client.get(f"/api/plugins/acme/{behaviour}").status_code


def post(client: Client, behaviour: str) -> int:
    return client.post(
        "/partner/acme/hook", "{}", "application/json", headers={"X-Behaviour": behaviour}
    ).status_code


def test_operators_without_it_get_404(mounted, client_for):
    assert [get(client_for(slug), "hi") for slug in ("reef", "peak")] == [200, 404]
    assert [post(client_for(slug), "hi") for slug in ("reef", "peak")] == [200, 404]
    configs.disable(schema_name="t_reef", slug="acme")
    assert (get(client_for("reef"), "hi"), post(client_for("reef"), "hi")) == (404, 404)


def test_one_that_raises_is_an_error_of_its_own(mounted, client_for):
    client = client_for("reef")
    client.raise_request_exception = False

    assert (get(client, "raise"), get(client, "hi")) == (500, 200)


def test_one_that_hangs_is_ended(mounted, client_for, monkeypatch):
    monkeypatch.setattr(time_limits, "REQUEST_SECONDS", 0.2)
    monkeypatch.setattr(time_limits, "WEBHOOK_SECONDS", 0.2)
    begin = time.monotonic()

    assert (get(client_for("reef"), "hang"), post(client_for("reef"), "hang")) == (503, 503)
    assert time.monotonic() - begin < 3


def test_one_that_hangs_leaves_places_for_others(plant, reef):
    plant("acme")
    fence = mounting.limit_plugin("acme")
    running, release = [], threading.Event()

    @fence
    def hang() -> None:
        running.append(1)
        release.wait(10)

    threads = [threading.Thread(target=_in_reef(hang)) for _ in range(mounting.PLACES)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 3
    while len(running) < mounting.PLACES and time.monotonic() < end:
        time.sleep(0.01)
    with pytest.raises(mounting.PluginBusy):
        hang()
    release.set()
    for thread in threads:
        thread.join()


def _in_reef(function: Any) -> Any:
    from django.db import connections

    def run() -> None:
        try:
            function()
        finally:
            connections.close_all()

    return run


def test_no_secret_of_it_is_shown(mounted, client_for, monkeypatch, caplog):
    client = client_for("reef")
    client.raise_request_exception = False
    monkeypatch.setattr("tests.plugins.isolation.test_routes.answer", lambda _: 1 / 0 if SECRET else {})

    assert SECRET not in client.get("/api/plugins/acme/x").content.decode() + caplog.text


def test_every_partner_address_is_404_without_its_plugin(peak, client_for):
    for slug in registry.slugs():
        configs.disable(schema_name=peak.schema_name, slug=slug)

    def ask(operation: questions.PartnerCall) -> Any:
        url = re.sub(r"<[^>]+>", "x", operation.path)
        response = client_for("peak").generic(operation.method, url)
        assert response.status_code == 404, response.status_code
        return response

    walk(questions.PARTNERS, ask)
