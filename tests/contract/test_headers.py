"""What every answer tells a browser it may not do, and whom requests are believed to come from."""

import pytest
from django.conf import settings
from django.test import Client, RequestFactory, override_settings

from outfitter.accounts.request_origin import origin_of
from outfitter.api import trusted_proxies
from tests.support.api_operations import assert_error
from tests.support.tenant_clients import make_client

pytestmark = pytest.mark.django_db
TOLD = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
HTML = {"Accept": "text/html"}
HOSTS = ["reef.localhost", "localhost", "nobody.localhost", "b@d host", "10.0.0.7"]
PATHS = [
    "/",
    "/healthz",
    "/livez",
    "/readyz",
    "/nothing",
    "/en/nothing",
    "/api/nothing",
    "/api/init",
    "/app/init",
    "/media/x",
    "/media/pictures/x/1.webp",
    "/media/%00",
    "/widgets/nothing",
    "/widgets/assets/x.js",
    "/_next/static/x.js",
    "/nothing.png",
    "/partner/nothing",
    "/partner/stripe",
    "/pay/x",
    "/api/trips/get?filters=%00",
    "/manifest",
    "/sw.js",
]


def _missing(answer):
    told = {name: answer.headers.get(name) for name in TOLD}
    bad = {name for name, value in told.items() if value != TOLD[name]}
    # Widgets and payment pages have a policy of their own instead, where they exist at all.
    policy = answer.headers.get("Content-Security-Policy", "")
    if "frame-ancestors" in policy or (answer.status_code < 400 and "default-src" in policy):
        bad.discard("X-Frame-Options")
    if answer.headers.get("Referrer-Policy") == "no-referrer":
        bad.discard("Referrer-Policy")
    if "Permissions-Policy" not in answer.headers:
        bad.add("Permissions-Policy")
    if answer.status_code >= 400 and "default-src" not in policy:
        bad.add("Content-Security-Policy")
    return bad


@pytest.mark.parametrize("method", ["get", "head", "post", "put", "delete", "options"])
def test_every_answer_has_the_headers(reef, method):
    wrong = []
    for host in HOSTS:
        for path in PATHS:
            for accept in ("text/html", "application/json"):
                browser = Client(HTTP_HOST=host, raise_request_exception=False)
                answer = getattr(browser, method)(path, headers={"Accept": accept})
                if bad := _missing(answer):
                    wrong.append((host, path, accept, answer.status_code, sorted(bad)))
    assert wrong == []


def test_refusals_have_them_too(reef):
    browser = make_client("reef")
    browser.raise_request_exception = False
    too_large = browser.post(
        "/api/login", data=b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1), content_type="application/json"
    )
    refused = browser.post(
        "/api/login",
        {"email": "a@b.example", "password": "x"},
        content_type="application/json",
        headers={"Sec-Fetch-Site": "cross-site"},
    )

    assert [one.status_code for one in (too_large, refused)] == [413, 403]
    assert [_missing(one) for one in (too_large, refused)] == [set(), set()]


def test_what_breaks_unforeseen_has_them_too(reef, monkeypatch):
    from outfitter.accounts import hosts

    def broken(_name):
        raise RuntimeError("the table is gone")

    monkeypatch.setattr(hosts, "find_tenant", broken)
    answer = Client(HTTP_HOST="reef.localhost", raise_request_exception=False).get("/api/init")

    assert answer.status_code == 500
    assert _missing(answer) == set()


def test_production_is_told_to_stay_on_tls_whatever_a_proxy_says(reef):
    secure = {
        "SCHEME": "https",
        "SECURE_PROXY_SSL_HEADER": ("OUTFITTER_SCHEME", "https"),
        "SECURE_HSTS_SECONDS": 60,
    }
    with override_settings(**secure):
        for headers in ({}, {"X-Forwarded-Proto": "http"}, {"Outfitter-Scheme": "http"}):
            answer = Client(HTTP_HOST="nobody.localhost").get("/", headers=headers)
            assert answer["Strict-Transport-Security"].startswith("max-age=60")
    with override_settings(**{**secure, "SCHEME": "http"}):
        answer = Client(HTTP_HOST="reef.localhost").get("/", headers={"X-Forwarded-Proto": "https"})
        assert "Strict-Transport-Security" not in answer.headers


