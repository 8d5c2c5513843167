"""
The only module that talks to Mailchimp, through its own library.

Mailchimp allows ten connections at a time. An operator's events come one at a time, and so do the
steps of an action, so an operator never has more than a few.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import requests
from mailchimp_marketing import Client
from mailchimp_marketing.api_client import ApiClientError

from outfitter.sdk import Permanent, Retryable, TenantContext
from outfitter_mailchimp.errors import NotThere, refusal

TIMEOUT_SECONDS: Final = 8.0
MOST_AUDIENCES: Final = 1000


def exchange(code: str, redirect_uri: str) -> str:
    """
    Return the token that a code is good for; it never expires.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    app = app_settings()
    form = {
        "grant_type": "authorization_code",
        "client_id": app["client_id"],
        "client_secret": app["client_secret"],
        "redirect_uri": redirect_uri,
        "code": code,
    }
    found = _login("POST", "/oauth2/token", data=form)
    token = found.get("access_token")
    if not isinstance(token, str) or not token:
        raise Permanent("Mailchimp gave no token.")
    return token


def metadata(token: str) -> Mapping[str, Any]:
    """
    Return whose token it is and where its data center is.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    return _login("GET", "/oauth2/metadata", headers={"Authorization": f"OAuth {token}"})


def ping(ctx: TenantContext) -> None:
    """
    Ask Mailchimp whether the token is good.

    :raises Permanent: it is not
    :raises Retryable: Mailchimp did not answer
    """
    _ask(lambda: _client(ctx).ping.get())


def audiences(ctx: TenantContext) -> list[tuple[str, str]]:
    """
    Return the account's audiences as (id, name).

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    found = _ask(
        lambda: _client(ctx).lists.get_all_lists(count=MOST_AUDIENCES, fields=["lists.id", "lists.name"])
    )
    return sorted(
        ((str(one["id"]), str(one["name"])) for one in found.get("lists", ())), key=lambda one: one[1]
    )


def upsert(ctx: TenantContext, audience: str, member: str, body: Mapping[str, Any]) -> None:
    """
    Add a subscriber or bring one up to date.

    :raises StaysAsTheyAre: they unsubscribed or were deleted there
    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    _ask(lambda: _client(ctx).lists.set_list_member(audience, member, dict(body), skip_merge_validation=True))


def add_tags(ctx: TenantContext, audience: str, member: str, tags: Sequence[str]) -> None:
    """
    Give a subscriber tags; others stay.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    body = {"tags": [{"name": name, "status": "active"} for name in tags], "is_syncing": False}
    _ask(lambda: _client(ctx).lists.update_list_member_tags(audience, member, body))


def unsubscribe(ctx: TenantContext, audience: str, member: str) -> bool:
    """
    Take somebody off the mailings; False: they were never there.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    try:
        _ask(lambda: _client(ctx).lists.update_list_member(audience, member, {"status": "unsubscribed"}))
    except NotThere:
        return False
    return True


def archive(ctx: TenantContext, audience: str, member: str) -> None:
    """
    Take an address out of an audience; one that is not there is no error.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    try:
        _ask(lambda: _client(ctx).lists.delete_list_member(audience, member))
    except NotThere:
        return


def webhooks(ctx: TenantContext, audience: str) -> list[Mapping[str, Any]]:
    """
    Return what an audience tells whom.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    found = _ask(lambda: _client(ctx).lists.get_list_webhooks(audience))
    return [one for one in found.get("webhooks", ()) if isinstance(one, dict)]


def add_webhook(ctx: TenantContext, audience: str, url: str) -> None:
    """
    Have an audience tell us who leaves; what we do there ourselves is not told.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    events = {"unsubscribe": True, "cleaned": True}
    quiet = {"subscribe": False, "profile": False, "upemail": False, "campaign": False}
    sources = {"user": True, "admin": True, "api": False}
    body = {"url": url, "events": {**events, **quiet}, "sources": sources}
    _ask(lambda: _client(ctx).lists.create_list_webhook(audience, body))


def remove_webhook(ctx: TenantContext, audience: str, webhook_id: str) -> None:
    """
    Have an audience tell us no more; one that is gone is no error.

    :raises Permanent: Mailchimp refuses
    :raises Retryable: it did not answer
    """
    try:
        _ask(lambda: _client(ctx).lists.delete_list_webhook(audience, webhook_id))
    except NotThere:
        return


def app_settings() -> Mapping[str, str]:
    """Return the app that this deployment has at Mailchimp; ids are empty where there is none."""
    from django.conf import settings

    found: Mapping[str, str] = settings.MAILCHIMP
    return found


def _login(method: str, path: str, **named: Any) -> Mapping[str, Any]:
    try:
        answer = requests.request(
            method,
            f"{app_settings()['api_base']}{path}",
            timeout=TIMEOUT_SECONDS,
            allow_redirects=False,
            **named,
        )
        if answer.status_code != 200:
            raise refusal(answer.status_code, answer.text)
        found = answer.json()
    except (requests.RequestException, ValueError) as problem:
        raise Retryable(f"Mailchimp did not answer: {type(problem).__name__}") from None
    if not isinstance(found, dict):
        raise Permanent("Mailchimp answered something else.")
    if found.get("error"):
        raise Permanent(f"Mailchimp answered {found['error']}"[:300])
    return found


def _client(ctx: TenantContext) -> Client:
    if ctx.oauth is None:
        raise Permanent("Connect Mailchimp first.")
    made = Client(
        {"access_token": ctx.oauth.tokens.get("access_token", ""), "server": "", "timeout": TIMEOUT_SECONDS}
    )
    # Without a `server` the library replaces nothing in addresses, ids of people among them.
    made.api_client.host = f"{ctx.oauth.facts.get('api_endpoint', '')}/3.0"
    return made


def _ask(call: Callable[[], Any]) -> Mapping[str, Any]:
    try:
        found = call()
    except ApiClientError as problem:
        raise _problem(problem) from None
    if isinstance(found, dict):
        return found
    # Without a body the library gives its answer as it is, refusals among them.
    status = int(getattr(found, "status_code", 200))
    if status >= 400:
        raise refusal(status, "")
    return {}


def _problem(problem: ApiClientError) -> Exception:
    if problem.status_code is None:
        return Retryable(f"Mailchimp did not answer: {type(problem.text).__name__}")
    text = problem.text if isinstance(problem.text, str) else _json(problem.text)
    return refusal(int(problem.status_code), text)


def _json(body: Any) -> str:
    import json

    return json.dumps(body)
