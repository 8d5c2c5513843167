"""Which domains of their own operators may bring: pure rules."""

import ipaddress
import re
from typing import Final, Literal

import idna

Reason = Literal["too_long", "characters", "no_domain", "ours"]
LONGEST: Final = 253
# The name below which a text record proves whose domain it is.
PROOF_LABEL: Final = "_outfitter"
PROOF_PREFIX: Final = "outfitter-verification="
_LABEL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
# Names that nobody's browser finds outside one building (RFC 6761, 6762, 8375).
_INNER: Final = ("localhost", "local", "internal", "lan", "home.arpa", "onion")


def normalize(text: str) -> str:
    """Return a domain as DNS has it: without a scheme and a path, in lower case, in ASCII; "" for none."""
    host = re.sub(r"^https?://", "", text.strip().lower()).split("/")[0].rstrip(".")
    try:
        return idna.encode(host, uts46=True).decode() if not host.isascii() else host
    except idna.IDNAError:
        return ""


def problem_of(domain: str, *, base_domain: str) -> Reason | None:
    """Return why a normalized name cannot be brought, None when it can."""
    if len(domain) > LONGEST:
        return "too_long"
    labels = domain.split(".")
    if len(labels) < 2 or _is_address(domain):
        return "no_domain"
    if not all(_LABEL.fullmatch(label) for label in labels):
        return "characters"
    if any(domain == inner or domain.endswith(f".{inner}") for inner in _INNER) or labels[-1].isdigit():
        return "no_domain"
    # Also the names above ours: whoever had them would have ours.
    if domain == base_domain or domain.endswith(f".{base_domain}") or base_domain.endswith(f".{domain}"):
        return "ours"
    return None


def _is_address(domain: str) -> bool:
    try:
        ipaddress.ip_address(domain)
    except ValueError:
        return False
    return True
