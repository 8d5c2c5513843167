"""What has to be done first: a second factor where it is demanded, terms where they changed."""

import json
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from django.db import connection
from tests.contract import questions
from tests.contract.owner_session import browser_like
from tests.contract.walk import walk
from tests.support.api_operations import assert_error, call
from tests.support.second_factor import forget_used_codes, login, post, rita, with_totp

from outfitter.accounts.models import UserSession
from outfitter.kit.clock import utc_now
from outfitter.tos import operations as tos
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.people.models import Properties, Role, UserAvatar

pytestmark = pytest.mark.django_db
# All that somebody may do who still has to set up a second factor.
BEFORE_FACTOR = {
    "logout",
    "me_security",
    "me_confirm",
    "me_confirm_options",
    "me_totp_start",
    "me_totp_confirm",
    "me_passkeys_options",
    "me_passkeys_add",
}
# All that an owner may do who still has to agree to the terms.
BEFORE_TERMS = {
    *BEFORE_FACTOR,
    "app_init",
    "tos_agree",
    "me_get",
    "me_save",
    "me_password",
    "me_email",
    "me_email_confirm",
    "me_totp_remove",
    "me_recovery_codes_renew",
    "me_passkey_rename",
    "me_passkey_remove",
    "me_sessions",
    "me_session_end",
    "me_sessions_end_others",
}


def _ask(client: Any, operation: Any) -> Any:
    values = {name: 999_999 for name in operation.parameters}
    return call(client, operation, operation.fill(values))


def _code(answer: Any) -> str:
    return str(json.loads(answer.content).get("code", ""))


def _demand(reef: Any, wanted: str) -> None:
    connection.set_tenant(reef)  # type: ignore[attr-defined]
    Properties.objects.update(second_factor_for=wanted)


class TestASecondFactorFirst:
    @pytest.fixture
    def restricted(self, reef: Any, client_for: Any) -> Any:
        """Rita's browser at an operator that demands what she does not have."""
        _demand(reef, "owners")
        found = client_for("reef")
        assert login(found).json()["next"] == "enroll"
        return found

    def test_nothing_else_answers(self, restricted: Any) -> None:
        def ask(operation: Any) -> Any:
            answer = _ask(browser_like(restricted), operation)
            if operation.name in BEFORE_FACTOR:
                assert _code(answer) != "second_factor_required"
            else:
                assert_error(answer, 403, "second_factor_required")
            return answer

        walk(questions.FACTOR_FIRST, ask)

    def test_in_public_places_the_person_is_nobody(self, restricted: Any) -> None:
        body = restricted.get("/api/tos/get").json()
        assert (body["needs_agreement"], body["agreed_at"]) == (False, None)

    def test_setting_one_up_opens_everything(self, restricted: Any) -> None:
        before = restricted.cookies["session"].value
        new = post(restricted, "/api/me/totp/start").json()
        body = {"code": pyotp.TOTP(new["secret"]).now()}
        codes = post(restricted, "/api/me/totp/confirm", body).json()["recovery_codes"]
        assert len(codes) == 10
        assert restricted.get("/app/init").status_code == 200
        assert restricted.cookies["session"].value != before
        assert UserSession.objects.get().is_second_factor

    def test_who_has_one_is_asked_for_it_at_the_door(self, reef: Any, client_for: Any) -> None:
        _demand(reef, "everybody")
        app = with_totp(rita(), utc_now())
        forget_used_codes()
        door = client_for("reef")
        assert login(door, otp=app.now()).json()["next"] == "app"
        assert door.get("/app/init").status_code == 200

    @pytest.mark.parametrize(
        ("policy", "role", "is_gated"),
        [
            ("nobody", "owner", False),
            ("owners", "owner", True),
            ("owners", "manager", False),
            ("everybody", "manager", True),
            ("everybody", "guide", True),
        ],
    )
    def test_whom_it_concerns(
        self, reef: Any, client_for: Any, policy: str, role: str, is_gated: bool
    ) -> None:
        UserAvatar.objects.update(role=Role.objects.get(slug=role))
        _demand(reef, policy)
        client = client_for("reef")
        assert login(client).json()["next"] == ("enroll" if is_gated else "app")

    def test_those_signed_in_are_led_there_with_their_next_request(self, reef: Any, client_for: Any) -> None:
        client = client_for("reef")
        login(client)
        body = {"second_factor_for": "everybody"}
        answer = post(client, "/api/setup/security/save", body)
        assert answer.json()["second_factor_for"] == "everybody"
        assert answer.json()["people"][0]["has_second_factor"] is False
        assert_error(client.get("/app/init"), 403, "second_factor_required")
        connection.set_tenant(reef)  # type: ignore[attr-defined]
        row = AuditLog.objects.get(action="security.policy_changed")
        assert (row.before, row.after) == (
            {"second_factor_for": "nobody"},
            {"second_factor_for": "everybody"},
        )

    def test_the_last_one_stays_where_it_is_demanded(self, reef: Any, client_for: Any) -> None:
        app = with_totp(rita(), utc_now())
        forget_used_codes()
        client = client_for("reef")
        login(client, otp=app.now())
        _demand(reef, "owners")
        assert_error(post(client, "/api/me/totp/remove"), 409, "last_factor")
        _demand(reef, "nobody")
        assert post(client, "/api/me/totp/remove").status_code == 200


