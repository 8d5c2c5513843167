"""Plugins are built alike: whoever knows one finds their way in every other."""

import tomllib
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
# The rooms that have one meaning everywhere (docs/architecture.md).
ROOMS: Final = {
    "plugin": "what registers",
    "adapter": "what the host asks of a channel",
    "routes": "addresses, who may call them, how long they may take",
    "api": "calls of our own screens",
    "handlers": "one function for each address or event",
    "operations": "what the calls of our own screens do",
    "requests": "what comes in: its form, whose it is",
    "responses": "how an answer leaves, refusals too",
    "serializers": "what is ours, in the shapes of the protocol",
    "push": "what changed here, told to the partner",
    "client": "calls out; nothing else speaks to the partner",
    "errors": "the protocol's codes, and which refusal of ours is which",
    "settings": "what an operator sets",
    "types": "the protocol's shapes",
    "availability": "departures, their seats and prices",
    "products": "what is sold",
    "product_ids": "how the protocol names what is sold",
    "unit_types": "how the protocol names kinds of tickets",
    "amounts": "money as the protocol writes it",
    "times": "dates and times as the protocol writes them",
}
# The nine that every plugin has, unless NOT_NEEDED says why.
NINE: Final = (
    "plugin",
    "routes",
    "settings",
    "requests",
    "responses",
    "handlers",
    "errors",
    "client",
    "push",
)
# What a plugin has beside them, and what each holds. A new name is a decision: it is entered here.
OWN: Final[dict[str, dict[str, str]]] = {
    "outfitter_getyourguide": {
        "addons": "add-ons that are told and booked",
        "basic_auth": "user name and password in a header, both ways",
        "bookings": "book, cancel",
        "reservations": "reserve, cancel a reservation",
        "tools": "what staff have it do on the connection's page",
    },
    "outfitter_octo": {
        "booking_handlers": "handlers of /bookings",
        "catalog_handlers": "handlers of the supplier, products, availability",
        "order_handlers": "handlers of /orders",
        "webhook_handlers": "handlers of /webhooks",
        "webhooks": "what is posted to the addresses that resellers register",
        "offer_serializer": "codes that take something off, named and told",
        "pickups": "where guests are fetched",
        "questions": "what operators ask, and what guests answer",
        "content_types": "the protocol's shapes of texts and pictures",
        "orders": "several bookings that are one purchase",
        "booking_serializer": "a booking in OCTO's shape",
        "product_serializer": "a product in OCTO's shape",
        "capabilities": "which capabilities and languages a call has asked for",
        "request_context": "whose a call is, its capabilities and language",
    },
    "outfitter_redeam": {
        "bookings": "holds and bookings of a basket",
        "booking_parts": "items of a basket, put together to what is booked at once",
    },
    "outfitter_tiqets": {"visitor_data": "what guests and orders are asked, and which question it answers"},
    "outfitter_ses": {
        "mail": "who carries mail, as the host sees it",
        "certificates": "whether Amazon signed a notice, and which addresses are Amazon's",
    },
    "outfitter_slack": {
        "translations": "the sentences of its messages, in each language",
        "bot": "calls of Slack's Web API as a workspace's bot",
        "oauth": "how a workspace takes the app in",
        "posts": "which events are posted where, each once",
    },
    "outfitter_mailchimp": {
        "oauth": "how an account is connected",
        "audience_members": "which customers are in an audience",
        "audience_notices": "what an audience tells us",
    },
    "outfitter_callrail": {"telephony": "the provider of calls, as the host sees it"},
    "outfitter_dialpad": {
        "telephony": "the provider of calls, as the host sees it",
        "reported_states": "which states are reported where",
    },
    "outfitter_twilio": {
        "sms": "texts to phones, as the host sees it",
        "whatsapp_channel": "messages to WhatsApp, as the host sees it",
        "phone_addresses": "numbers as Twilio writes them, by channel",
    },
    "outfitter_chat_completions": {
        "assistant": "who proposes words, as the host sees it",
        "prompts": "what a model is told",
    },
    "outfitter_ucp": {"agent_profiles": "who we are in the protocol, and which platforms we can talk to"},
    "outfitter_hubspot": {"crm": "the CRM of whoever hosts, as the platform sees it"},
    "outfitter_polly": {"speech": "who speaks, as the host sees it"},
    "outfitter_elevenlabs": {"speech": "who speaks, as the host sees it"},
    "outfitter_stripe": {
        "provider": "the gateway as the platform sees it",
        "api_keys": "which account collects for an operator, with which keys",
        "livemode": "whether keys take test money or real money",
        "connected_accounts": "Stripe's accounts of operators",
        "former_accounts": "payments at an account that collects no longer",
        "payment_intents": "Stripe's payment intents",
        "refunds": "Stripe's refunds",
        "disputes": "Stripe's disputes",
        "cards": "Stripe's customers and payment methods",
        "wallets": "Stripe's payment method domains",
        "terminal": "Stripe's readers, their locations, their tips",
        "balance_transactions": "Stripe's balance transactions and payouts",
        "transfer_origins": "whose charge a transfer was",
        "events": "Stripe's events: which matter, and what one says",
        "webhooks": "whether an event is genuine; hands it to the host",
        "webhook_owner": "whose an event is that names nobody",
        "balance_serializers": "balances, payouts and disputes in the platform's types",
        "reader_serializers": "readers and locations in the platform's types",
    },
    "outfitter_viator": {
        "parser": "JSON with exact numbers, for both versions",
        "v1_handlers": "handlers of v1, by requestType",
        "v2_handlers": "handlers of v2",
        "v1_requests": "requests of v1",
        "v2_requests": "requests of v2",
        "v1_serializers": "bookings in the shape of v1",
        "v1_availability": "availability and prices in the shape of v1",
        "v2_availability": "availability in the shape of v2",
        "v2_prices": "prices by age band",
        "v1_bookings": "book, amend, cancel: only v1 has these",
        "v1_travelers": "travelers, their bands and answers, read into units",
    },
}
_IS_ASKED: Final = "the partner asks; the protocol has no call to it"
_TELEPHONY: Final = {
    "routes": "the host takes webhooks, at the addresses that `plugin` names",
    "push": "nothing of ours is told: calls come to `requests`",
    "errors": "there are two outcomes, and `client` says which",
}
_ASKED_ONLY: Final = dict.fromkeys(
    ("routes", "requests", "responses", "handlers", "push"), "we ask; nothing comes by itself"
)
# Which of the nine a protocol has no use for.
NOT_NEEDED: Final[dict[str, dict[str, str]]] = {
    "outfitter_getyourguide": {},
    "outfitter_octo": {"client": _IS_ASKED, "push": _IS_ASKED},
    "outfitter_redeam": {},
    "outfitter_slack": {
        "routes": "the host takes presses of buttons, at the address that `plugin` names",
        "responses": "the host answers",
        "push": "`posts` tells Slack, event by event",
        "errors": "`bot` and `client` say which refusals end what",
    },
    "outfitter_mailchimp": {
        "routes": "the host takes webhooks, at the address that `plugin` names",
        "responses": "the host answers",
        "push": "`audience_members` tells Mailchimp, event by event",
    },
    "outfitter_ses": {
        "routes": "the host takes webhooks, at the address that `plugin` names",
        "push": "mails are handed over one by one, and their news come to `requests`",
    },
    "outfitter_callrail": _TELEPHONY,
    "outfitter_dialpad": _TELEPHONY,
    "outfitter_twilio": {
        "routes": "the host takes webhooks, at the addresses that `plugin` names",
        "push": "texts are handed over one by one, and their news come to `requests`",
    },
    "outfitter_stripe": {
        "routes": "the host takes events, at one address for all gateways",
        "requests": "`events` reads what comes in",
        "responses": "the host answers",
        "push": "the platform calls the gateway, and learns the outcome at once",
    },
    "outfitter_chat_completions": _ASKED_ONLY,
    "outfitter_ucp": {
        "settings": "the switch is all there is",
        "responses": "`serializers` and `errors` make whole answers",
        "client": "`agent_profiles` reads platforms' profiles",
        "push": "orders are read; events of orders are not served",
    },
    "outfitter_hubspot": {
        "routes": "the host takes what HubSpot posts",
        "responses": "the host answers",
        "handlers": "the host knows what news of a deal means",
        "push": "the host knows what is to be sent, and has `crm` send it",
        "settings": "the host keeps the account",
    },
    "outfitter_polly": {**_ASKED_ONLY, "settings": "the host keeps the accounts"},
    "outfitter_elevenlabs": {**_ASKED_ONLY, "settings": "the host keeps the accounts"},
    "outfitter_tiqets": {"client": _IS_ASKED, "push": _IS_ASKED},
    "outfitter_viator": {"client": "the one call out is that of `push`"},
}
pytestmark = pytest.mark.rules


