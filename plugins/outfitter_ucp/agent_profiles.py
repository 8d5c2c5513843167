"""Who we are in the protocol, and which platforms we can talk to."""

import json
import re
from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from outfitter.sdk import TenantContext

# The version that was read: tag v2026-04-08 of github.com/Universal-Commerce-Protocol/ucp.
VERSION: Final = "2026-04-08"
SERVICE: Final = "dev.ucp.shopping"
CHECKOUT: Final = "dev.ucp.shopping.checkout"
SLUG: Final = "ucp"
SECONDS: Final = 4.0
KEPT_FOR: Final = timedelta(hours=1)
# A dictionary of structured fields (RFC 8941): profile="https://…", other members may follow.
_AGENT: Final = re.compile(r'(?:^|,)\s*profile="(https://[^"\\\s]{4,400})"')


class ProfileProblem(Exception):
    """A platform cannot be talked to: an HTTP status, the protocol's code, and words."""

    def __init__(self, status: int, code: str, content: str) -> None:
        """Carry what is answered."""
        super().__init__(code)
        self.status, self.code, self.content = status, code, content


def endpoint(ctx: TenantContext) -> str:
    """Return the address below which the protocol's own addresses are."""
    return f"{ctx.base_url}/api/plugins/{SLUG}"


def business_profile(ctx: TenantContext) -> Mapping[str, object]:
    """Return `/.well-known/ucp`. No payment handler: guests pay on the operator's page."""
    docs = f"https://ucp.dev/{VERSION}"
    service = {
        "version": VERSION,
        "transport": "rest",
        "endpoint": endpoint(ctx),
        "schema": f"{docs}/services/shopping/rest.openapi.json",
    }
    checkout = {"version": VERSION, "schema": f"{docs}/schemas/shopping/checkout.json"}
    return {
        "ucp": {
            "version": VERSION,
            "services": {SERVICE: [service]},
            "capabilities": {CHECKOUT: [checkout]},
            "payment_handlers": {},
        }
    }


def metadata(status: str = "success") -> dict[str, object]:
    """Return the `ucp` member of an answer."""
    if status == "error":
        return {"version": VERSION, "status": "error"}
    return {
        "version": VERSION,
        "status": status,
        "capabilities": {CHECKOUT: [{"version": VERSION}]},
        "payment_handlers": {},
    }


def require_platform(ctx: TenantContext, header: str) -> bool:
    """
    Read a platform's profile; returns whether it speaks our version of checkout.

    :raises ProfileProblem: it names none, or its profile cannot be read
    """
    found = _AGENT.search(header)
    if found is None:
        raise ProfileProblem(400, "invalid_profile_url", "UCP-Agent must name an https profile.")
    profile = _profile(ctx, found[1])
    capabilities = profile["ucp"].get("capabilities")
    listed = capabilities.get(CHECKOUT) if isinstance(capabilities, dict) else None
    versions = {one.get("version") for one in listed or () if isinstance(one, dict)}
    return VERSION in versions


def _profile(ctx: TenantContext, url: str) -> Mapping[str, Any]:
    from outfitter.sdk import records

    key = f"profile:{sha256(url.encode()).hexdigest()}"
    kept = records.find(ctx, plugin=SLUG, key=key)
    if kept is not None:
        return kept
    profile = _fetched(url)
    # What counts of it; the rest is theirs, and may be large.
    ours = {"ucp": {"version": profile["ucp"].get("version"), "capabilities": _checkout_of(profile)}}
    records.claim(ctx, plugin=SLUG, key=key, value=ours, keep=KEPT_FOR)
    return ours


def _checkout_of(profile: Mapping[str, Any]) -> dict[str, Any]:
    found = profile["ucp"].get("capabilities")
    listed = found.get(CHECKOUT) if isinstance(found, dict) else None
    if not isinstance(listed, list):
        return {}
    return {
        CHECKOUT: [{"version": str(one.get("version"))[:20]} for one in listed[:20] if isinstance(one, dict)]
    }


def _fetched(url: str) -> Mapping[str, Any]:
    from outfitter.sdk.http import NoAnswer, OutboundRequest, send_request

    request = OutboundRequest("profile", "GET", url, seconds=SECONDS, most_bytes=128 * 1024)
    try:
        answer = send_request(request)
    except NoAnswer as problem:
        raise ProfileProblem(
            424, "profile_unreachable", f"The profile can't be read: {problem.reason}"
        ) from None
    if answer.status != 200:
        raise ProfileProblem(424, "profile_unreachable", f"The profile answered {answer.status}.")
    try:
        found = json.loads(answer.body)
    except ValueError:
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("ucp"), dict):
        raise ProfileProblem(422, "profile_malformed", "The profile is none.")
    return found
