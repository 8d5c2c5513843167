"""Payment intents: creating, changing, reading. `confirmations` moves them on."""

from __future__ import annotations

from stripe_double import accounts, charge_split, confirmations, currencies, lists, payment_methods
from stripe_double.errors import ApiError, missing, unexpected_state
from stripe_double.intent_fields import OPEN, blank, check_secret, for_browser
from stripe_double.parameters import Params
from stripe_double.store import Record
from stripe_double.world import Call, World

TEXTS = (
    "description",
    "receipt_email",
    "statement_descriptor",
    "statement_descriptor_suffix",
    "on_behalf_of",
    "transfer_group",
    "setup_future_usage",
)
CHANGES = (
    *TEXTS,
    "amount",
    "currency",
    "customer",
    "metadata",
    "payment_method",
    "payment_method_data",
    "payment_method_types",
    "payment_method_options",
    "shipping",
    "application_fee_amount",
    "transfer_data",
    "capture_method",
    "expand",
)
SPLIT = {"amount", "application_fee_amount", "on_behalf_of", "transfer_data"}
CREATE = (
    *CHANGES,
    "automatic_payment_methods",
    "confirm",
    "confirmation_method",
    "off_session",
    "error_on_requires_action",
    "return_url",
    "use_stripe_sdk",
    "mandate_data",
    "radar_options",
)


def create(world: World, call: Call) -> Record:
    """
    Begin to collect an amount; with `confirm=true` also charge at once.

    :raises ApiError: wrong parameters, or a declined card
    """
    params = call.params
    params.allow(CREATE)
    amount = params.integer("amount")
    if amount is None:
        raise missing("amount")
    _check_confirmed(params)
    accounts.check_can_charge(world, call)
    currency = currencies.check(params.required("currency"))
    intent = blank(world, currencies.check_amount(amount, currency), currency)
    _methods(intent, call)
    intent["confirmation_method"] = (
        params.choice("confirmation_method", ("automatic", "manual")) or "automatic"
    )
    _fill(world, call, intent)
    charge_split.check_split(world, call, intent)
    if call.account:
        intent["application"] = accounts.APPLICATION
    world.add(intent, call)
    world.emit("payment_intent.created", intent, call)
    if params.flag("confirm"):
        return confirmations.confirm_intent(world, call, intent)
    return intent


def _check_confirmed(params: Params) -> None:
    for name in ("off_session", "error_on_requires_action"):
        if name in params and not params.flag("confirm"):
            raise ApiError(400, f"{name} can only be given when confirm is true.", param=name)


def _methods(intent: Record, call: Call) -> None:
    automatic = call.params.group("automatic_payment_methods")
    types = call.params.words("payment_method_types")
    if automatic is not None and types:
        raise ApiError(
            400,
            "Give either automatic_payment_methods or payment_method_types, not both.",
            param="payment_method_types",
        )
    if types:
        _check_types(types, intent["currency"])
        intent["payment_method_types"] = types
        return
    enabled = automatic.flag("enabled") if automatic is not None else True
    redirects = automatic.choice("allow_redirects", ("always", "never")) if automatic is not None else None
    intent["automatic_payment_methods"] = {
        "allow_redirects": redirects or "always",
        "enabled": enabled is not False,
    }


def _check_types(types: list[str], currency: str) -> None:
    for kind in types:
        if kind not in {"card", "card_present", "interac_present"}:
            raise ApiError(
                400, f"The payment method type {kind[:40]} is invalid.", param="payment_method_types"
            )
    if "interac_present" in types and currency != "cad":
        raise ApiError(400, "interac_present takes Canadian dollars only.", param="payment_method_types")


def _fill(world: World, call: Call, intent: Record) -> None:
    params = call.params
    for name in TEXTS:
        if name in params:
            intent[name] = params.text(name)
    _check_receipt(intent["receipt_email"])
    intent["metadata"] = params.metadata(intent["metadata"])
    intent["capture_method"] = (
        params.choice("capture_method", confirmations.CAPTURE_METHODS) or intent["capture_method"]
    )
    if "customer" in params:
        customer = params.text("customer")
        intent["customer"] = customer and world.find("customer", customer, call, "customer")["id"]
    options = params.group("payment_method_options")
    if options is not None:
        intent["payment_method_options"] = dict(options)
    if "shipping" in params:
        intent["shipping"] = dict(params.group("shipping") or {}) or None
    if "transfer_data" in params:
        given = dict(params.group("transfer_data") or {})
        intent["transfer_data"] = {**(intent["transfer_data"] or {}), **given} if given else None
    if "application_fee_amount" in params:
        intent["application_fee_amount"] = params.integer("application_fee_amount")
    _take_method(world, call, intent)


def _check_receipt(email: str | None) -> None:
    if email is not None and ("@" not in email or " " in email):
        raise ApiError(
            400, f"Invalid email address: {email[:80]}", code="email_invalid", param="receipt_email"
        )


def _take_method(world: World, call: Call, intent: Record) -> None:
    name, data = call.params.text("payment_method"), call.params.group("payment_method_data")
    if name is None and data is None:
        return
    method = (
        payment_methods.from_data(world, call, data)
        if data is not None
        else payment_methods.resolve(world, call, str(name))
    )
    intent["payment_method"] = method["id"]
    if intent["status"] in OPEN:
        intent["status"], intent["next_action"] = "requires_confirmation", None


def update(world: World, call: Call, key: str) -> Record:
    """
    Change an intent. Amount and currency only while it is open.

    :raises ApiError: wrong parameters, or too late
    """
    params = call.params
    params.allow(CHANGES)
    intent = world.find("payment_intent", key, call)
    if intent["status"] not in OPEN:
        for name in ("amount", "currency", "payment_method", "customer", "capture_method"):
            if name in params:
                raise unexpected_state(
                    f"This PaymentIntent's {name} could not be updated because it has a status "
                    f"of {intent['status']}. It can be updated while the status is one of: "
                    f"{', '.join(OPEN)}.",
                    intent,
                )
    currency = currencies.check(params.text("currency") or intent["currency"])
    amount = params.integer("amount")
    amount = currencies.check_amount(intent["amount"] if amount is None else amount, currency)
    draft = dict(intent)
    _fill(world, call, draft)
    if (amount, currency) != (intent["amount"], intent["currency"]) and (
        intent["status"] == "requires_action"
    ):
        draft["status"], draft["next_action"] = "requires_confirmation", None
    draft.update(amount=amount, currency=currency)
    if SPLIT & set(params):
        charge_split.check_split(world, call, draft)
    intent.update(draft)
    return world.save(intent)


def retrieve(world: World, call: Call, key: str) -> Record:
    """
    Return an intent; a browser must know its client secret.

    :raises ApiError: there is none
    """
    call.params.allow(("client_secret", "expand", "key", "_stripe_account", "is_stripe_sdk"))
    intent = world.find("payment_intent", key, call)
    check_secret(call, intent)
    return for_browser(intent) if call.is_publishable else intent


def find_all(world: World, call: Call) -> Record:
    """List intents, or those of a customer."""
    return lists.find_all(world, call, "payment_intent", ("customer",))
