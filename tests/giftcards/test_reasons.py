"""Every reason for which a gift card is refused where it is spent has words in the front ends."""

import ast
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

from outfitter_tenants.checkout.gift_cards import redemption
from outfitter_tenants.giftcards.models import GiftCard
from outfitter_tenants.giftcards.operations import balance

pytestmark = pytest.mark.rules
ROOT = Path(__file__).resolve().parents[2]
# What takes a card off a trip is refused in the same words.
SPENT = frozenset({"active", "depleted"})


def raised_in(module: ModuleType) -> set[str]:
    """Return the reasons that a module refuses for, as far as they are written there."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        name = getattr(node, "func", None)
        if isinstance(node, ast.Call) and getattr(name, "id", "") == "refusal":
            parts = ast.walk(node.args[0])
            found |= {one.value for one in parts if isinstance(one, ast.Constant)}  # type: ignore[misc]
    return found


def reasons() -> set[str]:
    """Return every reason that somebody may meet who spends a card."""
    statuses = {slug for slug, _ in GiftCard._meta.get_field("status").choices}  # type: ignore[union-attr]
    return raised_in(redemption) | raised_in(redemption) | (statuses - SPENT) | raised_in(balance)


def table(path: str, *names: str) -> set[str]:
    """Return what tables of a front end's source have a word for."""
    text = (ROOT / path).read_text()
    found: set[str] = set()
    for name in names:
        block = re.search(rf"const {name}\b[^=]*= [{{\[](.*?)[}}\]]", text, re.DOTALL)
        assert block, f"{name} is not in {path}"
        found |= set(re.findall(r"^ *'?(\w+)'?[:,]", block[1], re.MULTILINE))
    return found


def test_they_are_what_the_operations_know() -> None:
    assert {"suspended", "unknown", "void", "expired", "empty", "currency"} <= reasons()
    assert reasons() <= set(balance.REASONS)


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("widget/src/trip-builder/checkout/codes.ts", ("REASONS", "CARD_REASONS")),
        ("widget/src/pay/paying.ts", ("GIFT_CARD_PROBLEMS",)),
        ("web/src/components/pay/failures.ts", ("unusable",)),
    ],
)
def test_each_has_a_word(path: str, names: tuple[str, ...]) -> None:
    # What is not known is told by the plain sentence about codes.
    assert reasons() - table(path, *names) <= {"unknown"}
