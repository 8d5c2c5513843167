"""Goes through sign-up by its own addresses."""

import json
import re
from typing import Any

from django.core import mail
from django.test import Client

from outfitter_signup.models import Signup

PASSWORD = "seven quiet lanterns"
PERSON = {
    "email": "ada@kayaks.example",
    "first_name": "Ada",
    "last_name": "Byron",
    "company_name": "Kayak Kingdom",
    "locale": "en",
}


def call(client: Client, path: str, body: dict[str, Any]) -> Any:
    """Post JSON; the response has `.json()`."""
    return client.post(path, json.dumps(body), content_type="application/json")


def run_mail_jobs(monkeypatch: Any) -> None:
    """Let the mail jobs of sign-up run at once; tests run the other jobs by hand."""
    from outfitter.accounts import tasks as accounts_tasks
    from outfitter_signup import signup_mails, tasks

    for task in (tasks.provision, accounts_tasks.fill_pool):
        monkeypatch.setattr(task, "after_commit", lambda **_kwargs: None)

    for task in (signup_mails.send_code, signup_mails.send_welcome):
        monkeypatch.setattr(task, "after_commit", lambda _task=task, **kwargs: _task(**kwargs))


def last_code() -> str:
    """Return the six digits of the newest mail."""
    found = re.match(r"\d{6}", mail.outbox[-1].subject)
    assert found, mail.outbox[-1].subject
    return found[0]


def start(client: Client, **person: str) -> str:
    """Begin a sign-up and return its token."""
    response = call(client, "/signup/account", {**PERSON, **person})
    assert response.status_code == 200, response.json()
    return str(response.json()["signup_token"])


def confirmed(client: Client, **person: str) -> str:
    """Return the token of a sign-up whose e-mail address is confirmed."""
    token = start(client, **person)
    body = {"signup_token": token, "code": last_code()}
    assert call(client, "/signup/confirm-email", body).status_code == 200
    return token


def registration(client: Client, token: str, **fields: Any) -> dict[str, Any]:
    """Return a body that registers."""
    tos = client.get("/signup/init").json()["tos"]
    return {
        "signup_token": token,
        "slug": "kayak-kingdom",
        "password": PASSWORD,
        "country": "DE",
        "currency": "EUR",
        "time_zone": "Europe/Berlin",
        "business": {"type": "tours", "phone": "030 901820", "website": "kayaks.example"},
        "tos_id": tos["id"],
        "tos_sha256": tos["sha256"],
        "marketing_opt_in": False,
        **fields,
    }


def registered(client: Client, **person: str) -> Signup:
    """Return a sign-up that is being provisioned."""
    token = confirmed(client, **person)
    response = call(client, "/signup/register", registration(client, token))
    assert response.status_code == 202, response.json()
    return Signup.objects.get(state="provisioning")
