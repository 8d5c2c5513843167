"""Browsers of people with a second factor, and what they type."""

import json
from datetime import datetime
from typing import Any

import pyotp
from django.test import Client

from outfitter.accounts import sessions, two_factor
from outfitter.accounts.models import Passkey, TotpSecret, User
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.kit.clock import utc_now
from tests.support import database

RITA = database.REEF.owner_email


def rita() -> User:
    """Return the login of Reef's owner."""
    return User.objects.get(email=RITA)


def post(client: Client, path: str, body: dict[str, Any] | None = None) -> Any:
    """Post JSON, with the browser's own CSRF token."""
    answer = client.post(path, json.dumps(body or {}), content_type="application/json")
    if "csrftoken" in client.cookies:
        client.defaults["HTTP_X_CSRFTOKEN"] = client.cookies["csrftoken"].value
    return answer


def login(client: Client, **fields: Any) -> Any:
    """Try to sign in as Reef's owner; fields replace or add."""
    return post(client, "/api/login", {"email": RITA, "password": database.PASSWORD, **fields})


def with_totp(user: User, at: datetime) -> pyotp.TOTP:
    """Give a person an authenticator app that is switched on; the app's last code is used up."""
    app = pyotp.TOTP(two_factor.start_totp(user=user, at=at).secret)
    two_factor.confirm_totp(user=user, code=app.at(at), at=at)
    return app


def forget_used_codes() -> None:
    """Let the code of this very half minute be used again."""
    TotpSecret.objects.update(last_step=0)


def make_browser_and_passkey(email: str) -> dict[str, int]:
    """Return the ids of a session and a passkey of somebody, as paths name them."""
    user, at = User.objects.get(email=email), utc_now()
    proof = sessions.Proof("password", is_second_factor=False)
    begun = sessions.start_session(user=user, proof=proof, is_remembered=False, caller=RequestOrigin(), at=at)
    passkey = Passkey.objects.create(
        user=user, rp_id="localhost", credential_id="x", public_key=b"", name="x", created_at=at
    )
    return {"session": begun.id, "passkey": passkey.pk}
