"""The recorded transport: no plugin's request leaves the machine, whatever client it uses."""

import json
import socket
import urllib.error
import urllib.request

import pytest

from outfitter.sdk.http import NoAnswer, OutboundRequest, send_request
from outfitter.sdk.testing import Response, UnexpectedRequest

URL = "https://api.partner.example/v1/members"


def ask(url: str = URL, **more) -> OutboundRequest:
    return OutboundRequest("members", "POST", url, json={"name": "Zoë"}, **more)


def test_a_request_is_kept_and_answered(transport):
    transport.on("POST", URL, status=201, json={"id": 7}, headers={"X-Left": "9"})

    told = send_request(ask(headers={"Authorization": "Bearer k"}))

    assert (told.status, told.json(), told.headers["x-left"]) == (201, {"id": 7}, "9")
    (sent,) = transport.requests
    assert (sent.method, sent.url, sent.json()) == ("POST", URL, {"name": "Zoë"})
    assert sent.headers["authorization"] == "Bearer k"
    assert sent.path == "/v1/members"


def test_urllib_is_answered_as_well(transport):
    transport.on("GET", "https://hooks.partner.example/*", body="ok")

    with urllib.request.urlopen("https://hooks.partner.example/a?b=c", timeout=5) as answer:
        assert answer.read() == b"ok"
    assert transport.requests[0].path == "/a?b=c"


@pytest.mark.parametrize("status", [204, 301, 404, 429, 500])
def test_every_status_is_an_answer(transport, status):
    transport.on("*", URL, status=status, headers={"Location": "https://elsewhere.example/"})

    assert send_request(ask()).status == status
    assert len(transport.requests) == 1


@pytest.mark.parametrize("failure", ["timeout", "refused", "reset", "garbage"])
def test_a_broken_line_is_no_answer(transport, failure):
    transport.on("POST", URL, fails=failure)

    with pytest.raises(NoAnswer):
        send_request(ask())


def test_the_latest_rule_counts_and_may_end(transport):
    transport.on("POST", URL, status=200)
    transport.on("POST", URL, status=503, times=2)

    assert [send_request(ask()).status for _ in range(3)] == [503, 503, 200]


def test_an_answer_may_be_made_from_the_request(transport):
    transport.on("POST", URL, answer=lambda sent: Response(200, {}, sent.body))

    assert send_request(ask()).json() == {"name": "Zoë"}


def test_what_nothing_is_said_about_fails_the_test(transport):
    with pytest.raises(UnexpectedRequest, match=r"POST https://api\.partner"):
        send_request(ask())


def test_no_way_leads_past_it(transport):
    with socket.socket() as direct, pytest.raises(UnexpectedRequest):
        direct.connect(("192.0.2.1", 443))
    with pytest.raises(UnexpectedRequest):
        socket.create_connection(("192.0.2.1", 443)).makefile("rb")


def test_a_tape_is_played_in_its_order(transport, tmp_path):
    transport.on("POST", URL, status=503, times=1)
    transport.on("POST", URL, status=503, json={"token": "secret-1"}, times=1)
    [send_request(ask()) for _ in range(2)]
    tape = tmp_path / "members.json"
    transport.save(tape, hide=("secret-1",))

    assert "secret-1" not in tape.read_text()
    assert [row["response"]["status"] for row in json.loads(tape.read_text())] == [503, 503]
    transport.requests.clear()
    with transport.tape(tape):
        assert send_request(ask()).json() == {"token": "***"}
        assert send_request(ask()).body == b""
        with pytest.raises(UnexpectedRequest):
            send_request(ask())


def test_a_recording_asks_the_real_server(transport, tmp_path, monkeypatch):
    from outfitter.testing import http_recorder

    monkeypatch.setenv("OUTFITTER_RECORD", "1")
    monkeypatch.setattr(http_recorder, "pass_on", lambda raw, wire: (200, {"a": "b"}, raw[:4]))
    tape = tmp_path / "live.json"
    with transport.tape(tape):
        assert send_request(ask()).body == b"POST"

    assert json.loads(tape.read_text())[0]["response"]["body"] == "POST"


class TestTheWayOut:
    """The SDK's client: bounded, and kept from our own network."""

    @pytest.mark.parametrize(
        ("url", "reason"),
        [
            ("http://api.partner.example/", "not_secure"),
            ("https://127.0.0.1/", "refused_address"),
            ("https://[::1]/", "refused_address"),
            ("https://api.partner.example:8443/", "refused_address"),
            ("https://user:pass@api.partner.example/", "bad_address"),
            ("ftp://api.partner.example/", "not_secure"),
        ],
    )
    def test_what_may_not_be_called(self, transport, settings, url, reason):
        settings.IS_DEVELOPMENT = False

        with pytest.raises(NoAnswer) as refused:
            send_request(ask(url))
        assert refused.value.reason == reason
        assert transport.requests == []

    def test_a_long_answer_is_cut_off(self, transport):
        transport.on("*", URL, body="x" * 5000)

        with pytest.raises(NoAnswer, match="too_large"):
            send_request(ask(most_bytes=4000))

    def test_a_name_that_leads_inside_is_refused(self, monkeypatch):
        where = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.8", 443))]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: where)

        with pytest.raises(NoAnswer, match="refused_address"):
            send_request(ask())

    def test_headers_of_the_plugin_win(self, transport):
        transport.on("*", URL)
        send_request(ask(headers={"user-agent": "Acme", "content-type": "application/vnd.x+json"}))

        sent = transport.requests[0].headers
        assert (sent["user-agent"], sent["content-type"]) == ("Acme", "application/vnd.x+json")


def test_without_it_errors_of_urllib_stay_what_they_are(transport):
    transport.on("GET", "https://hooks.partner.example/", status=404)

    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen("https://hooks.partner.example/", timeout=5)


@pytest.mark.parametrize(
    ("failure", "was_sent"), [("refused", False), ("timeout", True), ("reset", True), ("garbage", True)]
)
def test_whether_a_request_may_have_been_taken_is_known(transport, failure, was_sent):
    transport.on("POST", URL, fails=failure)
    with pytest.raises(NoAnswer) as problem:
        send_request(ask())
    assert problem.value.was_sent is was_sent


def test_what_may_not_be_called_was_not_sent():
    with pytest.raises(NoAnswer) as problem:
        send_request(ask("http://127.0.0.1:9/x"))
    assert not problem.value.was_sent
