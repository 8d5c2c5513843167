"""Connected accounts: whose money it is, what they may do, what they still have to tell."""

from __future__ import annotations

from typing import Any

from stripe_double import lists
from stripe_double.errors import ApiError, not_found
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

APPLICATION = "ca_double"
CAPABILITIES = ("card_payments", "transfers")
FIELDS = (
    "business_profile",
    "business_type",
    "capabilities",
    "company",
    "default_currency",
    "email",
    "individual",
    "metadata",
    "settings",
    "tos_acceptance",
    "expand",
)
CREATE = (*FIELDS, "type", "controller", "country")
TO_TELL = (
    "business_profile.product_description",
    "business_profile.support_phone",
    "business_profile.url",
    "external_account",
    "tos_acceptance.date",
    "tos_acceptance.ip",
)
_PROFILE = (
    "annual_revenue",
    "estimated_worker_count",
    "mcc",
    "minority_owned_business_designation",
    "name",
    "product_description",
    "support_address",
    "support_email",
    "support_phone",
    "support_url",
    "url",
)


def check_access(world: World, account: str | None) -> None:
    """
    Let calls act on an account that is connected.

    :raises ApiError: there is none of that id, or it has taken its permission back
    """
    if account is None:
        return
    if world.store.get("account", account) is None or world.store.get("deauthorized", account):
        raise ApiError(
            403,
            f"The provided key does not have access to account '{account[:40]}' (or that account "
            "does not exist). Application access may have been revoked.",
            code="account_invalid",
        )


def connected(world: World, call: Call, key: str, param: str, capability: str) -> Record:
    """
    Return an account to which money may go.

    :raises ApiError: there is none, or it cannot do that yet
    """
    account = world.store.get("account", key)
    if account is None or call.account or world.store.get("deauthorized", key):
        raise ApiError(400, f"No such destination: '{key}'", code="resource_missing", param=param)
    if account["capabilities"].get(capability) != "active":
        raise ApiError(
            400,
            f"Your destination account needs to have the {capability} capability enabled.",
            code="insufficient_capabilities_for_transfer",
            param=param,
        )
    return account


def check_can_charge(world: World, call: Call) -> None:
    """
    Let an account charge once it has told enough about itself.

    :raises ApiError: it has not
    """
    account = world.store.get("account", call.account) if call.account else None
    if account is not None and not account["charges_enabled"]:
        raise ApiError(400, "Your account cannot currently make charges: card_payments is not active.")


def create(world: World, call: Call) -> Record:
    """Connect a new account; it can do nothing until it is onboarded."""
    call.params.allow(CREATE)
    kind = call.params.choice("type", ("standard", "express", "custom")) or "standard"
    account = blank(world, new_id("acct", 16), kind, call.params.text("country") or "US")
    _fill(account, call.params)
    world.save(account)
    return account


def blank(world: World, key: str, kind: str, country: str) -> Record:
    """Return a new account that has told nothing yet."""
    return {
        "id": key,
        "object": "account",
        "business_profile": dict.fromkeys(_PROFILE),
        "business_type": None,
        "capabilities": dict.fromkeys(CAPABILITIES, "inactive"),
        "charges_enabled": False,
        "controller": {"type": "application", "is_controller": kind != "standard"},
        "country": country,
        "created": world.now(),
        "default_currency": "usd",
        "details_submitted": False,
        "email": None,
        "external_accounts": lists.empty(f"/v1/accounts/{key}/external_accounts"),
        "future_requirements": requirements(),
        "metadata": {},
        "payouts_enabled": False,
        "requirements": requirements(TO_TELL, "requirements.past_due"),
        "settings": _settings(),
        "tos_acceptance": {"date": None, "ip": None, "user_agent": None},
        "type": kind,
    }


def requirements(due: tuple[str, ...] = (), reason: str | None = None) -> Record:
    """Return what an account still has to tell, and why it is held back."""
    return {
        "alternatives": [],
        "current_deadline": None,
        "currently_due": list(due),
        "disabled_reason": reason,
        "errors": [],
        "eventually_due": list(due),
        "past_due": list(due) if reason == "requirements.past_due" else [],
        "pending_verification": [],
    }