class TestProxies:
    FORGED = {
        "HTTP_X_FORWARDED_HOST": "peak.localhost",
        "HTTP_X_FORWARDED_PROTO": "https",
        "HTTP_X_FORWARDED_PORT": "666",
        "HTTP_X_FORWARDED_FOR": "198.51.100.7",
        "HTTP_FORWARDED": "host=peak.localhost",
    }

    def seen(self, **meta):
        found = []
        request = RequestFactory().get("/", HTTP_HOST="reef.localhost:8000", **self.FORGED, **meta)
        trusted_proxies.RequestMiddleware(lambda one: found.append(one) or None)(request)
        return found[0], trusted_proxies.client_ip(found[0])

    @override_settings(USE_X_FORWARDED_HOST=True, TRUSTED_PROXIES=["10.0.0.0/8", "::1"])
    @pytest.mark.parametrize("address", ["203.0.113.9", "11.0.0.1", "", "unix:", "::2"])
    def test_strangers_are_not_believed(self, address):
        request, ip = self.seen(REMOTE_ADDR=address)

        assert request.get_host() == "reef.localhost:8000"
        assert not set(request.META) & set(trusted_proxies.SAID_BY_PROXIES)
        assert ip == (address if address and address != "unix:" else None)

    @override_settings(USE_X_FORWARDED_HOST=True, TRUSTED_PROXIES=["10.0.0.0/8", "::1"])
    @pytest.mark.parametrize("address", ["10.1.2.3", "::1", "::ffff:10.1.2.3"])
    def test_ours_are(self, address):
        request, ip = self.seen(REMOTE_ADDR=address)

        assert (request.get_host(), ip) == ("peak.localhost", "198.51.100.7")

    @override_settings(TRUSTED_PROXIES=["10.0.0.0/8"])
    @pytest.mark.parametrize(
        ("said", "ip"),
        [
            ("1.1.1.1, 198.51.100.7", "198.51.100.7"),  # what a browser invents stands to the left
            ("1.1.1.1, 198.51.100.7, 10.0.0.2", "198.51.100.7"),
            ("10.0.0.3, 10.0.0.2", "10.0.0.3"),
            ("1.1.1.1, no address", "10.1.2.3"),
            ("'; DROP TABLE x --", "10.1.2.3"),
            (",,,", "10.1.2.3"),
            ("2001:DB8::1", "2001:db8::1"),
            (", ".join(["10.0.0.1"] * 5_000), "10.0.0.1"),
        ],
    )
    def test_the_browser_is_whom_our_last_proxy_saw(self, said, ip):
        request = RequestFactory().get("/", REMOTE_ADDR="10.1.2.3", HTTP_X_FORWARDED_FOR=said)

        assert trusted_proxies.client_ip(request) == ip

    def test_development_believes_this_machine_alone(self):
        text = (settings.ROOT / "platform/outfitter/settings/dev.py").read_text()

        assert 'TRUSTED_PROXIES = ["127.0.0.0/8", "::1", *TRUSTED_PROXIES]' in text

    def test_every_middleware_that_reads_the_request_stands_behind(self):
        names = [name.rsplit(".", 1)[-1] for name in settings.MIDDLEWARE]

        assert names.index("RequestMiddleware") < names.index("HealthMiddleware")


class TestLinks:
    @pytest.mark.parametrize("host", ["reef.localhost:6666", "REEF.localhost.:81"])
    def test_no_link_has_the_port_of_a_request(self, host):
        origin = origin_of(RequestFactory().get("/", HTTP_HOST=host)).origin

        assert origin == f"http://reef.localhost{settings.HOST_SUFFIX}"

    def test_the_mail_for_a_new_password_leads_to_us(self, reef, monkeypatch):
        from outfitter.accounts import login_mails

        asked = []
        monkeypatch.setattr(login_mails.send_password_link, "after_commit", lambda **kw: asked.append(kw))
        browser = Client(HTTP_HOST="reef.localhost:6666")
        answer = browser.post(
            "/api/password/forgot",
            {"email": "a@b.example"},
            content_type="application/json",
            headers={"X-Forwarded-Host": "evil.example", "X-Forwarded-Port": "6666"},
        )

        assert answer.status_code < 300, answer.content
        assert [one["url"].split("/")[2] for one in asked] == [f"reef.localhost{settings.HOST_SUFFIX}"]

    def test_an_unknown_host_is_nobody(self):
        answer = Client(HTTP_HOST="evil.example").get("/api/init")

        assert_error(answer, 404, "unknown_host")
