"""Who may be rewarded for whom, and with what (domain.md 5.26). Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Refusal = Literal["own_domain", "own_address", "own_network", "own_card", "too_many"]
# Providers that many people share: the same one says nothing about who they are.
SHARED_MAIL_HOSTS: Final = frozenset(
    (
        *("gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com"),
        *("yahoo.com", "icloud.com", "me.com", "aol.com", "proton.me", "protonmail.com", "gmx.de"),
        *("gmx.net", "web.de", "mail.ru", "yandex.ru", "qq.com", "163.com", "naver.com", "orange.fr"),
        *("free.fr", "libero.it", "t-online.de"),
    )
)
# As many operators one may bring in a year.
MOST_A_YEAR: Final = 24
# What the referrer is credited with, in minor units, by the currency of its account.
REWARDS: Final[Mapping[str, int]] = {
    **{"USD": 10_000, "EUR": 10_000, "GBP": 8_000, "CAD": 13_000, "AUD": 15_000, "NZD": 16_000},
    **{"CHF": 9_000, "JPY": 15_000, "KRW": 140_000, "SEK": 100_000, "NOK": 100_000, "DKK": 70_000},
}
DEFAULT_REWARD: Final = ("USD", 10_000)


@dataclass(frozen=True, slots=True)
class Party:
    """What is known of one side: its people's addresses, networks they came from, its gateway account."""

    emails: frozenset[str]
    networks: frozenset[str]
    card_account: str | None = None


def refusal(*, referrer: Party, referred: Party, brought_cnt: int) -> Refusal | None:
    """Return why a recommendation counts for nothing, None when it counts."""
    if referrer.emails & referred.emails:
        return "own_address"
    if _own_hosts(referrer) & _own_hosts(referred):
        return "own_domain"
    if referrer.card_account and referrer.card_account == referred.card_account:
        return "own_card"
    if referrer.networks & referred.networks:
        return "own_network"
    return "too_many" if brought_cnt >= MOST_A_YEAR else None


def _own_hosts(party: Party) -> set[str]:
    hosts = {email.rpartition("@")[2].lower() for email in party.emails}
    return hosts - SHARED_MAIL_HOSTS


def reward(currency: str) -> tuple[str, int]:
    """Return currency and amount of a reward for an operator that accounts in `currency`."""
    amount = REWARDS.get(currency)
    return DEFAULT_REWARD if amount is None else (currency, amount)
