"""Codes: how they are made, read and checked."""

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from outfitter_tenants.giftcards import lists, queries
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.giftcards.rules import code_format
from tests.giftcards.card_calls import make_card

BODIES = st.text(code_format.ALPHABET, min_size=16, max_size=16)


@given(BODIES, st.integers(0, 16), st.sampled_from(code_format.ALPHABET))
def test_a_slip_of_the_finger_is_known_for_one(body, place, letter):
    code = body + code_format.check_character(body)
    slipped = code[:place] + letter + code[place + 1 :]
    assert code_format.is_ours(code)
    assert code_format.is_ours(slipped) == (slipped == code)


def test_codes_differ_and_check():
    made = {code_format.new_code() for _ in range(200)}
    assert len(made) == 200
    assert all(code_format.is_ours(code) and len(code) == 17 for code in made)


@pytest.mark.parametrize("typed", ["7kq2-9mxd-04tb-hw3zc", " 7KQ2 9MXD O4TB HW3ZC ", "7KQ29MXDo4TBHW3ZC"])
def test_it_is_read_however_it_is_typed(typed):
    assert code_format.normalise(typed) == "7KQ29MXD04TBHW3ZC"
    assert code_format.format_code(code_format.normalise(typed)) == "7KQ2-9MXD-04TB-HW3ZC"


@pytest.mark.usefixtures("reef")
def test_nobody_reads_it_in_the_table():
    card = GiftCard.objects.get(pk=make_card())
    plain = code_format.normalise(queries.plain_code(card))
    kept = f"{card.code_hash} {card.code_encrypted}"
    assert plain not in kept
    assert card.last4 == plain[-4:]


@pytest.mark.usefixtures("reef")
def test_it_is_found_after_keys_change(settings):
    card = GiftCard.objects.get(pk=make_card())
    plain = queries.plain_code(card)
    newer = "bmV3ZXItdGVzdC1vbmx5LWtleS10aGF0LXByb3RlY3Q="
    settings.FIELD_KEYS = [newer, *settings.FIELD_KEYS]
    found = queries.find_by_code(code=plain)
    assert found == card
    assert queries.plain_code(found) == plain


@pytest.mark.usefixtures("reef")
def test_the_search_has_its_index():
    rows = lists.GIFT_CARDS.rows(None).filter(lists.GIFT_CARDS.search("sam"))
    with connection.cursor() as cursor:
        # A few rows are read faster in any other way: only what this index serves is left.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_indexscan = off")
        plan = rows.order_by().explain()
    assert "gift_card_by_words" in plan
