"""How alike two customers are: pure rules with reasons (domain.md 3.7); never by name alone."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from typing import Final

# Points of each reason; from SUGGEST on a person is asked, nothing is ever merged by itself.
POINTS: Final = {
    "same_email": 60,
    "same_phone": 45,
    "same_name": 30,
    "similar_name": 20,
    "same_birth_date": 30,
    "same_email_domain": 30,
    "same_address": 25,
}
OTHER_BIRTH_DATE: Final = -40
SUGGEST: Final = 50
_SIMILAR: Final = 0.84
# Everybody may live at these: sharing one says nothing.
_MAILBOXES: Final = frozenset(
    [
        "gmail.com",
        "googlemail.com",
        "outlook.com",
        "hotmail.com",
        "live.com",
        "msn.com",
        "yahoo.com",
        "ymail.com",
        "icloud.com",
        "me.com",
        "mac.com",
        "aol.com",
        "proton.me",
        "protonmail.com",
        "pm.me",
        "gmx.de",
        "gmx.net",
        "gmx.at",
        "web.de",
        "t-online.de",
        "freenet.de",
        "posteo.de",
        "mail.de",
        "orange.fr",
        "free.fr",
        "wanadoo.fr",
        "laposte.net",
        "sfr.fr",
        "libero.it",
        "virgilio.it",
        "tiscali.it",
        "alice.it",
        "telefonica.net",
        "terra.es",
        "sapo.pt",
        "ziggo.nl",
        "kpnmail.nl",
        "telia.com",
        "comcast.net",
        "verizon.net",
        "att.net",
        "sbcglobal.net",
        "cox.net",
        "bellsouth.net",
        "btinternet.com",
        "sky.com",
        "qq.com",
        "163.com",
        "126.com",
        "sina.com",
        "naver.com",
        "daum.net",
        "hanmail.net",
        "yahoo.co.jp",
        "docomo.ne.jp",
        "ezweb.ne.jp",
        "softbank.ne.jp",
        "mail.ru",
        "yandex.ru",
        "bk.ru",
        "inbox.ru",
        "list.ru",
        "rambler.ru",
        "fastmail.com",
        "yahoo.co.uk",
        "yahoo.fr",
        "yahoo.de",
        "hotmail.co.uk",
        "hotmail.fr",
        "hotmail.de",
        "outlook.de",
        "outlook.fr",
    ]
)


@dataclass(frozen=True, slots=True)
class Person:
    """What two customers are compared by."""

    id: int
    first_name: str
    last_name: str
    emails: Sequence[str]
    phones: Sequence[str]
    birth_date: date | None
    address: str


def fold(text: str) -> str:
    """Return a name without case, accents and punctuation: "José-Luis" is "jose luis"."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ø", "o"))
    letters = "".join(c for c in plain if not unicodedata.combining(c)).casefold()
    return re.sub(r"[^\w]+|_", " ", letters).strip()


def name_likeness(a: Person, b: Person) -> str | None:
    """Return "same_name", "similar_name" or None; swapped first and last names count as similar."""
    mine, theirs = (fold(a.first_name), fold(a.last_name)), (fold(b.first_name), fold(b.last_name))
    if not all([*mine, *theirs]):
        return None
    if mine == theirs:
        return "same_name"
    if mine == theirs[::-1] or (_near(mine[1], theirs[1]) and _is_short_of(mine[0], theirs[0])):
        return "similar_name"
    return None


def is_similar(first: tuple[str, str], second: tuple[str, str]) -> bool:
    """Return whether two (first name, last name) may be one person with the same phone."""
    a, b = (Person(0, *names, (), (), None, "") for names in (first, second))
    if name_likeness(a, b) is not None:
        return True
    # A trip often names only the family: then the family name decides.
    return bool(fold(a.last_name)) and fold(a.last_name) == fold(b.last_name)


def _near(a: str, b: str) -> bool:
    return a == b or SequenceMatcher(None, a, b).ratio() >= _SIMILAR


def _is_short_of(a: str, b: str) -> bool:
    if _near(a, b):
        return True
    short, long = sorted((a, b), key=len)
    # "Jo" for "Joanna", "J" for "Joanna", "Anna" for "Anna Maria".
    return long.startswith(short)


def compare(a: Person, b: Person) -> tuple[int, list[str]]:
    """Return the score, 0 to 100, and its reasons, strongest first."""
    reasons: list[str] = []
    if set(a.emails) & set(b.emails):
        reasons.append("same_email")
    if set(a.phones) & set(b.phones):
        reasons.append("same_phone")
    name = name_likeness(a, b)
    if name is not None:
        reasons.append(name)
    penalty = 0
    if a.birth_date and b.birth_date:
        if a.birth_date != b.birth_date:
            penalty = OTHER_BIRTH_DATE
        elif name is not None:
            reasons.append("same_birth_date")
    if name is not None and "same_email" not in reasons and _domains(a) & _domains(b):
        reasons.append("same_email_domain")
    if name is not None and fold(a.address) and fold(a.address) == fold(b.address):
        reasons.append("same_address")
    score = sum(POINTS[reason] for reason in reasons) + penalty
    return max(0, min(100, score)), sorted(reasons, key=lambda r: -POINTS[r])


def _domains(person: Person) -> set[str]:
    return {mail.rpartition("@")[2].lower() for mail in person.emails} - _MAILBOXES
