"""An operator's own domain: asked for, proved, held by one, given back, and walled."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from outfitter.accounts import dns_records, hosts
from outfitter.accounts.dns_records import DnsAway, DnsRecords
from outfitter.accounts.models import Domain
from outfitter.api import tls_ask
from outfitter_tenants.audit.models import AuditLog
from tests.support import database
from tests.support.api_operations import assert_error, sign_in

NAME = "booking.reef.example"


class Zone:
    """A double of DNS: what is written here is what the world sees."""

    def __init__(self) -> None:
        self.texts: set[str] = set()
        self.target: str | None = None
        self.is_away = False

    def records(self, domain: str) -> DnsRecords:
        if self.is_away:
            raise DnsAway("no name server answered")
        return DnsRecords(frozenset(self.texts), self.target)


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Zone]:
    made = Zone()
    monkeypatch.setattr(dns_records, "resolver", made)
    hosts.forget()
    yield made
    hosts.forget()


@pytest.fixture
def owner(reef: Any, client_for: Any, zone: Zone) -> Client:
    return _signed_in(client_for, "reef", database.REEF.owner_email)


@pytest.fixture
def rival(owner: Client, client_for: Any) -> Client:
    return _signed_in(client_for, "peak", database.PEAK.owner_email)


def _signed_in(client_for: Any, slug: str, email: str) -> Client:
    client: Client = client_for(slug)
    sign_in(client, email, database.PASSWORD)
    return client


def post(client: Client, path: str, body: dict[str, object] | None = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


def add(client: Client, name: str = NAME) -> dict[str, Any]:
    answer = post(client, "/api/ownDomain/add", {"domain": name})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = next(one for one in answer.json()["domains"] if one["domain"] == name)
    return found


def verify(client: Client, claim: dict[str, Any]) -> Any:
    return post(client, f"/api/ownDomain/{claim['id']}/verify")


def ask(host: str, **headers: str) -> int:
    asker = Client(HTTP_HOST="web-1:8000", REMOTE_ADDR="10.1.1.1", **headers)
    return asker.get(tls_ask.PATH, {"domain": host}).status_code


@pytest.fixture
def proxy(settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["10.1.1.0/28"]


def visit(path: str, host: str = NAME, **headers: str) -> Any:
    return Client(HTTP_HOST=host).get(path, headers=headers)


@pytest.mark.parametrize("way", ["text", "cname"])
def test_a_domain_that_is_proved_leads_to_its_operator(
    owner: Client, zone: Zone, proxy: None, way: str
) -> None:
    claim = add(owner)
    assert (claim["verified_at"], claim["cname_target"]) == (None, "reef.localhost")
    assert claim["txt_name"] == f"_outfitter.{NAME}"
    assert_error(visit("/experiences"), 404, "unknown_host")
    assert ask(NAME) == 404
    if way == "text":
        zone.texts.add(claim["txt_value"])
    else:
        zone.target = "reef.localhost"
    (done,) = verify(owner, claim).json()["domains"]
    assert done["verified_at"]
    assert done["problem"] == ""
    assert ask(NAME) == 200
    hosts.forget()
    assert visit("/experiences").status_code == 200
    actions = AuditLog.objects.filter(entity_type="own_domain").order_by("id")
    assert list(actions.values_list("action", flat=True)) == ["own_domain.added", "own_domain.verified"]


@pytest.mark.parametrize(
    ("target", "texts", "problem"),
    [
        (None, set(), "not_found"),
        ("elsewhere.example", set(), "wrong"),
        ("peak.localhost", set(), "wrong"),
        ("localhost", set(), "wrong"),
        (None, {"outfitter-verification=guessed"}, "wrong"),
    ],
)
def test_what_proves_nothing_is_told(
    owner: Client, zone: Zone, target: str | None, texts: set[str], problem: str
) -> None:
    claim = add(owner)
    zone.target, zone.texts = target, texts
    (done,) = verify(owner, claim).json()["domains"]
    assert (done["verified_at"], done["problem"], done["found"]) == (None, problem, target or "")
    assert not Domain.objects.filter(domain=NAME).exists()


def test_name_servers_that_are_away_change_nothing(owner: Client, zone: Zone) -> None:
    claim = add(owner)
    zone.target = "reef.localhost"
    verify(owner, claim)
    zone.is_away = True
    (done,) = verify(owner, claim).json()["domains"]
    assert done["problem"] == "unavailable"
    assert done["verified_at"]


def test_two_operators_never_hold_one_domain(owner: Client, rival: Client, zone: Zone) -> None:
    mine, theirs = add(owner), add(rival)
    assert mine["txt_value"] != theirs["txt_value"]
    zone.texts = {mine["txt_value"], theirs["txt_value"]}
    assert verify(owner, mine).status_code == 200
    assert_error(verify(rival, theirs), 409, "domain_taken")
    assert Domain.objects.get(domain=NAME).tenant.slug == "reef"


def test_a_domain_that_changed_hands_goes_on(owner: Client, rival: Client, zone: Zone) -> None:
    mine, theirs = add(owner), add(rival)
    zone.texts = {mine["txt_value"]}
    verify(owner, mine)
    zone.texts = {theirs["txt_value"]}
    (done,) = verify(rival, theirs).json()["domains"]
    assert done["verified_at"]
    assert Domain.objects.get(domain=NAME).tenant.slug == "peak"
    (lost,) = owner.get("/api/ownDomains/get").json()["domains"]
    assert (lost["verified_at"], lost["problem"]) == (None, "lost")


def test_another_operators_claim_is_not_there(owner: Client, rival: Client) -> None:
    claim = add(owner)
    for act in ("verify", "remove"):
        assert_error(post(rival, f"/api/ownDomain/{claim['id']}/{act}"), 404, "not_found")
    assert rival.get("/api/ownDomains/get").json()["domains"] == []


def test_a_domain_that_is_removed_leads_nowhere(owner: Client, zone: Zone, proxy: None) -> None:
    claim = add(owner)
    zone.target = "reef.localhost"
    verify(owner, claim)
    assert post(owner, f"/api/ownDomain/{claim['id']}/remove").json()["domains"] == []
    assert ask(NAME) == 404
    assert_error(visit("/experiences"), 404, "unknown_host")
    # The subdomain of the platform stays.
    assert owner.get("/experiences").status_code == 200


@pytest.mark.parametrize("name", ["reef", "10.0.0.7", "peak.localhost", "localhost", "*.reef.example"])
def test_names_that_cannot_be_had_are_refused(owner: Client, name: str) -> None:
    answer = post(owner, "/api/ownDomain/add", {"domain": name})
    assert_error(answer, 422, "validation_failed")
    assert list(answer.json()["detail"]["fields"]) == ["domain"]


def test_there_may_be_ten_and_asking_twice_is_once(owner: Client) -> None:
    for number in range(10):
        add(owner, f"b{number}.reef.example")
    add(owner, "b0.reef.example")
    assert_error(post(owner, "/api/ownDomain/add", {"domain": NAME}), 422, "validation_failed")


@pytest.fixture
def own(owner: Client, zone: Zone) -> str:
    """Lead the domain to Reef Runners."""
    claim = add(owner)
    zone.target = "reef.localhost"
    verify(owner, claim)
    hosts.forget()
    return NAME


def test_nobody_is_signed_in_on_an_own_domain(own: str, owner: Client) -> None:
    session = owner.cookies["session"].value
    thief = Client(HTTP_HOST=own)
    thief.cookies["session"] = session
    assert_error(thief.get("/api/ownDomains/get"), 401)
    assert owner.get("/api/ownDomains/get").status_code == 200


def test_signing_in_there_is_refused_and_sets_no_cookie(own: str, reef: Any) -> None:
    visitor = Client(HTTP_HOST=own, HTTP_X_REQUESTED_WITH="XMLHttpRequest")
    body = {"email": database.REEF.owner_email, "password": database.PASSWORD}
    assert_error(post(visitor, "/api/login", body), 409, "sign_in_elsewhere")
    assert "session" not in visitor.cookies


@pytest.mark.parametrize(("path", "to"), [("/trips?q=1", "http://reef.localhost:8000/trips?q=1")])
def test_screens_of_staff_are_elsewhere(own: str, path: str, to: str) -> None:
    answer = visit(path, accept="text/html")
    assert (answer.status_code, answer["Location"]) == (302, to)


def test_names_below_an_own_domain_are_not_ours_to_speak_for(own: str, settings: Any) -> None:
    settings.SECURE_HSTS_SECONDS = 60
    assert visit("/experiences")["Strict-Transport-Security"] == "max-age=60"


@pytest.mark.parametrize(
    "host", ["", "nobody.example", "reef.localhost.evil.example", "a" * 300, "küste.example"]
)
def test_a_host_that_is_nobodys_gets_no_certificate(own: str, proxy: None, host: str) -> None:
    assert ask(host) == 404


def test_only_the_proxy_itself_is_answered(own: str, settings: Any, proxy: None) -> None:
    assert ask(own) == 200
    assert ask("reef.localhost") == 200
    assert ask(own, HTTP_X_FORWARDED_FOR="9.9.9.9") == 404
    settings.TRUSTED_PROXIES = ["10.9.9.9"]
    assert ask(own) == 404


def test_certificates_are_asked_for_so_often_and_no_more(
    own: str, proxy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tls_ask, "TIMES", 2)
    assert [ask(own) for _ in range(3)] == [200, 200, 404]


def test_a_closed_business_gets_no_certificate(own: str, reef: Any, proxy: None) -> None:
    reef.status = "closed"
    reef.save(update_fields=["status"])
    hosts.forget()
    assert ask(own) == 404
