"""What may be shown of a model's words."""

import pytest

from outfitter_tenants.crm.assistant.proposal_rules import brings_along, replies, rewordings

pytestmark = pytest.mark.rules
TEXT = "hi {{first_name}}, see {{ trip.link }} or call +1 305 555 0100"


def test_a_version_keeps_every_field_as_often_as_the_text_has_it():
    good = "Hello {{first_name}}! See {{trip.link}}, or call +1 (305) 555-0100."
    bad = [
        "Hello! See {{trip.link}}, or call +1 305 555 0100.",
        "Hello {{first_name}}, {{first_name}}! See {{trip.link}} or call +1 305 555 0100.",
        "Hello {{first_name}}! See {{trip.link}} {{payment.link}} or call +1 305 555 0100.",
        "Hello {{first_name}}! See {{trip.link}} or call +1 305 555 0199.",
        f"{good} https://evil.example/pay",
        f"{good} Write to pay@evil.example",
        f"{good} <a href='/'>here</a>",
        "",
        TEXT,
    ]
    assert rewordings([*bad, good, good, f"  {good}\r\n"], of=TEXT, max_len=400) == [good]


def test_a_version_that_is_too_long_is_not_shown():
    assert rewordings(["Longer than that.", "Short."], of="text", max_len=8) == ["Short."]


def test_at_most_four():
    assert len(rewordings([f"Version {n}." for n in "abcdefg"], of="text", max_len=80)) == 4


def test_signs_that_hide_or_turn_text_are_dropped():
    assert rewordings(["A\u202eb\u200bc\x00d."], of="text", max_len=80) == ["Abcd."]


def test_addresses_are_the_same_with_a_full_stop_behind_them():
    assert rewordings(["Look at reef.example/dock."], of="look at reef.example/dock", max_len=80)


@pytest.mark.parametrize(
    "text",
    [
        "Pay at https://evil.example",
        "Pay at evil.example/now",
        "Pay at WWW.evil.example",
        "Pay at xn--80ak6aa92e.xn--p1ai",
        "Write to boss@evil.example",
        "Call +44 20 7946 0000",
        "Use javascript://x",
        "<b>Pay</b>",
    ],
)
def test_replies_name_nothing_that_only_the_guest_named(text):
    assert replies([text, "We meet at the dock."], known=["hello"], max_len=400) == ["We meet at the dock."]


def test_replies_may_name_what_staff_named():
    text = "As I wrote: https://reef.example/map"
    assert replies([text], known=["Here: https://reef.example/map"], max_len=400) == [text]


def test_replies_have_no_fields():
    assert replies(["Hi {{first_name}}"], known=[], max_len=400) == []


@pytest.mark.parametrize(
    "text",
    ["We leave at 9.30 a.m. on 12/04/2026.", "It costs 1 250.00 USD.", "3.5 hours", "Bring e.g. a hat"],
)
def test_times_prices_and_dates_are_no_addresses(text):
    assert not brings_along(text, known=[])
