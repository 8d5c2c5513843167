"""Setup intents: keeping a card for later."""

from __future__ import annotations

from stripe_double import lists, payment_methods, saved_cards
from stripe_double.cards import Decline
from stripe_double.errors import ApiError
from stripe_double.intent_fields import check_secret, for_browser
from stripe_double.store import Record
from stripe_double.world import Call, World, new_id

CREATE = (
    "customer",
    "payment_method",
    "payment_method_types",
    "automatic_payment_methods",
    "usage",
    "confirm",
    "on_behalf_of",
    "return_url",
    "metadata",
    "description",
    "use_stripe_sdk",
    "mandate_data",
    "expand",
)
CONFIRM = (
    "client_secret",
    "payment_method",
    "payment_method_data",
    "return_url",
    "use_stripe_sdk",
    "mandate_data",
    "expected_payment_method_type",
    "key",
    "_stripe_account",
    "expand",
)
NOT_AUTHENTICATED = Decline(
    "setup_intent_authentication_failure",
    None,
    "The latest attempt to set up the payment method has failed because authentication failed.",
)
_OPEN = ("requires_payment_method", "requires_confirmation", "requires_action")


# Fields that Stripe sends with nothing in them.
EMPTY = (
    "application",
    "cancellation_reason",
    "customer",
    "description",
    "excluded_payment_method_types",
    "flow_directions",
    "last_setup_error",
    "latest_attempt",
    "mandate",
    "next_action",
    "on_behalf_of",
    "payment_method",
    "payment_method_configuration_details",
    "single_use_mandate",
)


def create(world: World, call: Call) -> Record:
    """Begin to set up a payment method."""
    params = call.params
    params.allow(CREATE)
    key = new_id("seti")
    types = params.words("payment_method_types")
    intent: Record = {
        "id": key,
        "object": "setup_intent",
        **dict.fromkeys(EMPTY),
        "automatic_payment_methods": None if types else {"enabled": True},
        "client_secret": f"{key}_secret_{new_id('', 25)[1:]}",
        "created": world.now(),
        "livemode": False,
        "metadata": params.metadata({}),
        "payment_method_options": {},
        "payment_method_types": types or ["card"],
        "status": "requires_payment_method",
        "usage": params.choice("usage", ("off_session", "on_session")) or "off_session",
    }
    intent["description"] = params.text("description")
    _take(world, call, intent)
    world.add(intent, call)
    world.emit("setup_intent.created", intent, call)
    return _confirm(world, call, intent) if params.flag("confirm") else intent


def update(world: World, call: Call, key: str) -> Record:
    """
    Change the customer, the card, the description or the metadata.

    :raises ApiError: the card is another customer's, or it is too late
    """
    call.params.allow(("customer", "payment_method", "description", "metadata", "expand"))
    intent = world.find("setup_intent", key, call)
    if intent["status"] not in _OPEN and {"customer", "payment_method"} & set(call.params):
        raise _unexpected(f"The SetupIntent has a status of {intent['status']} already.")
    if "description" in call.params:
        intent["description"] = call.params.text("description")
    intent["metadata"] = call.params.metadata(intent["metadata"])
    _take(world, call, intent)
    return world.save(intent)


def _take(world: World, call: Call, intent: Record) -> None:
    customer, method = call.params.text("customer"), call.params.text("payment_method")
    if customer is not None:
        intent["customer"] = world.find("customer", customer, call, "customer")["id"]
    if method is not None:
        intent["payment_method"] = payment_methods.resolve(world, call, method)["id"]
        intent["status"] = "requires_confirmation"


def retrieve(world: World, call: Call, key: str) -> Record:
    """Return a setup intent; a browser must know its client secret."""
    call.params.allow(("client_secret", "expand", "key", "_stripe_account"))
    intent = world.find("setup_intent", key, call)
    check_secret(call, intent)
    return for_browser(intent) if call.is_publishable else intent


def confirm(world: World, call: Call, key: str) -> Record:
    """
    Verify the payment method and keep it for the customer.

    :raises ApiError: the state forbids it, or the card was declined (402)
    """
    call.params.allow(CONFIRM)
    intent = world.find("setup_intent", key, call)
    check_secret(call, intent)
    done = _confirm(world, call, intent)
    return for_browser(done) if call.is_publishable else done