def modules() -> dict[str, set[str]]:
    """Return the modules of every plugin."""
    return {
        folder.name: {path.stem for path in folder.glob("*.py")} - {"__init__"}
        for folder in sorted((ROOT / "plugins").glob("outfitter_*"))
    }


def channels() -> list[str]:
    """Return the plugins that are channels."""
    return [plugin for plugin, names in modules().items() if "adapter" in names]


def test_every_plugin_is_known():
    assert set(modules()) == set(OWN) == set(NOT_NEEDED)
    assert len(channels()) >= 5


@pytest.mark.parametrize("plugin", OWN)
def test_a_plugin_has_the_common_rooms_and_its_own_and_no_other(plugin):
    unknown = modules()[plugin] - set(ROOMS) - set(OWN[plugin])

    assert not unknown, f"enter in ROOMS or OWN what these hold, or fold them: {sorted(unknown)}"


@pytest.mark.parametrize("plugin", OWN)
def test_no_entry_outlives_its_room(plugin):
    assert set(OWN[plugin]) <= modules()[plugin]
    assert not set(OWN[plugin]) & set(ROOMS)


@pytest.mark.parametrize("plugin", OWN)
def test_a_plugin_has_all_nine_rooms_or_says_why_not(plugin):
    # One for each topic or version is as good: `order_handlers`, `v1_requests`.
    found = {name for name in NINE if any(is_room(module, name) for module in modules()[plugin])}

    assert set(NINE) - found == set(NOT_NEEDED[plugin])


def is_room(module: str, name: str) -> bool:
    """Tell whether a module is this room, or this room of one topic."""
    return module == name or module.endswith(f"_{name}")


def test_every_module_of_a_channel_stands_in_a_layer():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    contract = next(one for one in contracts if one.get("id") == "inside-a-channel")

    assert contract["containers"] == channels()
    # The linter itself refuses a module that no layer names.
    assert contract["exhaustive"] is True
    assert "exhaustive_ignores" not in contract
