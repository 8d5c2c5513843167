"""The link that puts passes into Google Wallet: what stands on them is signed and in the link itself."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

import jwt

from outfitter.wallet.keys import GoogleKeys

SAVE: Final = "https://pay.google.com/gp/v/save/"
# Longer links are cut off by some browsers (Google's own bound for the token).
MOST_CHARACTERS: Final = 1800


def save_link(
    *,
    event_class: Mapping[str, object],
    tickets: Sequence[Mapping[str, object]],
    keys: GoogleKeys,
    at: datetime,
) -> str:
    """Return the link for tickets of one event (Google's EventTicketClass and EventTicketObject)."""
    claims = {
        "iss": keys.account,
        "aud": "google",
        "typ": "savetowallet",
        "iat": int(at.timestamp()),
        "payload": {"eventTicketClasses": [event_class], "eventTicketObjects": list(tickets)},
    }
    return SAVE + jwt.encode(claims, keys.key, algorithm="RS256")


def fits(link: str) -> bool:
    """Return whether every browser opens a link whole."""
    return len(link) - len(SAVE) <= MOST_CHARACTERS
