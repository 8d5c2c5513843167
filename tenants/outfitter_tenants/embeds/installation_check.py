"""Is the calendar on the operator's page, and does it answer there?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Final, Literal
from urllib.parse import urlsplit

from outfitter.outbound import Answer, Unreachable, fetch
from outfitter_tenants.embeds import frame_ancestors, queries, snippet_parser
from outfitter_tenants.embeds.origins import is_covered

Verdict = Literal["installed", "perhaps", "missing", "broken", "unreachable"]
Finding = Literal[
    "no_code",
    "tag_manager",
    "no_slot",
    "other_operator",
    "script_blocked",
    "frame_blocked",
    "not_allowed",
    "page_error",
    "nothing_on_sale",
]
_BREAKING: Final = frozenset(
    {"other_operator", "script_blocked", "frame_blocked", "not_allowed", "page_error"}
)


@dataclass(frozen=True, slots=True)
class Check:
    """
    What was found at an address.

    `reason` says why it is unreachable (see `outfitter.outbound.addresses.Reason`), `findings` what
    is wrong or worth knowing, `seen_at` when a visitor's browser last showed the calendar there.
    """

    url: str
    verdict: Verdict
    reason: str | None
    findings: tuple[Finding, ...]
    seen_at: datetime | None


class _Shop:
    # Set by the composition root: what is on sale is known further up.
    is_on_sale: ClassVar[Callable[[], bool] | None] = None


def install_shop(is_on_sale: Callable[[], bool]) -> None:
    """Name the function that says whether the calendar has anything to show."""
    _Shop.is_on_sale = staticmethod(is_on_sale)


def check(*, url: str, own_origin: str, ask: Callable[[str], Answer] = fetch) -> Check:
    """Look at a page of the operator's site; `own_origin` is where the operator's widget lives."""
    wanted = url.strip() if "://" in url else f"https://{url.strip()}"
    try:
        answer = ask(wanted)
    except Unreachable as problem:
        return Check(wanted, "unreachable", problem.reason, (), None)
    parts = urlsplit(answer.url)
    origin = f"{parts.scheme}://{parts.netloc.lower()}"
    seen_at = queries.last_seen(origin=origin)
    findings = _findings(answer, origin, own_origin)
    if _Shop.is_on_sale is not None and not _Shop.is_on_sale():
        findings.append("nothing_on_sale")
    verdict = _verdict(findings, is_seen=seen_at is not None)
    return Check(answer.url, verdict, None, tuple(findings), seen_at)


def _verdict(findings: Sequence[Finding], *, is_seen: bool) -> Verdict:
    if any(one in _BREAKING for one in findings):
        return "broken"
    if "no_code" in findings or "no_slot" in findings:
        # What a script writes into a page is not in its text; who saw it there says more.
        return "installed" if is_seen else "perhaps" if "tag_manager" in findings else "missing"
    return "installed"


def _findings(answer: Answer, origin: str, own_origin: str) -> list[Finding]:
    if answer.status >= 400:
        return ["page_error"]
    found = snippet_parser.read(answer.text, url=answer.url)
    own = urlsplit(own_origin).netloc.lower()
    # The link in a slot stands in for the calendar; alone it shows none.
    links = [] if found.calendar_cnt else found.link_hosts
    hosts = [*found.loader_hosts, *found.frame_hosts, *links]
    policies = [*found.policies, *_header(answer)]
    findings: list[Finding] = []
    if not hosts:
        findings.append("no_code")
        if found.has_tag_manager:
            findings.append("tag_manager")
    elif own not in hosts:
        findings.append("other_operator")
    elif not found.slot_cnt and not found.frame_hosts and not links:
        findings.append("no_slot")
    if own in found.loader_hosts and snippet_parser.blocked_by(
        policies, kind="script-src", source=own_origin, page=answer.url
    ):
        findings.append("script_blocked")
    if snippet_parser.blocked_by(policies, kind="frame-src", source=own_origin, page=answer.url):
        findings.append("frame_blocked")
    allowed = frame_ancestors.frame_ancestors().split()
    if allowed != ["*"] and not is_covered(origin, allowed[1:]):
        findings.append("not_allowed")
    return findings


def _header(answer: Answer) -> list[str]:
    # Several policies in one header stand between commas, and each of them counts.
    return [one for one in answer.headers.get("content-security-policy", "").split(",") if one]
