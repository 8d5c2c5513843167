"""Who may do what to whom, as tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit.errors import Forbidden
from outfitter_tenants.backoffice.general.schemas import SettingsOut
from outfitter_tenants.people import defaults, permissions, rules
from outfitter_tenants.people.operations.properties import PropertiesValues
from outfitter_tenants.people.rules import AboveYou, Power, covers

pytestmark = pytest.mark.rules


def power(slug: str) -> Power:
    codes = frozenset(defaults.ROLES[slug][1])
    return Power(codes, defaults.SCOPES.get(slug, "all"), slug == "owner")


OWNER = set(defaults.ROLES)
MANAGER = OWNER - {"owner"}
COVERED = {
    "owner": OWNER,
    "manager": MANAGER,
    "reservations_agent": {"reservations_agent", "guide", "reseller_agent"},
    "analyst": {"analyst"},
    "guide": {"guide"},
    "reseller_agent": {"reseller_agent"},
}


@pytest.mark.parametrize("actor", defaults.ROLES)
@pytest.mark.parametrize("other", defaults.ROLES)
def test_who_covers_whom(actor: str, other: str) -> None:
    assert covers(power(actor), power(other)) is (other in COVERED[actor])


def test_an_owner_is_more_than_their_codes() -> None:
    all_codes = Power(frozenset(defaults.ALL_CODES))
    assert not covers(all_codes, power("owner"))
    assert covers(power("owner"), all_codes)


@pytest.mark.parametrize(
    ("mine", "other", "is_covered"),
    [
        ("all", "all", True),
        ("all", "assigned", True),
        ("all", "reseller", True),
        ("assigned", "all", False),
        ("assigned", "assigned", True),
        ("assigned", "reseller", False),
        ("reseller", "all", False),
        ("reseller", "reseller", True),
    ],
)
def test_nobody_shows_more_bookings_than_they_see(mine: str, other: str, is_covered: bool) -> None:
    assert covers(Power(frozenset("a"), mine), Power(frozenset("a"), other)) is is_covered


@pytest.mark.parametrize(
    ("mine", "other", "is_covered"),
    [(None, None, True), (None, 10, True), (10, None, False), (10, 11, False), (10, 10, True)],
)
def test_nobody_hands_out_larger_discounts_than_their_own(mine, other, is_covered):
    actor, given = (Power(frozenset("a"), max_discount_ppm=ppm) for ppm in (mine, other))
    assert covers(actor, given) is is_covered


def test_what_is_missing_is_named() -> None:
    with pytest.raises(AboveYou) as refused:
        rules.check_covers(Power(frozenset({"a"})), Power(frozenset({"a", "c", "b"})))
    assert refused.value.detail == {"missing": ["b", "c"]}


def test_only_who_manages_the_team_may() -> None:
    rules.check_may_manage(power("manager"))
    with pytest.raises(Forbidden):
        rules.check_may_manage(power("reservations_agent"))


CODES = st.frozensets(st.sampled_from(defaults.ALL_CODES))


@given(actor=CODES, middle=CODES, other=CODES)
def test_nobody_climbs_over_a_helper(
    actor: frozenset[str], middle: frozenset[str], other: frozenset[str]
) -> None:
    """What I give to somebody who gives it on never becomes more than I have."""
    mine, given_on, last = Power(actor), Power(middle), Power(other)
    if covers(mine, given_on) and covers(given_on, last):
        assert covers(mine, last)


def test_every_code_is_shown_once() -> None:
    shown = [code for codes in permissions.AREAS.values() for code in codes]
    assert sorted(shown) == sorted(set(shown)) == sorted(defaults.ALL_CODES)
    assert set(defaults.ALL_CODES) >= permissions.DANGEROUS


@pytest.mark.parametrize(("scope", "kind"), [("all", "staff"), ("assigned", "guide"), ("reseller", "agent")])
def test_what_a_role_shows_makes_the_kind(scope: str, kind: str) -> None:
    assert rules.kind_of(scope) == kind


def test_every_setting_that_is_shown_can_be_written_and_the_other_way_round() -> None:
    assert set(SettingsOut.model_fields) - {"version"} == set(PropertiesValues.__annotations__)
