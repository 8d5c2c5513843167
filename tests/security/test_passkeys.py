"""Passkeys: made, used and refused, with a software authenticator."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.support.api_operations import assert_error
from tests.support.authenticator import Authenticator, flipped
from tests.support.second_factor import RITA, login, post, rita

from outfitter.accounts import passkeys
from outfitter.accounts.models import Passkey, RecoveryCode, User
from outfitter.accounts.operations import InvalidCredentials
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.kit.errors import Invalid, NotFound

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
HERE = RequestOrigin(ip="192.0.2.1", schema_name="t_reef", host="reef.localhost")
ORIGIN = "http://reef.localhost"


@pytest.fixture
def phone() -> Authenticator:
    """Rita's phone, with a passkey for Reef's host."""
    found = Authenticator(ORIGIN)
    options = passkeys.options_to_add(user=rita(), caller=HERE, at=NOW)
    passkeys.add(user=rita(), name="Phone", credential=found.make(options), caller=HERE, at=NOW)
    return found


def _options(at: datetime = NOW, caller: RequestOrigin = HERE, user: User | None = None) -> dict[str, Any]:
    return passkeys.options_to_sign_in(caller=caller, at=at, user=user)


@pytest.mark.parametrize(
    ("base", "host", "party"),
    [
        ("outfitter.example", "outfitter.example", "outfitter.example"),
        ("outfitter.example", "reef.outfitter.example", "outfitter.example"),
        ("outfitter.example", "book.reef.example", "book.reef.example"),
        ("outfitter.example", "evil-outfitter.example", "evil-outfitter.example"),
        ("localhost", "reef.localhost", "reef.localhost"),
        ("localhost", "localhost", "localhost"),
    ],
)
def test_the_apex_domain_is_the_relying_party_of_its_hosts(
    settings: Any, base: str, host: str, party: str
) -> None:
    settings.BASE_DOMAIN = base
    assert passkeys.rp_id(host) == party


def test_what_is_asked_of_the_browser() -> None:
    options = passkeys.options_to_add(user=rita(), caller=HERE, at=NOW)
    assert options["rp"] == {"name": "Outfitter", "id": "reef.localhost"}
    assert options["user"]["name"] == RITA
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert RITA not in options["user"]["id"]
    assert _options()["allowCredentials"] == []


def test_a_first_passkey_is_a_second_factor_and_brings_recovery_codes(phone: Any) -> None:
    row = Passkey.objects.get()
    assert (row.name, row.rp_id, row.transports) == ("Phone", "reef.localhost", ["internal"])
    assert rita().has_second_factor
    assert RecoveryCode.objects.filter(user=rita()).count() == 10


def test_it_signs_in_and_its_counter_rises(phone: Any) -> None:
    for count in (1, 2):
        found = passkeys.verify(credential=phone.use(_options()), caller=HERE, at=NOW)
        assert found == rita()
        assert Passkey.objects.get().sign_count == count


def test_synced_passkeys_do_not_count(phone: Any) -> None:
    for _ in range(2):
        passkeys.verify(credential=phone.use(_options(), count=0), caller=HERE, at=NOW)


def _refused(credential: dict[str, Any], caller: RequestOrigin = HERE, **more: Any) -> None:
    with pytest.raises(InvalidCredentials):
        passkeys.verify(credential=credential, caller=caller, **{"at": NOW, **more})


def test_an_answer_is_taken_once(phone: Any) -> None:
    answer = phone.use(_options())
    passkeys.verify(credential=answer, caller=HERE, at=NOW)
    _refused(answer)


def test_a_clone_is_noticed(phone: Any) -> None:
    passkeys.verify(credential=phone.use(_options(), count=7), caller=HERE, at=NOW)
    _refused(phone.use(_options(), count=7))
    _refused(phone.use(_options(), count=3))


def test_what_is_no_answer_to_us(phone: Any) -> None:
    good = phone.use(_options())
    _refused(phone.use(_options(), is_verified=False))
    _refused(phone.use(_options(), challenge="c29tZXRoaW5nIGVsc2U"))
    _refused(phone.use(_options(at=NOW - timedelta(minutes=5))))
    _refused({**good, "id": "bm9ib2R5"})
    _refused({})
    _refused({"id": good["id"], "response": {"clientDataJSON": "%%%"}})
    forged = {**good["response"], "signature": flipped(good["response"]["signature"])}
    _refused({**good, "response": forged})
    other = Authenticator("https://evil.example")
    other.key, other.id, other.handle, other.count = phone.key, phone.id, phone.handle, 50
    _refused(other.use(_options()))


def test_a_challenge_for_one_purpose_is_none_for_another(phone: Any) -> None:
    adding = passkeys.options_to_add(user=rita(), caller=HERE, at=NOW)
    _refused(phone.use({**_options(), "challenge": adding["challenge"]}))
    mine = _options(user=rita())
    _refused(phone.use(mine))
    answer = phone.use(_options(user=rita()))
    assert passkeys.verify(credential=answer, caller=HERE, at=NOW, user=rita()) == rita()


def test_somebody_elses_passkey_confirms_nobody(phone: Any) -> None:
    pavan = User.objects.get(email="pavan@peak.example")
    _refused(phone.use(_options(user=pavan)), user=pavan)


def test_it_opens_only_hosts_of_its_relying_party(phone: Any) -> None:
    peak = RequestOrigin(schema_name="t_peak", host="peak.localhost")
    _refused(phone.use(_options(caller=peak)), caller=peak)


def test_a_handle_of_somebody_else_is_refused(phone: Any) -> None:
    phone.handle = "c29tZWJvZHk"
    _refused(phone.use(_options()))


def test_who_is_off_does_not_get_in(phone: Any) -> None:
    User.objects.filter(email=RITA).update(is_active=False)
    _refused(phone.use(_options()))


@pytest.mark.parametrize("broken", ["unverified", "stale", "foreign", "twice", "nonsense"])
def test_what_is_not_added(phone: Any, broken: str) -> None:
    at = NOW - timedelta(minutes=5) if broken == "stale" else NOW
    options = passkeys.options_to_add(user=rita(), caller=HERE, at=at)
    key = Authenticator("https://evil.example" if broken == "foreign" else ORIGIN)
    credential = key.make(options, is_verified=broken != "unverified")
    if broken == "nonsense":
        credential["response"]["attestationObject"] = "AAAA"
    if broken == "twice":
        credential = phone.make(options)
    with pytest.raises(Invalid):
        passkeys.add(user=rita(), name="", credential=credential, caller=HERE, at=NOW)
    assert Passkey.objects.count() == 1


def test_names_and_leaving(phone: Any) -> None:
    row = Passkey.objects.get()
    pavan = User.objects.get(email="pavan@peak.example")
    for user in (pavan,):
        with pytest.raises(NotFound):
            passkeys.rename(user=user, passkey_id=row.pk, name="Mine")
        with pytest.raises(NotFound):
            passkeys.remove(user=user, passkey_id=row.pk)
    passkeys.rename(user=rita(), passkey_id=row.pk, name="Key ring")
    assert passkeys.remove(user=rita(), passkey_id=row.pk) == "Key ring"
    assert not rita().has_second_factor
    _refused(phone.use(_options()))


class TestThroughTheDoor:
    def test_add_one_and_come_back_with_it(self, reef: Any, client_for: Any) -> None:
        desk = client_for("reef")
        login(desk)
        options = post(desk, "/api/me/passkeys/options").json()["publicKey"]
        key = Authenticator(ORIGIN)
        body = {"name": "", "credential": key.make(options)}
        answer = post(desk, "/api/me/passkeys/add", body)
        assert answer.status_code == 200, answer.content
        assert len(answer.json()["recovery_codes"]) == 10
        shown = desk.get("/api/me/security").json()["passkeys"]
        assert [(one["name"], one["is_here"]) for one in shown] == [("Passkey", True)]
        door = client_for("reef")
        assert login(door).json()["methods"] == ["passkey", "recovery"]
        options = post(door, "/api/login/passkey/options").json()["publicKey"]
        answer = post(door, "/api/login/passkey", {"credential": key.use(options)})
        assert (answer.status_code, answer.json()["next"]) == (200, "app")
        assert door.get("/app/init").status_code == 200

    def test_a_locked_account_still_opens(self, reef: Any, client_for: Any, phone: Any) -> None:
        door = client_for("reef")
        for _ in range(11):
            login(door, password="wrong")
        assert_error(login(door), 429, "rate_limited")
        options = post(door, "/api/login/passkey/options").json()["publicKey"]
        answer = post(door, "/api/login/passkey", {"credential": phone.use(options)})
        assert answer.status_code == 200

    def test_on_the_platforms_own_host(self, apex_client: Any) -> None:
        apex = RequestOrigin(host="localhost")
        key = Authenticator("http://localhost")
        options = passkeys.options_to_add(user=rita(), caller=apex, at=NOW)
        passkeys.add(user=rita(), name="", credential=key.make(options), caller=apex, at=NOW)
        options = post(apex_client, "/signup/signin/passkey/options").json()["publicKey"]
        answer = post(apex_client, "/signup/signin", {"credential": key.use(options)})
        assert answer.json()["next"] == "app"
        assert answer.json()["redirect_url"].startswith("http://reef.localhost:8000/signin?code=")