def _confirm(world: World, call: Call, intent: Record) -> Record:
    if intent["status"] not in _OPEN:
        raise _unexpected(f"The SetupIntent has a status of {intent['status']} already.")
    data, name = call.params.group("payment_method_data"), call.params.text("payment_method")
    chosen = name or intent["payment_method"]
    if data is None and chosen is None:
        raise _unexpected("The SetupIntent is missing a payment method.")
    method = (
        payment_methods.from_data(world, call, data)
        if data is not None
        else payment_methods.resolve(world, call, str(chosen))
    )
    saved_cards.check_usable(world, intent, method)
    card = payment_methods.card_of(world, method)
    if card.decline is not None and not card.is_kept:
        raise _declined(world, call, intent, method, card.decline)
    intent["payment_method"], intent["last_setup_error"] = method["id"], None
    if card.challenge:
        intent["status"] = "requires_action"
        intent["next_action"] = {
            "type": "use_stripe_sdk",
            "use_stripe_sdk": {"type": "three_d_secure_redirect", "source": new_id("src")},
        }
        world.save(intent)
        world.emit("setup_intent.requires_action", intent, call)
        return intent
    return _succeed(world, call, intent, method)


def _succeed(world: World, call: Call, intent: Record, method: Record) -> Record:
    intent["status"], intent["next_action"] = "succeeded", None
    world.save(intent)
    if intent["customer"]:
        saved_cards.keep(world, call, method, intent["customer"])
    world.emit("setup_intent.succeeded", intent, call)
    return intent


def answer_challenge(world: World, call: Call, key: str) -> Record:
    """
    End 3-D Secure with `outcome` complete or fail.

    :raises ApiError: nothing is asked
    """
    call.params.allow(("client_secret", "outcome", "key", "_stripe_account", "expand"))
    outcome = call.params.choice("outcome", ("complete", "fail")) or "complete"
    intent = world.find("setup_intent", key, call)
    check_secret(call, intent)
    if intent["status"] != "requires_action":
        raise _unexpected("Nothing has to be authenticated.")
    method = world.find("payment_method", intent["payment_method"], call)
    if outcome == "complete":
        _succeed(world, call, intent, method)
    else:
        _fail(world, call, intent, method, NOT_AUTHENTICATED)
    return for_browser(intent) if call.is_publishable else intent


def cancel(world: World, call: Call, key: str) -> Record:
    """
    Give up.

    :raises ApiError: it has succeeded or is canceled
    """
    call.params.allow(("cancellation_reason", "expand"))
    intent = world.find("setup_intent", key, call)
    if intent["status"] not in _OPEN:
        raise _unexpected(f"The SetupIntent has a status of {intent['status']} already.")
    intent["status"], intent["next_action"] = "canceled", None
    intent["cancellation_reason"] = call.params.choice(
        "cancellation_reason", ("abandoned", "duplicate", "requested_by_customer")
    )
    world.save(intent)
    world.emit("setup_intent.canceled", intent, call)
    return intent


def find_all(world: World, call: Call) -> Record:
    """List setup intents."""
    return lists.find_all(world, call, "setup_intent", ("customer", "payment_method"))


def _unexpected(message: str) -> ApiError:
    return ApiError(400, message, code="setup_intent_unexpected_state")


def _declined(world: World, call: Call, intent: Record, method: Record, decline: Decline) -> ApiError:
    problem = _fail(world, call, intent, method, decline)
    problem.more["setup_intent"] = for_browser(intent) if call.is_publishable else dict(intent)
    return problem


def _fail(world: World, call: Call, intent: Record, method: Record, decline: Decline) -> ApiError:
    problem = ApiError(
        402,
        decline.message,
        kind="card_error" if decline.decline_code else "invalid_request_error",
        code=decline.code,
        more={"decline_code": decline.decline_code, "payment_method": dict(method)},
    )
    intent["status"], intent["next_action"] = "requires_payment_method", None
    intent["payment_method"] = None
    intent["last_setup_error"] = problem.body()["error"]
    world.save(intent)
    world.emit("setup_intent.setup_failed", intent, call)
    return problem
