"""What is asked of every operation, and whom each question concerns."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.urls import URLPattern, URLResolver

from outfitter.urls import urlpatterns
from tests.support.api_operations import Operation, every_operation
from tests.support.proofs import Question

# Who has not switched a plugin on gets 404 before anything is read: its own tests walk its routes.
PLUGINS: Final = "api/plugins/"
OPERATIONS: Final = tuple(one for one in every_operation() if not one.path.startswith(PLUGINS))
TENANT: Final = tuple(one for one in OPERATIONS if one.host == "tenant")
STAFF: Final = tuple(one for one in TENANT if one.is_staff_only)
# The gates stand before plugins as well.
GATED: Final = tuple(one for one in every_operation() if one.host == "tenant" and one.is_staff_only)
UNSAFE: Final = tuple(one for one in TENANT if one.method not in {"GET", "HEAD"})
# Voice agents show their token before anything is read (tests/ai_agents).
WITH_BODY: Final = tuple(
    one for one in UNSAFE if one.has_body and not one.path.startswith("/api/ai-call-agent/")
)
WITH_IDS: Final = tuple(one for one in TENANT if one.parameters)
# An agent's own desk is no address of the office: its walls are walked as an agent
# (tests/checkout/test_reseller_desk.py).
# A mail's picture is there for everybody, whatever is asked for (domain.md 3.9).
# A device's addresses ask for its token first (tests/devices).
OWN_WALLS: Final = ("/api/desk/", "/api/device/announcement/", "/api/device/printJob/")
OF_OFFICE: Final = tuple(
    one for one in WITH_IDS if not one.path.startswith(OWN_WALLS) and one.name != "crm_open"
)
# Parameters that name nothing an operator owns, or that mean the same everywhere.
FIXED: Final = {
    "plugin",
    "slug",
    "day",
    "list",
    "name",
    "date",
    "category",
    "tos",
    "firstDay",
    "lastDay",
    "tripMethod",
    "otaTool",
    "version",
    "field",
    "action",
}


class PartnerCall:
    """One method of an address that a plugin's partner calls."""

    def __init__(self, method: str, path: str) -> None:
        self.method, self.path = method, path


def partner_calls() -> list[PartnerCall]:
    """Return every address below /partner/ with every method."""
    return [
        PartnerCall(method, "/" + pattern)
        for pattern in sorted(set(_addresses(urlpatterns)))
        if pattern.startswith("partner/")
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
    ]


def _addresses(patterns: Sequence[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Yield addresses whole: those that begin alike are in groups."""
    for one in patterns:
        address = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _addresses(one.url_patterns, address)
        else:
            yield address


# Numbers below are what there is: fewer are a mistake in here, or a change that removes a route says so here.
STRANGERS: Final = Question("refuses strangers", lambda: STAFF, 493)
PERMISSION: Final = Question(
    "refuses a role without the permission", lambda: [one for one in STAFF if one.auth.permission], 430
)
CSRF: Final = Question(
    "refuses a call without a CSRF token", lambda: [one for one in UNSAFE if one.is_staff_only], 336
)
# The widget's first call takes no body at all, which is why it may be empty.
_READERS: Final = tuple(one for one in WITH_BODY if one.name != "init")
UNREADABLE: Final = {
    (text, status): Question(f"refuses {text or 'nothing'} for a body", lambda: _READERS, 286)
    for text, status in (('{"a":', 400), ("[]", 422), ('"text"', 422), ("", 422))
}
UNKNOWN_FIELDS: Final = Question("names unknown fields", lambda: WITH_BODY, 287)
NO_IDS: Final = Question("does not find ids that are none", lambda: OF_OFFICE, 334)
FOREIGN_IDS: Final = Question(
    "does not find what another operator has",
    lambda: [one for one in OF_OFFICE if not set(one.parameters) <= FIXED],
    312,
)
UNKNOWN_HOST: Final = Question("says that a host is unknown", lambda: TENANT, 559)
FACTOR_FIRST: Final = Question("wants a second factor first", lambda: GATED, 493)
TERMS_FIRST: Final = Question("wants the terms agreed to first", lambda: GATED, 493)
API_KEYS: Final = Question("opens to API keys what they may read", lambda: TENANT, 559)
PARTNERS: Final = Question("is not there without its plugin", partner_calls, 490)

QUESTIONS: Final[tuple[Question, ...]] = (
    STRANGERS,
    PERMISSION,
    CSRF,
    *UNREADABLE.values(),
    UNKNOWN_FIELDS,
    NO_IDS,
    FOREIGN_IDS,
    UNKNOWN_HOST,
    FACTOR_FIRST,
    TERMS_FIRST,
    API_KEYS,
    PARTNERS,
)


def plausible(operation: Operation, *, number: int = 999_999) -> dict[str, Any]:
    """Return values that fit the path and lead to nothing."""
    key = "0" * 24
    fixed = {
        "date": "2030-01-01",
        "day": "2030-01-01",
        "firstDay": "2030-01-01",
        "lastDay": "2030-01-02",
        "tripMethod": "ecommerce",
        "list": "fees",
        "waiverId": 0,
        "name": "trips",
        "hash": key,
        "messageHash": key,
        "status": "cancelled",
        "trip": key,
        "token": "1-0~forged",
        "proof": "0" * 64,
        "otaTool": "deals",
        "consentRequest": "0" * 43,
    }
    return {name: fixed.get(name, number) for name in operation.parameters}


def plausible_path(operation: Operation) -> str:
    """Return an address of the operation that leads to nothing."""
    return operation.fill(plausible(operation))
