"""The door of the platform's desk: a password, a second factor, and nobody else's login."""

import pyotp
import pytest
from tests.support.api_operations import assert_error
from tests.support.database import PASSWORD, REEF

from outfitter.accounts import platform_admins
from outfitter.accounts.models import User, UserSession
from outfitter.kit.clock import utc_now
from outfitter.platform_audit.models import PlatformAct

EMAIL = "desk@platform.example"


@pytest.fixture
def admin(db):
    user = platform_admins.appoint(email=EMAIL, first_name="Dana", last_name="Desk")
    user.set_password(PASSWORD)
    user.save()
    return user


def post(client, path, body=None):
    answer = client.post(path, body or {}, content_type="application/json")
    if "csrftoken" in client.cookies:
        client.defaults["HTTP_X_CSRFTOKEN"] = client.cookies["csrftoken"].value
    return answer


def enter(client, **more):
    return post(client, "/api/login", {"email": EMAIL, "password": PASSWORD, **more})


def enroll(client):
    """Set up the authenticator app of who has just signed in; returns its secret."""
    secret = post(client, "/api/me/totp/start").json()["secret"]
    kept = post(client, "/api/me/totp/confirm", {"code": pyotp.TOTP(secret).now()})
    assert len(kept.json()["recovery_codes"]) == 10
    return secret


def acts():
    return list(PlatformAct.objects.order_by("pk").values_list("action", flat=True))


def test_the_second_factor_comes_before_everything_else(admin, apex_client):
    assert enter(apex_client).json()["next"] == "enroll"
    assert_error(apex_client.get("/api/platform/init"), 403, "second_factor_required")
    assert_error(apex_client.get("/api/platform/audit/get"), 403, "second_factor_required")
    assert apex_client.get("/api/me/security").json()["is_second_factor_required"] is True

    enroll(apex_client)

    assert apex_client.get("/api/platform/init").json() == {
        "name": "Dana Desk",
        "email": EMAIL,
        "locale": "en",
    }
    assert acts() == ["session.signed_in", "factor.added"]
    # The last factor stays: it is demanded here, always.
    assert_error(post(apex_client, "/api/me/totp/remove"), 409, "last_factor")


def test_who_has_a_factor_is_asked_for_it(admin, apex_client, client_for, clock):
    enter(apex_client)
    secret = enroll(apex_client)
    assert post(apex_client, "/api/logout").json() == {"ok": True}
    assert_error(apex_client.get("/api/platform/init"), 404, "not_found")

    asked = enter(apex_client).json()
    assert (asked["next"], asked["methods"]) == ("second_factor", ["totp", "recovery"])
    assert_error(apex_client.get("/api/platform/init"), 404, "not_found")
    step = {"step_token": asked["step_token"]}
    assert_error(post(apex_client, "/api/login", {**step, "otp": "000000"}), 401, "code_wrong")
    clock.forward(seconds=31)
    right = pyotp.TOTP(secret).at(utc_now())
    assert post(apex_client, "/api/login", {**step, "otp": right}).json()["next"] == "app"
    assert apex_client.get("/api/platform/init").status_code == 200
    # Whatever the browser would like: a day, no longer.
    row = UserSession.objects.filter(user=admin, ended_at=None).get()
    assert not row.is_remembered


def test_what_is_grave_asks_anew(admin, apex_client, clock):
    enter(apex_client)
    enroll(apex_client)
    clock.forward(seconds=601)
    assert_error(post(apex_client, "/api/me/recoveryCodes/renew"), 403, "confirmation_required")
    assert post(apex_client, "/api/me/confirm", {"password": PASSWORD}).status_code == 200
    assert post(apex_client, "/api/me/recoveryCodes/renew").status_code == 200


def test_an_owner_finds_no_door(reef, apex_client):
    owner = {"email": REEF.owner_email, "password": PASSWORD}
    wrong = {"email": REEF.owner_email, "password": "something else"}
    answers = [post(apex_client, "/api/login", body) for body in (owner, wrong)]
    assert [(one.status_code, one.json()) for one in answers[:1]] == [
        (one.status_code, one.json()) for one in answers[1:]
    ]
    assert_error(answers[0], 401, "invalid_credentials")
    assert_error(apex_client.get("/api/platform/init"), 404, "not_found")


def test_who_is_dismissed_is_out_with_the_next_request(admin, apex_client):
    enter(apex_client)
    enroll(apex_client)
    platform_admins.dismiss(email=EMAIL, at=utc_now())
    assert_error(apex_client.get("/api/platform/init"), 404, "not_found")
    assert not User.objects.get(email=EMAIL).is_platform_admin
