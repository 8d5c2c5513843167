"""Onboarding of connected accounts: links, the page they lead to, what it brings about."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from stripe_double import accounts
from stripe_double.errors import ApiError, missing
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

LINK_SECONDS = 300
STATIC = Path(__file__).with_name("static")
OUTCOMES = ("complete", "verify_later", "save")


@dataclass(frozen=True)
class Page:
    """An answer to a browser: a page, or the way to another (`location`)."""

    status: int
    html: str = ""
    location: str = ""


def create_link(world: World, call: Call) -> Record:
    """
    Make a link that works once and for five minutes.

    :raises ApiError: there is no such account, or an address is missing or no web address
    """
    params = call.params
    params.allow(("account", "type", "refresh_url", "return_url", "collect", "collection_options", "expand"))
    account = accounts.retrieve(world, Call(Params({})), params.required("account"))
    if params.choice("type", ("account_onboarding", "account_update")) is None:
        raise missing("type")
    urls = {name: params.required(name) for name in ("refresh_url", "return_url")}
    for name, url in urls.items():
        if urlsplit(url).scheme not in {"http", "https"}:
            raise ApiError(400, "Not a valid URL", code="url_invalid", param=name)
    token = new_id("ol", 32)
    expires_at = world.now() + LINK_SECONDS
    kept = {**urls, "account": account["id"], "expires_at": expires_at}
    world.store.put("onboarding_link", token, kept)
    return {
        "object": "account_link",
        "created": world.now(),
        "expires_at": expires_at,
        "url": f"http://{call.host}/onboarding/{token}",
    }


def handle(world: World, method: str, path: str, body: str, language: str) -> Page:
    """Answer a browser below `/onboarding/`. A link leads to a page that may be reloaded."""
    parts = path.removeprefix("/onboarding/").split("/")
    if parts[0] == "dashboard" and len(parts) == 2 and method == "GET":
        return _dashboard(world, parts[1], language)
    if parts[0] == "session" and len(parts) == 2:
        session = world.store.get("onboarding_session", parts[1])
        if session is None:
            return Page(404)
        if method == "GET":
            return Page(200, _form(world, session, language))
        return _submit(world, session, body)
    return _open(world, parts[0]) if method == "GET" and len(parts) == 1 else Page(404)


def _open(world: World, token: str) -> Page:
    link = world.store.get("onboarding_link", token)
    if link is None:
        return Page(404)
    if link.get("is_used") or link["expires_at"] <= world.now():
        return Page(303, location=link["refresh_url"])
    world.store.put("onboarding_link", token, {**link, "is_used": True})
    session = new_id("os", 32)
    world.store.put("onboarding_session", session, {**link, "token": session})
    return Page(303, location=f"/onboarding/session/{session}")


def _submit(world: World, session: Record, body: str) -> Page:
    given = parse_qs(body)
    outcome = given.get("outcome", [""])[0]
    if outcome not in OUTCOMES:
        return Page(400)
    name = given.get("name", [""])[0].strip()
    finish(world, session["account"], outcome, name)
    return Page(303, location=session["return_url"])


def finish(world: World, key: str, outcome: str, name: str = "") -> Record:
    """
    End an onboarding: `complete`, `verify_later` (all is told, nothing is allowed yet), `save`.

    :param name: the name of the business, when it was told
    :raises ApiError: there is no such account
    """
    accounts.check_access(world, key)
    account = world.find("account", key, Call(Params({})))
    if outcome == "save":
        return account
    before = {k: account[k] for k in ("charges_enabled", "payouts_enabled", "details_submitted")}
    account["details_submitted"] = True
    account["tos_acceptance"] = {"date": world.now(), "ip": "127.0.0.1", "user_agent": None}
    if name:
        account["business_profile"] = account["business_profile"] | {"name": name[:120]}
    if outcome == "verify_later":
        account["requirements"] = accounts.requirements(reason="requirements.pending_verification")
        account["requirements"]["pending_verification"] = ["individual.verification.document"]
        return accounts.change(world, account, before)
    if not account["external_accounts"]["data"]:
        account["external_accounts"]["data"] = [_bank(key, account["default_currency"])]
    account.update(charges_enabled=True, payouts_enabled=True, requirements=accounts.requirements())
    return _switch(world, account, before, "active")


def restrict(world: World, key: str, due: list[str]) -> Record:
    """
    Hold an account back until it tells more (`due`).

    :raises ApiError: there is no such account
    """
    accounts.check_access(world, key)
    account = world.find("account", key, Call(Params({})))
    before = {k: account[k] for k in ("charges_enabled", "payouts_enabled")}
    account.update(
        charges_enabled=False,
        payouts_enabled=False,
        requirements=accounts.requirements(tuple(due), "requirements.past_due"),
    )
    return _switch(world, account, before, "inactive")


def deauthorize(world: World, key: str) -> Record:
    """
    Have an account take its permission back: nothing can be done in its name any more.

    :raises ApiError: there is no such account
    """
    accounts.check_access(world, key)
    application = {"id": accounts.APPLICATION, "name": "Platform", "object": "application"}
    call = Call(Params({}), account=key)
    world.emit("account.application.deauthorized", application, call)
    world.store.put("deauthorized", key, {"at": world.now()})
    return application


def _switch(world: World, account: Record, before: Record, status: str) -> Record:
    call = Call(Params({}), account=account["id"])
    for name, old in account["capabilities"].items():
        if old != status:
            account["capabilities"][name] = status
            shown = accounts.capability(account, name)
            world.emit("capability.updated", shown, call, {"status": old})
    return accounts.change(world, account, before)


def _bank(account: str, currency: str) -> Record:
    return {
        "id": new_id("ba"),
        "object": "bank_account",
        "account": account,
        "account_holder_name": None,
        "account_holder_type": "company",
        "account_type": None,
        "bank_name": "STRIPE TEST BANK",
        "country": "US",
        "currency": currency,
        "default_for_currency": True,
        "fingerprint": "double6789",
        "last4": "6789",
        "metadata": {},
        "routing_number": "110000000",
        "status": "new",
    }


@cache
def _words() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((STATIC / "onboarding.json").read_text(encoding="utf-8"))
    return found


def _language(wanted: str) -> str:
    code = wanted[:2].lower()
    return code if code in _words() else "en"


def _form(world: World, session: Record, wanted: str) -> str:
    account = world.store.get("account", session["account"]) or {}
    language = _language(wanted)
    words = {key: escape(text) for key, text in _words()[language].items()}
    name = escape(str((account.get("business_profile") or {}).get("name") or ""), quote=True)
    buttons = "".join(
        f'<button name="outcome" value="{outcome}">{words[outcome]}</button>' for outcome in OUTCOMES
    )
    return _page(
        language,
        words["title"],
        f"<p>{words['note']}</p>"
        f'<form method="post" action="/onboarding/session/{session["token"]}">'
        f'<label for="name">{words["name"]}</label>'
        f'<input id="name" name="name" value="{name}" autocomplete="organization">'
        f'<div class="buttons">{buttons}</div></form>',
    )


def _dashboard(world: World, key: str, wanted: str) -> Page:
    if world.store.get("account", key) is None:
        return Page(404)
    language = _language(wanted)
    words = _words()[language]
    return Page(200, _page(language, escape(words["dashboard"]), f"<p>{escape(words['note'])}</p>"))


def _page(language: str, title: str, content: str) -> str:
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/onboarding.css"></head>'
        f"<body><main><h1>{title}</h1>{content}</main></body></html>"
    )
