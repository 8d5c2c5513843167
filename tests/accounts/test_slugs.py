"""Which subdomains can be had, as tables."""

import pytest

from outfitter.accounts import subdomain_rules

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("slug", "reason"),
    [
        ("", "too_short"),
        ("ab", "too_short"),
        ("abc", None),
        ("a" * 40, None),
        ("a" * 41, "too_long"),
        ("reef-runners", None),
        ("3-peaks", None),
        ("reef-", "characters"),
        ("-reef", "characters"),
        ("reef--runners", "characters"),
        ("xn--reef", "characters"),
        ("reef_runners", "characters"),
        ("reef.runners", "characters"),
        ("reef runners", "characters"),
        ("Reef", "characters"),
        ("rëëf", "characters"),
        ("reef\n", "characters"),
        ("www", "reserved"),
        ("api", "reserved"),
        ("demo", "reserved"),
        ("status", "reserved"),
        ("sign-up", "reserved"),
        ("shit-tours", "reserved"),
        ("sh1t-tours", "reserved"),
        ("te5t", "look_alike"),
        ("adm1n", "look_alike"),
        ("a-p-i", "look_alike"),
        ("vvvvw", "look_alike"),
        ("outf1tter", "look_alike"),
        ("supp0rt", "look_alike"),
    ],
)
def test_form_of_a_slug(slug: str, reason: str | None) -> None:
    assert subdomain_rules.problem_of(slug) == reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("reef-runners", "reefrunners"),
        ("reef-runners", "re-ef-runn-ers"),
        ("boot", "b00t"),
        ("sail", "sai1"),
        ("sail", "saii"),
        ("modern", "modem"),
        ("wave", "vvave"),
        ("surf", "5urf"),
        ("zip", "2ip"),
        ("bike", "8ike"),
    ],
)
def test_what_the_eye_mixes_up(one: str, other: str) -> None:
    assert subdomain_rules.skeleton(one) == subdomain_rules.skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("reef", "reefs"), ("sail", "snail"), ("kayak-north", "kayak-south"), ("peak", "peek")]
)
def test_what_the_eye_tells_apart(one: str, other: str) -> None:
    assert subdomain_rules.skeleton(one) != subdomain_rules.skeleton(other)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Kayak Kingdom", "kayak-kingdom"),
        ("  Café & Vélo, S.A. ", "cafe-velo-s-a"),
        ("東京", ""),
        ("A" * 60, "a" * 40),
    ],
)
def test_a_slug_from_a_name(name: str, slug: str) -> None:
    assert subdomain_rules.from_name(name) == slug


@pytest.mark.parametrize("slug", ["reef", "x", "東京", "tours", "a" * 40])
def test_every_idea_is_a_proper_slug(slug: str) -> None:
    assert all(subdomain_rules.problem_of(idea) is None for idea in subdomain_rules.variants(slug))


def test_reserved_words_are_proper_host_labels() -> None:
    assert {word for word in subdomain_rules.RESERVED if word != subdomain_rules.normalize(word)} == set()