class TestTheTermsFirst:
    @pytest.fixture
    def owner(self, reef: Any, client_for: Any) -> Any:
        """Rita's browser after new terms came into force."""
        found = client_for("reef")
        login(found)
        _publish()
        return found

    def test_nothing_else_answers(self, owner: Any) -> None:
        def ask(operation: Any) -> Any:
            answer = _ask(browser_like(owner), operation)
            if operation.name in BEFORE_TERMS:
                assert _code(answer) != "tos_required"
            else:
                assert_error(answer, 403, "tos_required")
            return answer

        walk(questions.TERMS_FIRST, ask)

    def test_agreeing_opens_everything(self, owner: Any) -> None:
        pending = owner.get("/app/init").json()["tosPending"]
        assert pending == {"effective_at": None, "is_blocking": True, "is_owner": True}
        terms = owner.get("/api/tos/get").json()["tos"]
        body = {"sha256": terms["sha256"]}
        assert post(owner, f"/api/tos/{terms['id']}/agree", body).status_code == 200
        assert owner.get("/app/init").json()["tosPending"] is None
        assert owner.get("/api/account/get").status_code == 200

    def test_staff_work_on_and_are_told(self, reef: Any, client_for: Any) -> None:
        UserAvatar.objects.update(role=Role.objects.get(slug="manager"))
        _publish()
        client = client_for("reef")
        assert login(client).json()["next"] == "app"
        pending = client.get("/app/init").json()["tosPending"]
        assert pending == {"effective_at": None, "is_blocking": False, "is_owner": False}
        assert client.get("/api/account/get").status_code == 200

    def test_before_they_are_in_force_owners_are_told(self, reef: Any, client_for: Any) -> None:
        _publish(days=14)
        client = client_for("reef")
        assert login(client).json()["next"] == "app"
        pending = client.get("/app/init").json()["tosPending"]
        assert pending["is_blocking"] is False
        assert pending["effective_at"] is not None

    def test_signing_in_says_so(self, reef: Any, client_for: Any) -> None:
        _publish()
        assert login(client_for("reef")).json()["next"] == "tos"


def _publish(days: int = 0) -> None:
    from outfitter_tenants.security.session import forget_agreements

    at = utc_now()
    tos.publish(
        audience="operator",
        title="Operator agreement",
        body_html="<p>Another paragraph.</p>",
        at=at,
        effective_at=at + timedelta(days=days),
    )
    forget_agreements()


def test_a_proof_of_ten_minutes_is_wanted_for_secrets(reef: Any, client_for: Any) -> None:
    client = client_for("reef")
    login(client)
    UserSession.objects.update(confirmed_at=utc_now() - timedelta(minutes=10))
    wanted = [one for one in questions.GATED if one.auth.is_confirmed]
    assert {one.name for one in wanted} >= {"me_password", "me_email", "me_totp_remove"}
    for operation in wanted:
        assert_error(_ask(client, operation), 403, "confirmation_required")
    assert_error(post(client, "/api/me/confirm", {"password": "wrong"}), 401, "invalid_credentials")
    assert_error(post(client, "/api/me/confirm"), 422, "validation_failed")
    before = client.cookies["session"].value
    answer = post(client, "/api/me/confirm", {"password": "correct horse battery"})
    assert answer.status_code == 200
    assert "confirmed_until" in json.loads(answer.content)
    assert client.cookies["session"].value != before
    assert post(client, "/api/me/totp/start").status_code == 200
