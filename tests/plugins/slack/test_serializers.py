"""What a channel reads about a booking."""

import json
from typing import Any

import pytest

from outfitter.kit.locales import ROUTE_LOCALES
from outfitter.sdk import TenantContext
from outfitter_slack import serializers
from outfitter_slack.translations import WORDS, words_for

pytestmark = pytest.mark.rules
CTX = TenantContext(
    schema="reef",
    locale="en-US",
    currency="USD",
    time_zone="America/New_York",
    name="Reef & Rock",
    base_url="https://reef.example",
)
PAYLOAD: dict[str, Any] = {
    "trip_id": 41,
    "hash": "k3yh4sh",
    "confirmation_code": "OF-7QX2",
    "contact_name": "Ada Lovelace",
    "experience_names": ["Sunset Kayak"],
    "first_start_at": "2026-12-01T22:30:00+00:00",
    "pax_cnt": 3,
    "total_amount": 14550,
    "currency": "USD",
    "orders": [
        {
            "guests": [
                {"customer_type": "Adult", "qty": 2, "unit_amount": 5850},
                {"customer_type": "Child", "qty": 1, "unit_amount": 2850},
            ]
        }
    ],
}


def fields(message: dict[str, Any]) -> dict[str, str]:
    """Return label -> value of the message's fields."""
    found = (field["text"].split("\n", 1) for field in message["blocks"][1]["fields"])
    return {label.strip("*"): value.replace("\u202f", " ") for label, value in found}


def test_who_what_when_how_many_how_much() -> None:
    message = serializers.booking_message(CTX, PAYLOAD)
    assert message["blocks"][0]["text"]["text"] == "New booking OF-7QX2"
    assert fields(message) == {
        "Booked by": "Ada Lovelace",
        "Experience": "Sunset Kayak",
        "When": "Tue, Dec 1, 2026, 5:30 PM",
        "Guests": "3 (2 × Adult, 1 × Child)",
        "Total": "$145.50",
    }
    link = message["blocks"][2]["text"]["text"]
    assert link == "<https://reef.example/trip/41|Open the booking>"
    assert message["blocks"][3]["elements"][0]["text"] == "Reef &amp; Rock"
    assert message["text"].startswith("New booking OF-7QX2: Ada Lovelace, Sunset Kayak, Tue")
    assert "k3yh4sh" not in json.dumps(message)


def test_in_the_operators_language_and_zone() -> None:
    ctx = TenantContext(schema="alp", locale="de-AT", time_zone="Europe/Vienna", base_url="x")
    message = serializers.booking_message(ctx, {**PAYLOAD, "currency": "EUR"})
    found = fields(message)
    assert message["blocks"][0]["text"]["text"] == "Neue Buchung OF-7QX2"
    assert found["Wann"] == "Di., 1. Dez. 2026, 23:30"
    assert "145,50" in found["Gesamt"]


@pytest.mark.parametrize(
    ("amount", "currency", "locale", "expected"),
    [
        (14550, "USD", "en-US", "$145.50"),
        (14550, "JPY", "ja-JP", "￥14,550"),
        (5000, "UGX", "en-UG", "USh5,000"),
        (0, "USD", "en-US", "$0.00"),
    ],
)
def test_money(amount: int, currency: str, locale: str, expected: str) -> None:
    found = serializers.money(amount, currency, serializers.babel_locale(locale))
    assert found.replace("\xa0", " ") == expected


def test_nothing_a_customer_types_becomes_markup() -> None:
    evil = {
        **PAYLOAD,
        "contact_name": "<!channel> & <https://evil.example|click>\n*Total*\n$0",
        "experience_names": ["Tom & Jerry <b>"],
    }
    message = serializers.booking_message(CTX, evil)
    for text in (*fields(message).values(), message["text"]):
        assert "<" not in text
        assert ">" not in text
    assert fields(message)["Booked by"] == (
        "&lt;!channel&gt; &amp; &lt;https://evil.example|click&gt; *Total* $0"
    )
    assert fields(message)["Experience"] == "Tom &amp; Jerry &lt;b&gt;"


def test_long_texts_stay_within_slacks_limits() -> None:
    long = {
        **PAYLOAD,
        "confirmation_code": "C" * 400,
        "contact_name": "&" * 5000,
        "experience_names": ["<" * 5000, "second"],
    }
    message = serializers.booking_message(CTX, long)
    assert len(message["blocks"][0]["text"]["text"]) <= 150
    assert all(len(field["text"]) <= 2000 for field in message["blocks"][1]["fields"])
    assert len(message["text"]) < 40_000


def test_an_event_that_tells_little() -> None:
    bare = {
        "trip_id": 1,
        "confirmation_code": "X",
        "contact_name": "",
        "experience_names": [],
        "first_start_at": None,
        "pax_cnt": 0,
        "total_amount": 0,
        "currency": "USD",
    }
    ctx = TenantContext(schema="x", locale="xx-nonsense", base_url="http://x.localhost:8000")
    found = fields(serializers.booking_message(ctx, bare))
    assert (found["Booked by"], found["When"], found["Guests"]) == ("–", "–", "0")


def test_the_same_experience_twice_is_named_once() -> None:
    twice = {**PAYLOAD, "experience_names": ["Kayak", "Kayak", "Dive"]}
    assert fields(serializers.booking_message(CTX, twice))["Experience"] == "Kayak, Dive"


@pytest.mark.parametrize("locale", ROUTE_LOCALES)
def test_every_language_has_all_words(locale: str) -> None:
    assert all(WORDS[locale])
    assert words_for(f"{locale}-XX") == WORDS[locale]


def test_unknown_languages_read_english() -> None:
    assert words_for("tlh") == WORDS["en"]
    assert words_for("") == WORDS["en"]
