"""What a request of a channel goes through, and that its plugin harms nobody."""

import json
import time
from dataclasses import replace

import pytest
from django.http import HttpResponse, JsonResponse
from django.test import RequestFactory
from django.urls import resolve

from outfitter.kit.clock import utc_now
from outfitter.plugins import configs
from outfitter.plugins.channels.adapter import PartnerCall, PartnerRoute
from outfitter.plugins.channels.errors import BadCredentials, UnknownProduct
from outfitter.plugins.hookspecs import hookimpl
from outfitter_tenants.channels import endpoints
from outfitter_tenants.channels.models import ChannelCall, ChannelConnection
from outfitter_tenants.channels.operations import connections
from tests.support import database
from tests.support.fake_channel import FakeChannel, connect, open_fair

KEY = "X-Fair-Key"


def _key(request, body: bytes) -> str:
    if KEY not in request.headers:
        raise BadCredentials(is_missing=True)
    return request.headers[KEY]


class Open(FakeChannel):
    """A fair with addresses; `handler` is what they do."""

    handler = None

    @hookimpl
    def partner_routes(self) -> list[PartnerRoute]:
        def run(call: PartnerCall) -> HttpResponse:
            return self.handler(call)

        route = PartnerRoute(
            path="partner/fair/seats/<str:name>",
            operation="seats",
            handle=run,
            key=_key,
            methods=("POST",),
            most_bytes=1000,
            seconds=0.5,
        )
        return [
            route,
            replace(route, methods=("GET",), operation="look"),
            replace(route, path="partner/fair/open", key=None, methods=("GET",)),
        ]


@pytest.fixture
def gate(reef):
    """Calls the addresses of a fair as a server would."""
    with open_fair(database.REEF.schema_name, kind=Open) as fair:
        yield Gate(fair, reef)


class Gate:
    def __init__(self, fair, tenant):
        self.fair, self.tenant, self.keys = fair, tenant, {}
        fair.handler = lambda call: JsonResponse({"name": call.params["name"]})

    def connect(self, **values):
        connection = connect(state=values.pop("state", "draft"), **values)
        made = connections.rotate_key(connection_id=connection.id, key=None, at=utc_now())
        ChannelConnection.objects.filter(pk=connection.id).update(state="live")
        self.keys[connection.id] = made.key
        return made.key

    def call(self, key=None, *, path="/partner/fair/seats/A1", method="post", data=None, **more):
        headers = {KEY: key} if key else {}
        body = json.dumps({"ok": 1}) if data is None else data
        kind = more.pop("content_type", "application/json")
        named = {} if method == "get" else {"data": body, "content_type": kind}
        request = getattr(RequestFactory(), method)(path, headers=headers, **named, **more)
        request.tenant = self.tenant
        urls = tuple(endpoints.url_patterns())
        found = resolve(path, urlconf=urls)
        answer = found.func(request, **found.kwargs)
        return answer, json.loads(answer.content)


class TestWayIn:
    def test_a_known_key_reaches_the_plugin_with_its_connection(self, gate):
        key = gate.connect()
        seen = []
        gate.fair.handler = lambda call: seen.append(call) or JsonResponse({})
        for path in ("/partner/fair/seats/A1", "/partner/fair/seats/A1/"):
            assert gate.call(key, path=path)[0].status_code == 200
        assert seen[0].connection.credentials == {"password": "their-own-secret"}
        assert (seen[0].params, seen[0].body) == ({"name": "A1"}, b'{"ok": 1}')
        assert "their-own-secret" not in repr(seen[0])
        assert ChannelConnection.objects.get().last_call_at is not None

    def test_the_routes_of_one_path_are_told_apart_by_method(self, gate):
        key = gate.connect()
        assert gate.call(key, method="get")[0].status_code == 200
        assert ChannelCall.objects.get().operation == "look"
        answer, said = gate.call(key, method="put")
        assert (answer.status_code, said["fair"]) == (405, "method_not_allowed")
        assert answer["Allow"] == "GET, POST"

    def test_an_operator_without_the_plugin_has_no_such_address(self, gate):
        key = gate.connect()
        configs.disable(schema_name=database.REEF.schema_name, slug="fair")
        answer, said = gate.call(key)
        assert (answer.status_code, said["code"]) == (404, "not_found")
        assert ChannelCall.objects.count() == 0

    @pytest.mark.parametrize(
        ("change", "status", "kind"),
        [
            ({"key": None}, 401, "bad_credentials"),
            ({"key": "guessed"}, 401, "bad_credentials"),
            ({"data": "x" * 1001}, 413, "too_large"),
            ({"data": "x" * 3_000_000}, 413, "too_large"),
            ({"content_type": "text/xml"}, 415, "wrong_content_type"),
        ],
    )
    def test_what_is_wrong_is_said_in_the_channels_form(self, gate, change, status, kind):
        given = {"key": gate.connect(), **change}
        answer, said = gate.call(given.pop("key"), **given)
        assert (answer.status_code, said["fair"]) == (status, kind)
        row = ChannelCall.objects.get()
        assert (row.outcome, row.code, row.status) == ("refused", kind, status)

    def test_a_paused_connection_is_closed_and_an_old_key_worth_nothing(self, gate):
        key = gate.connect()
        ChannelConnection.objects.update(state="paused")
        assert gate.call(key)[1]["fair"] == "connection_closed"
        row = ChannelConnection.objects.get()
        connections.rotate_key(connection_id=row.pk, key=None, at=utc_now())
        assert gate.call(key)[1]["fair"] == "bad_credentials"

    def test_more_calls_than_agreed_have_to_wait(self, gate):
        key = gate.connect(calls_per_minute=2)
        found = [gate.call(key)[0].status_code for _ in range(3)]
        assert found == [200, 200, 429]
        # Another connection is not held up by it.
        assert gate.call(gate.connect())[0].status_code == 200

    def test_guesses_are_counted(self, gate, monkeypatch):
        monkeypatch.setattr(endpoints, "_GUESSES", (2, 60))
        found = [gate.call("guess")[0].status_code for _ in range(3)]
        assert found == [401, 401, 429]

    def test_an_open_address_needs_no_key(self, gate):
        gate.fair.handler = lambda call: JsonResponse({"who": call.optional_connection is None})
        assert gate.call(path="/partner/fair/open", method="get")[1] == {"who": True}