def _settings() -> Record:
    nothing = dict.fromkeys(
        (
            "statement_descriptor_prefix",
            "statement_descriptor_prefix_kana",
            "statement_descriptor_prefix_kanji",
        )
    )
    return {
        "bacs_debit_payments": {"display_name": None, "service_user_number": None},
        "branding": dict.fromkeys(("icon", "logo", "primary_color", "secondary_color")),
        "card_issuing": {"tos_acceptance": {"date": None, "ip": None}},
        "card_payments": {"decline_on": {"avs_failure": False, "cvc_failure": False}, **nothing},
        "dashboard": {"display_name": None, "timezone": "Etc/UTC"},
        "invoices": {"default_account_tax_ids": None, "hosted_payment_method_save": None},
        "payments": dict.fromkeys(
            (
                "statement_descriptor",
                "statement_descriptor_kana",
                "statement_descriptor_kanji",
                "statement_descriptor_prefix_kana",
                "statement_descriptor_prefix_kanji",
            )
        ),
        "payouts": {
            "debit_negative_balances": True,
            "schedule": {"delay_days": 2, "interval": "daily"},
            "statement_descriptor": None,
        },
        "sepa_debit_payments": {},
    }


def _fill(account: Record, params: Params) -> None:
    for name in ("business_type", "default_currency", "email"):
        if name in params:
            account[name] = params.text(name)
    profile = params.group("business_profile")
    if profile is not None:
        profile.allow(_PROFILE)
        account["business_profile"] = account["business_profile"] | dict(profile)
    for name in ("payouts", "payments", "dashboard", "card_payments"):
        given = (params.group("settings") or Params({})).group(name)
        if given is not None:
            account["settings"][name] = account["settings"][name] | dict(given)
    account["metadata"] = params.metadata(account["metadata"])
    wanted = params.group("capabilities")
    for name in wanted or ():
        if name not in CAPABILITIES:
            raise ApiError(400, f"No such capability: '{name[:40]}'", param="capabilities")


def retrieve(world: World, call: Call, key: str) -> Record:
    """
    Return an account: any for the platform, itself for an account.

    :raises ApiError: there is none
    """
    call.params.allow(("expand",))
    if call.account not in {None, key}:
        raise not_found("account", key)
    check_access(world, key)
    return world.find("account", key, Call(Params({})))


def current(world: World, call: Call) -> Record:
    """Return the account that the key and header stand for."""
    call.params.allow(("expand",))
    if call.account is not None:
        return retrieve(world, call, call.account)
    platform = blank(world, "acct_platform", "standard", "US")
    return platform | {
        "charges_enabled": True,
        "payouts_enabled": True,
        "details_submitted": True,
        "capabilities": dict.fromkeys(CAPABILITIES, "active"),
        "requirements": requirements(),
    }


def update(world: World, call: Call, key: str) -> Record:
    """Change what is known of an account."""
    call.params.allow(FIELDS)
    account = retrieve(world, Call(Params({}), account=call.account), key)
    _fill(account, call.params)
    return change(world, account, {})


def change(world: World, account: Record, previous: Record) -> Record:
    """Keep a changed account and tell, in its own name."""
    world.save(account)
    world.emit("account.updated", account, Call(Params({}), account=account["id"]), previous)
    return account


def delete(world: World, call: Call, key: str) -> Record:
    """Disconnect an account for good."""
    retrieve(world, Call(Params({}), account=call.account), key)
    world.store.remove("account", key)
    return {"id": key, "object": "account", "deleted": True}


def find_all(world: World, call: Call) -> Record:
    """List connected accounts."""
    call.params.allow(lists.PAGE)
    rows = [row for key, row in world.store.rows("account") if call.account is None]
    found = [row for row in rows if not world.store.get("deauthorized", row["id"])]
    return lists.listing("/v1/accounts", found, call.params)


def capabilities(world: World, call: Call, key: str) -> Record:
    """List what an account may do or has asked for."""
    account = retrieve(world, call, key)
    rows = [capability(account, name) for name in account["capabilities"]]
    return {**lists.empty(f"/v1/accounts/{key}/capabilities"), "data": rows}


def retrieve_capability(world: World, call: Call, key: str, name: str) -> Record:
    """
    Return one thing an account may do or has asked for.

    :raises ApiError: there is none of that name
    """
    account = retrieve(world, call, key)
    if name not in account["capabilities"]:
        raise not_found("capability", name)
    return capability(account, name)


def capability(account: Record, name: str) -> dict[str, Any]:
    """Return a capability as an object of its own."""
    return {
        "id": name,
        "object": "capability",
        "account": account["id"],
        "future_requirements": requirements(),
        "requested": True,
        "requested_at": account["created"],
        "requirements": account["requirements"],
        "status": account["capabilities"][name],
    }


def login_link(world: World, call: Call, key: str) -> Record:
    """
    Return an address at which an express account's owner would see their dashboard.

    :raises ApiError: it is no express account, or not onboarded
    """
    account = retrieve(world, call, key)
    if account["type"] != "express" or not account["details_submitted"]:
        raise ApiError(400, "Login links are made for onboarded express accounts only.")
    url = f"http://{call.host}/onboarding/dashboard/{key}"
    return {"object": "login_link", "created": world.now(), "url": url}
