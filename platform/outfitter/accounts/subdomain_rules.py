"""Which subdomains an operator may have: pure rules."""

import re
import unicodedata
from typing import Final, Literal

Reason = Literal["too_short", "too_long", "characters", "reserved", "taken", "look_alike"]

SHORTEST: Final = 3
LONGEST: Final = 40
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")

RESERVED: Final = frozenset(
    """
    about abuse access account accounts admin administrator agent agents api apis app apps assets
    auth autoconfig autodiscover backoffice backup beta billing blog book booking bookings bot
    calendar cdn checkout classic cname community contact dashboard data dav db demo dev
    developer developers dns doc docs download email error events example faq feedback files forum
    ftp git graphql guest guide guides health help home host hostmaster hosting image images imap
    img info internal invoice invoices ios kiosk legal live local localhost login logout mail
    mailer marketing media meta metrics mobile monitor mta mx my new news newsletter ns ns1 ns2
    ntp null oauth office operator operators ops order orders outfitter owner partner partners
    pay payment payments platform plugin plugins pop pop3 portal postmaster press pricing privacy
    prod production proxy public register registration report reports reseller resellers root rss
    sales sandbox search secure security server sftp shop sign-in sign-up signin signup site
    sitemap smtp ssl staff stage staging static stats status store stripe subdomain support sysadmin
    system team tenant tenants terms test testing tests tickets tls tos trust undefined update
    upload uploads user users vpn web webhook webhooks webmail webmaster widget widgets wiki www
    www1 www2 xmlrpc
    """.split()  # noqa: SIM905  # a paragraph reads better than two hundred strings
)
# Words that nobody's customers should read in an address, wherever they stand in it.
_UNWELCOME: Final = ("fuck", "shit", "cunt", "porn", "nazi", "whore", "rapist", "hitler")

_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("nn", "m"))
_SINGLES: Final = str.maketrans("0134567892i", "oleasbtbgzl")


def normalize(text: str) -> str:
    """Return what people type as a host label would be written: trimmed, lower case."""
    return text.strip().lower()


def skeleton(slug: str) -> str:
    """Return a form that is equal for slugs which the eye mixes up."""
    text = slug.replace("-", "")
    for pair, single in _PAIRS:
        text = text.replace(pair, single)
    return text.translate(_SINGLES)


_RESERVED_SKELETONS: Final = frozenset(skeleton(word) for word in RESERVED)


def problem_of(slug: str) -> Reason | None:
    """Return why nobody may have that slug, None when its form is fine."""
    if len(slug) < SHORTEST:
        return "too_short"
    if len(slug) > LONGEST:
        return "too_long"
    if not _LABEL.fullmatch(slug) or "--" in slug:
        return "characters"
    if slug in RESERVED or any(word in skeleton(slug) for word in map(skeleton, _UNWELCOME)):
        return "reserved"
    if skeleton(slug) in _RESERVED_SKELETONS:
        return "look_alike"
    return None


def from_name(name: str) -> str:
    """Return the slug nearest to a company's name; may be too short to use."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].strip("-")


def variants(slug: str, *, city: str = "") -> list[str]:
    """Return further ideas for a slug that cannot be had, best first."""
    base = from_name(slug)[:28].strip("-")
    if not base:
        return []
    place = [f"{base}-{from_name(city)[:11]}"] if city else []
    endings = ("tours", "adventures", "trips", "co", "outdoors", "hq")
    ideas = [*place, *(f"{base}-{end}" for end in endings if not base.endswith(end))]
    ideas += [f"go-{base}", f"visit-{base}"]
    return [idea for idea in ideas if problem_of(idea) is None]
