"""What the back office says of refusals in its own words are refusals that there are."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings

from outfitter.kit.errors import DomainError

pytestmark = pytest.mark.rules
SOURCE = Path(__file__).resolve().parents[2] / "web" / "src" / "components" / "ui" / "error-codes.ts"
# What the browser itself finds, or Django's own layers answer.
OTHERS = {"offline"}
# What the front desk meets where money comes and goes back; the rest has sentences of the server.
AT_THE_DESK = {
    "account_suspended",
    "overpayment",
    "paid_at_partner",
    "payment_in_progress",
    "payment_required",
    "price_changed",
    "refund_exceeds",
    "refund_changed",
    "refund_refused",
    "gift_card_in_use",
    "money_not_settled",
    "terminal_refund_required",
}


def codes(of: type[DomainError] = DomainError) -> set[str]:
    """Return the codes of all refusals there are."""
    return {of.code} | {code for kind in of.__subclasses__() for code in codes(kind)}


def known() -> set[str]:
    """Return the codes that have our own words in every language."""
    return set(re.findall(r"^  '(\w+)',$", SOURCE.read_text(), re.MULTILINE))


def test_no_word_is_of_a_code_that_nobody_answers() -> None:
    # The addresses bring everything that answers them.
    import_module(settings.ROOT_URLCONF)
    assert known() - OTHERS <= codes()


def test_the_desk_reads_no_english_where_money_moves() -> None:
    assert known() >= AT_THE_DESK
