"""How alike people are, and what a merged one looks like: pure rules."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit import phones
from outfitter_tenants.customers.rules import duplicate_score, merges
from outfitter_tenants.customers.rules.duplicate_score import Person, compare

pytestmark = pytest.mark.rules


def person(first="Ana", last="Ruiz", mails=(), numbers=(), born=None, address="", id=1):  # noqa: A002
    return Person(id, first, last, mails, numbers, born, address)


BORN, OTHER = date(1990, 5, 1), date(1991, 5, 1)


class TestLikeness:
    @pytest.mark.parametrize(
        ("a", "b", "reasons", "is_suggested"),
        [
            # A name alone is never enough, however rare.
            (person(), person(), ["same_name"], False),
            (person(), person(last="Ruíz"), ["same_name"], False),
            (person(mails=["a@x.io"]), person(first="Bo", last="Li", mails=["a@x.io"]), ["same_email"], True),
            (person(numbers=["+1"]), person(first="Bo", last="Li", numbers=["+1"]), ["same_phone"], False),
            (
                person(numbers=["+1"]),
                person(first="Anna", numbers=["+1"]),
                ["same_phone", "similar_name"],
                True,
            ),
            (person(born=BORN), person(born=BORN), ["same_name", "same_birth_date"], True),
            (person(born=BORN), person(first="A.", born=BORN), ["same_birth_date", "similar_name"], True),
            (
                person(born=BORN, mails=["a@x.io"]),
                person(born=OTHER, mails=["a@x.io"]),
                ["same_email", "same_name"],
                True,
            ),
            (
                person(born=BORN, numbers=["+1"]),
                person(born=OTHER, numbers=["+1"]),
                ["same_phone", "same_name"],
                False,
            ),
            (
                person(mails=["ana@kayak.es"]),
                person(first="Anna", mails=["a.ruiz@kayak.es"]),
                ["same_email_domain", "similar_name"],
                True,
            ),
            (
                person(mails=["ana@gmail.com"]),
                person(first="Anna", mails=["a.ruiz@gmail.com"]),
                ["similar_name"],
                False,
            ),
            (
                person(address="Calle 1 Madrid"),
                person(address="calle 1, madrid"),
                ["same_name", "same_address"],
                True,
            ),
            # No name on one side says nothing.
            (person(first="", last=""), person(first="", last=""), [], False),
            (person(first="Ruiz", last="Ana"), person(), ["similar_name"], False),
        ],
    )
    def test_table(self, a, b, reasons, is_suggested):
        score, found = compare(a, b)

        assert found == reasons
        assert (score >= duplicate_score.SUGGEST) is is_suggested
        assert compare(b, a) == (score, found)

    @pytest.mark.parametrize(
        ("text", "folded"),
        [("José-Luis", "jose luis"), ("Groß", "gross"), ("  O'Neil ", "o neil"), ("李", "李")],
    )
    def test_names_without_accents(self, text, folded):
        assert duplicate_score.fold(text) == folded

    @pytest.mark.parametrize(
        ("a", "b", "expected"),
        [
            (("Ana", "Ruiz"), ("", "RUIZ"), True),
            (("Ana", "Ruiz"), ("Anna", "Ruíz"), True),
            (("Ana", "Ruiz"), ("Bo", "Li"), False),
            (("", ""), ("", ""), False),
        ],
    )
    def test_similar_for_one_phone(self, a, b, expected):
        assert duplicate_score.is_similar(a, b) is expected


class TestPhones:
    @pytest.mark.parametrize(
        ("text", "region", "expected"),
        [
            ("(212) 555-0134", "US", "+12125550134"),
            ("030 901820", "DE", "+4930901820"),
            ("+34 912 345 678", "US", "+34912345678"),
            ("call me", "US", None),
            ("12", "US", None),
        ],
    )
    def test_e164(self, text, region, expected):
        assert phones.e164(text, region=region) == expected

    @pytest.mark.parametrize(("locale", "region"), [("de-AT", "AT"), ("en", "US"), ("zh_Hant_TW", "TW")])
    def test_region_of_a_locale(self, locale, region):
        assert phones.region_of(locale) == region


MAILS = st.sampled_from(["a@x.io", "b@x.io", "c@x.io", "d@x.io"])
PHONES = st.sampled_from(["+11", "+22", "+33"])
WHEN = st.sampled_from([None, "2026-01-01T00:00:00+00:00", "2026-02-01T00:00:00+00:00"])


@st.composite
def facts(draw, number):
    mails = draw(st.lists(MAILS, unique=True, max_size=3))
    numbers = draw(st.lists(PHONES, unique=True, max_size=2))
    said = draw(WHEN)
    return {
        "id": number,
        "first_name": draw(st.sampled_from(["", "Ana", "Anna"])),
        "last_name": draw(st.sampled_from(["", "Ruiz"])),
        "email": mails[0] if mails else None,
        "more_emails": mails[1:],
        "phone": numbers[0] if numbers else None,
        "more_phones": numbers[1:],
        "company": draw(st.sampled_from([None, "Kayak SL"])),
        "address": draw(st.sampled_from([{}, {"city": "Madrid"}])),
        "country": draw(st.sampled_from([None, "ES"])),
        "locale": draw(st.sampled_from(["es", "en"])),
        "birth_date": draw(st.sampled_from([None, "1990-05-01"])),
        "notes": draw(st.sampled_from(["", "Left-handed", "Vegan"])),
        "marketing": {"email_opt_in": True, "at": said} if said else {},
        "tags": draw(st.lists(st.sampled_from(["diver", "family"]), unique=True)),
        "is_vip": draw(st.booleans()),
        "unsubscribed_at": draw(WHEN),
        "gateway_customer_id": draw(st.sampled_from([None, "cus_1", "cus_2"])),
    }


THREE = st.tuples(facts(1), facts(2), facts(3))
CHOICES = st.dictionaries(st.sampled_from(merges.CHOOSABLE), st.sampled_from([1, 2, 3]))


class TestMergeRules:
    @given(THREE, CHOICES)
    def test_nothing_said_is_lost(self, people, choices):
        merged = merges.combine(people[0], people[1:], choices)

        for one, more in (("email", "more_emails"), ("phone", "more_phones")):
            before = {v for p in people for v in [p[one], *p[more]] if v}
            assert {v for v in [merged[one], *merged[more]] if v} == before
            assert merged[one] not in merged[more]
        assert set(merged["tags"]) == {tag for p in people for tag in p["tags"]}
        assert merged["is_vip"] is any(p["is_vip"] for p in people)
        for name, customer_id in choices.items():
            assert merged[name] == people[customer_id - 1][name]

    @given(THREE, CHOICES)
    def test_taking_back_restores_exactly(self, people, choices):
        after = merges.combine(people[0], people[1:], choices)

        restored, edited = merges.take_back(people[0], after, after)

        assert edited == []
        assert restored == {name: people[0][name] for name in merges.FIELDS}

    @given(THREE, CHOICES, MAILS, st.sampled_from(["email", "notes", "more_emails"]))
    def test_what_was_edited_since_stays(self, people, choices, mail, field):
        after = merges.combine(people[0], people[1:], choices)
        value = [*after["more_emails"], "new@x.io"] if field == "more_emails" else "new@x.io"
        now = {**after, field: value}

        restored, edited = merges.take_back(people[0], after, now)

        assert edited == [field]
        assert "new@x.io" in (restored[field], *restored["more_emails"])
        known = {v for v in [people[0]["email"], *people[0]["more_emails"]] if v}
        still = {v for v in [now["email"], *now["more_emails"]] if v}
        held = {v for v in [restored["email"], *restored["more_emails"]] if v}
        assert known & still <= held

    def test_the_latest_word_on_marketing_counts(self):
        said = {"email_opt_in": True, "at": "2026-02-01T00:00:00+00:00"}
        base = dict.fromkeys(merges.FIELDS)
        base |= {"more_emails": [], "more_phones": [], "tags": [], "notes": "", "is_vip": False}
        keep = {**base, "id": 1, "marketing": {}, "unsubscribed_at": "2026-01-01T00:00:00+00:00"}
        other = {**base, "id": 2, "marketing": said, "unsubscribed_at": None}

        merged = merges.combine(keep, [other], {})

        assert (merged["marketing"], merged["unsubscribed_at"]) == (said, None)
