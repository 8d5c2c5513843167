"""Requests broken below the level of a schema: every operation refuses them in our words."""

import json

import pytest
from django.test import Client

from outfitter.api.parser import Malformed, parse
from tests.contract.owner_session import browser_like
from tests.contract.questions import TENANT, plausible
from tests.support.api_operations import Operation, assert_error

WITH_BODY = [one for one in TENANT if one.method not in {"GET", "HEAD"}]
# Who waits for a gateway that is not there; its own tests have it answer.
ASKS_THE_GATEWAY = {one.name for one in TENANT if "readers" in one.path}
DEEP = b'{"a":' * 50_000 + b"1" + b"}" * 50_000
# (content type, body, further headers) of what no reader can read.
BROKEN: dict[str, tuple[str, bytes, dict[str, str]]] = {
    "multipart without boundary": ("multipart/form-data", b"--x\r\n\r\n", {}),
    "multipart that ends early": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n'
        b"Content-Transfer-Encoding: base64\r\n\r\n!\r\n--x--",
        {},
    ),
    "a form where JSON is wanted": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
        {},
    ),
    "a form in another alphabet": ("application/x-www-form-urlencoded; charset=utf-16", b"a=b", {}),
    "no UTF-8": ("application/json", b'{"a":"\xff\xfe"}', {}),
    "half a surrogate pair": ("application/json", rb'{"a":"\ud800"}', {}),
    "NUL": ("application/json", rb'{"a":"b\u0000c"}', {}),
    "nested too deeply": ("application/json", DEEP, {}),
    "a number of ten thousand digits": ("application/json", b'{"a":' + b"9" * 10_000 + b"}", {}),
    "NaN": ("application/json", b'{"a":NaN}', {}),
    "more than infinite": ("application/json", b'{"a":1e999}', {}),
    "a name twice": ("application/json", b'{"a":1,"a":2}', {}),
    "packed": ("application/json", b"\x1f\x8b\x08\x00\x00", {"HTTP_CONTENT_ENCODING": "gzip"}),
}


def _browser(owners: Client) -> Client:
    found = browser_like(owners)
    found.handler.enforce_csrf_checks = True
    found.raise_request_exception = False
    return found


@pytest.mark.parametrize("kind", BROKEN)
def test_what_cannot_be_read_is_refused(kind: str, db: None, reef: None, owners: Client) -> None:
    browser = _browser(owners)
    content_type, body, headers = BROKEN[kind]
    token = browser.defaults["HTTP_X_CSRFTOKEN"]
    wrong = []
    # Without the header a form itself is searched for a token.
    for has_token in (True, False) if "form" in content_type else (True,):
        browser.defaults.pop("HTTP_X_CSRFTOKEN", None)
        if has_token:
            browser.defaults["HTTP_X_CSRFTOKEN"] = token
        for operation in WITH_BODY:
            path = operation.fill(plausible(operation))
            answer = browser.generic(operation.method, path, data=body, content_type=content_type, **headers)
            reads_nothing = not operation.has_body and answer.status_code < 300
            if not (400 <= answer.status_code < 500 or reads_nothing):
                wrong.append((operation.method, path, answer.status_code))
            elif answer.status_code >= 400:
                assert_error(answer, answer.status_code)
    browser.defaults["HTTP_X_CSRFTOKEN"] = token
    assert wrong == []


@pytest.mark.parametrize("raw", ["%00", "a%00b", "%ff%fe", "%ED%A0%80", "a" * 3000, "%2e%2e/%00"])
def test_no_address_breaks_anything(raw: str, db: None, reef: None, owners: Client) -> None:
    browser = _browser(owners)
    paths = [
        *(
            f"/{name}/{raw}"
            for name in (
                "media",
                "media/pictures/" + "a" * 20,
                "media/pictures",
                "widgets",
                "widgets/assets",
                "pay",
                "en/pay",
                "_next/static",
                "partner",
                "ical",
                "api",
            )
        ),
        f"/{raw}",
        f"/{raw}.png",
        f"/en/{raw}.txt",
    ]
    wrong = [
        (path[:80], answer.status_code)
        for path in paths
        if not 400 <= (answer := browser.get(path)).status_code < 500 and not _is_pay(path)
    ]
    assert wrong == []


def _is_pay(path: str) -> bool:
    # The payment page asks for its link itself.
    return "/pay/" in path


@pytest.mark.parametrize("raw", ["%00", "%ED%A0%80", "9" * 400])
def test_no_parameter_breaks_an_operation(raw: str, db: None, reef: None, owners: Client) -> None:
    browser = _browser(owners)
    wrong = []
    for operation in TENANT:
        if operation.method != "GET" or operation.name in ASKS_THE_GATEWAY:
            continue
        if operation.parameters and not wrong_in_path(browser, operation, raw):
            wrong.append(("path", operation.path))
        path = operation.fill(plausible(operation))
        names = ("a", "locale", "filters", "cursor", "request")
        answer = browser.get(f"{path}?{'&'.join(f'{name}={raw}' for name in names)}")
        if answer.status_code == 500:
            wrong.append((path, answer.status_code))
        if raw == "%00":
            assert_error(answer, 422, "validation_failed")
    assert wrong == []


def wrong_in_path(browser: Client, operation: Operation, raw: str) -> bool:
    """Return whether the operation takes the value for nothing of ours, or for a page's name."""
    return browser.get(operation.fill(dict.fromkeys(operation.parameters, raw))).status_code < 500


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":1}',
        '{"b":[{"a":1,"a":2}]}',
        "[NaN]",
        "[-Infinity]",
        "[1e400]",
        r'["\udfff"]',
        r'["\u0000"]',
        r'{"\u0000":1}',
        r'["\\\u0000"]',
        "",
        "\ufeff{}",
        "{'a':1}",
        "[" * 100_000,
    ],
)
def test_what_two_readers_could_read_differently_is_not_read(text: str) -> None:
    with pytest.raises(Malformed):
        parse(text.encode())


@pytest.mark.parametrize(
    "value", [{"a": [1, 2.5, None, True, "é\U0001f600"]}, "\\u0000", "\\\\u0000", [], 10**20, "\U0001f600"]
)
@pytest.mark.parametrize("is_escaped", [True, False])
def test_what_is_plain_is_read(value: object, is_escaped: bool) -> None:
    assert parse(json.dumps(value, ensure_ascii=is_escaped).encode()) == value


def test_the_same_on_the_platforms_own_host(db: None) -> None:
    browser = Client(HTTP_HOST="localhost", raise_request_exception=False)
    for content_type, body, headers in BROKEN.values():
        answer = browser.generic(
            "POST", "/api/signup/account", data=body, content_type=content_type, **headers
        )
        assert 400 <= answer.status_code < 500, answer.content
