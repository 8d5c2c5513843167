"""Reading what was typed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.search.queries import spell_check
from outfitter_tenants.search.queries.search_terms import Term, read

SEPARATORS = st.sampled_from(["", " ", "-", ".", "/", " (", ") "])


@pytest.mark.rules
class TestSlips:
    @pytest.mark.parametrize(
        ("one", "other", "count"),
        [
            ("smith", "smith", 0),
            ("smiht", "smith", 1),
            ("smth", "smith", 1),
            ("smiith", "smith", 1),
            ("smoth", "smith", 1),
            ("", "ab", 2),
            ("ca", "abc", 3),
            ("schwartzeneger", "schwarzenegger", 2),
        ],
    )
    def test_counts(self, one, other, count):
        assert spell_check.typo_candidates(one, other) == spell_check.typo_candidates(other, one) == count

    @given(st.text("abcdef", min_size=3, max_size=8))
    def test_edits_are_one_slip_away(self, word):
        edits = set(spell_check._edits(word)) - {word}

        assert edits
        assert all(spell_check.typo_candidates(word, edit) == 1 for edit in edits)


class TestPhones:
    @given(
        digits=st.text("0123456789", min_size=7, max_size=12).filter(lambda d: d[0] != "0"), data=st.data()
    )
    def test_any_grouping_reads_the_same(self, digits, data):
        typed = "".join(digit + data.draw(SEPARATORS) for digit in digits).strip()
        readings = _read(typed)

        assert len(readings) == 1
        (term,) = readings[0]
        assert f"+{digits}" in term.starts
        assert f"-{digits[::-1]}" in term.starts


@pytest.mark.parametrize(
    ("typed", "starts"),
    [
        ("+1 555 0102", {"+15550102", "-20105551"}),
        ("0049 30 1234", {"+49301234", "-43210394"}),
        ("+49 (0)30 1234", {"+49301234", "-43210394"}),
        ("030 1234", {"+1301234", "-432103"}),
    ],
)
def test_numbers_of_many_countries(reef, typed, starts):
    ((term,),) = read(typed, calling_code=1)

    assert starts <= set(term.starts)


@pytest.mark.parametrize(
    ("typed", "readings"),
    [
        ("", []),
        (" - ", []),
        ("Smith", [(Term(("smith", "@smith", "=SM1TH"), "smith"),)]),
        ("Jo", [(Term(("jo",), "jo"),)]),
        ("Müller-Süd", [(Term(("muller",), "muller"), Term(("sud",), "sud"))]),
        ("a@b.de", [(Term(("@a@b.de",)),), tuple(Term((w,), w) for w in ("a", "b", "de"))]),
        ("田中", [(Term(("田中",), "田中"),)]),
    ],
)
def test_reads(reef, typed, readings):
    assert read(typed) == readings


def _read(typed: str):
    """Read digits without a database: they need no folding."""
    from outfitter_tenants.search.queries import search_terms

    (token,) = search_terms._tokens(typed)
    found = search_terms._term(token, [], re.sub(r"\D", "", typed), None)
    assert found is not None
    return [(found,)]
