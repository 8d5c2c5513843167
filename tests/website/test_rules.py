"""What pages make of policies, addresses, lists and spans: pure."""

import pytest

from outfitter_tenants.pricing.rules.cancellation_policy import Policy, Tier
from outfitter_tenants.website.cancellation_terms import sentences
from outfitter_tenants.website.page_content import lines, video
from outfitter_tenants.website.reader import Reader, languages

pytestmark = pytest.mark.rules
ENGLISH = Reader.of("en", operator_locale="en-US", currency="USD")
ALL = 1_000_000


@pytest.mark.parametrize(
    ("tiers", "said"),
    [
        ([], ["Nonrefundable."]),
        ([Tier(24, 0)], ["Nonrefundable."]),
        ([Tier(0, ALL)], ["Free cancellation until the start."]),
        (
            [Tier(24, ALL)],
            ["Free cancellation up to 24 hours before the start.", "After that, nonrefundable."],
        ),
        (
            [Tier(72, ALL, 500), Tier(0, 250_000)],
            [
                "Up to 3 days before the start: 100% refund. We keep a fee of $5.",
                "Until the start: 25% refund.",
            ],
        ),
        (
            [Tier(168, ALL), Tier(48, 500_000), Tier(24, 0)],
            [
                "Free cancellation up to 7 days before the start.",
                "Up to 2 days before the start: 50% refund.",
                "After that, nonrefundable.",
            ],
        ),
    ],
)
def test_a_policy_in_sentences(tiers, said):
    assert sentences(Policy("any", tuple(tiers)), ENGLISH) == said


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (ALL, []),
        (500_000, ["If we cancel due to weather: 50% refund."]),
        (0, ["If we cancel due to weather: nonrefundable."]),
    ],
)
def test_the_weather_is_spoken_of_where_it_keeps_something(share, said):
    policy = Policy("any", (Tier(0, ALL),), weather_refund_ppm=share)
    assert sentences(policy, ENGLISH) == ["Free cancellation until the start.", *said]


def test_without_a_policy_nothing_is_promised():
    assert sentences(None, ENGLISH) == []


@pytest.mark.parametrize("url", [None, "", "javascript:alert(1)", "data:text/html,x"])
def test_what_is_no_address_is_no_video(url):
    assert video(url) is None


def test_a_video_is_linked():
    assert video("https://vimeo.com/123456789") == "https://vimeo.com/123456789"


def test_lists_lose_the_bullets_people_type():
    assert lines(" - Lamp \n\n* Suit\n• Towel\nx-ray") == ["Lamp", "Suit", "Towel", "x-ray"]


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(45, "45 min"), (60, "1 hr"), (150, "2 hr 30 min"), (1440, "1 day"), (2880, "2 days")],
)
def test_spans(minutes, said):
    assert ENGLISH.duration(minutes) == said


@pytest.mark.parametrize(
    ("code", "currency", "minor", "said"),
    [
        ("en", "USD", 5400, "$54"),
        ("en", "USD", 5450, "$54.50"),
        ("ja", "JPY", 5400, "￥5,400"),
        ("de", "EUR", 123450, "1.234,50\u00a0€"),
        ("ar", "USD", 5400, "54\u00a0US$"),
    ],
)
def test_whole_amounts_have_no_zeros(code, currency, minor, said):
    assert Reader.of(code, operator_locale=code, currency=currency).money(minor) == said


@pytest.mark.parametrize("code", languages())
def test_spans_are_words_in_every_language(code):
    reader = Reader.of(code, operator_locale=code, currency="USD")
    said = [reader.hours(n) for n in (1, 24, 48, 168)] + [reader.duration(n) for n in (45, 90, 1440, 4320)]
    assert all(said)
    assert "duration" not in "".join(said)