class TestBrokenPlugin:
    def test_what_it_raises_is_its_own_internal_error(self, gate):
        key = gate.connect()

        def fail(call):
            raise ZeroDivisionError("their-own-secret")

        gate.fair.handler = fail
        answer, said = gate.call(key)
        assert (answer.status_code, said["fair"]) == (500, "internal")
        assert "secret" not in answer.content.decode()
        assert ChannelCall.objects.get().outcome == "failed"

    def test_a_problem_it_did_not_translate(self, gate):
        key = gate.connect()

        def fail(call):
            raise UnknownProduct("P1")

        gate.fair.handler = fail
        answer, said = gate.call(key)
        assert (answer.status_code, said["fair"]) == (400, "malformed")
        assert ChannelCall.objects.get().code == "unknown_product"

    def test_one_that_hangs_is_cut_off(self, gate):
        key = gate.connect()
        gate.fair.handler = lambda call: time.sleep(5)
        begun = time.monotonic()
        answer, said = gate.call(key)
        assert (answer.status_code, said["fair"]) == (504, "timed_out")
        assert time.monotonic() - begun < 2

    def test_one_that_is_flooded_answers_at_once(self, gate, monkeypatch):
        key = gate.connect()
        monkeypatch.setattr(endpoints, "_WAIT_SECONDS", 0.01)
        places = endpoints._places_of("fair")
        for _ in range(endpoints.PLACES):
            places.acquire()
        try:
            answer, said = gate.call(key)
        finally:
            for _ in range(endpoints.PLACES):
                places.release()
        assert (answer.status_code, said["fair"]) == (503, "overloaded")
        assert gate.call(key)[0].status_code == 200


class TestLog:
    def test_a_call_is_found_by_its_references_and_tells_no_secrets(self, gate):
        key = gate.connect()

        def handle(call):
            call.add_references(reference="BR-1", booking="uuid-1", nothing=None)
            return JsonResponse({"contact": {"emailAddress": "ana@example.com"}, "seats": 3})

        gate.fair.handler = handle
        data = {
            "contact": {"firstName": "Ana", "phone": ""},
            "note": "write ana@example.com",
            "data": {"ApiKey": "k-1"},
            "units": [{"id": "ADULT"}],
        }
        gate.call(key, data=json.dumps(data))
        row = ChannelCall.objects.get()
        assert set(row.references) == {"BR-1", "uuid-1"}
        assert (row.direction, row.operation, row.status) == ("in", "seats", 200)
        for text in ("Ana", "ana@example.com", "k-1", key):
            assert text not in row.asked + row.answered + row.path
        assert json.loads(row.asked)["contact"] == {"firstName": "•••", "phone": ""}
        assert json.loads(row.answered)["seats"] == 3

    def test_the_query_is_shown_without_its_secrets(self, gate):
        key = gate.connect()
        gate.call(
            key,
            path="/partner/fair/seats/A1",
            method="get",
            query_params={"email": "ana@example.com", "start": "2026-11-22"},
        )
        row = ChannelCall.objects.get()
        assert "start=2026-11-22" in row.path
        assert "ana" not in row.path
