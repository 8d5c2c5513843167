"""Recordings, heard through us: who may, for as long as they are kept, from their provider alone."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urljoin, urlsplit

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.errors import DomainError, NotFound
from outfitter.plugins import contexts, time_limits
from outfitter.plugins.calls.providers import find_call_provider
from outfitter.plugins.calls.types import RecordingRequest
from outfitter.plugins.channels.http_types import NoAnswer, OutboundRequest, OutboundResponse
from outfitter.plugins.http import send_request
from outfitter.plugins.types import Permanent, Retryable
from outfitter_tenants.audit.operations import record
from outfitter_tenants.calls import queries
from outfitter_tenants.calls.models import Call

# An hour as telephone systems record it; players ask for parts.
MOST_BYTES: Final = 60 * 1024 * 1024
PART_BYTES: Final = 1024 * 1024
_REDIRECTS: Final = 3
_SECONDS: Final = 20.0
_RANGE: Final = re.compile(r"bytes=(\d{1,12})-(\d{0,12})")
_TOLD: Final = re.compile(r"bytes (\d{1,12})-(\d{1,12})/(\d{1,12}|\*)")
_AUDIO: Final = re.compile(r"(audio/[a-z0-9.+-]{1,40}|video/(mp4|webm|ogg))")


class RecordingNotFound(NotFound):
    """There is no recording of this call, or it is kept no longer."""


class RecordingAway(DomainError):
    """The provider does not hand the recording out right now."""

    code = "recording_unavailable"
    status = 502


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes a player asks for; `last` is None for all that follow."""

    first: int
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What is answered: all of a recording, or a part of it (206)."""

    status: int
    content_type: str
    body: bytes
    headers: Mapping[str, str]


def span_of(header: str) -> Span | None:
    """Return what a Range header asks for; None for all, and for what no player asks."""
    found = _RANGE.fullmatch(header.strip())
    if found is None:
        return None
    return Span(int(found[1]), int(found[2]) if found[2] else None)


def hear(*, call_id: int, span: Span | None, at: datetime) -> Part:
    """
    Return a recording or a part of it; that somebody listened is written down where it begins.

    :raises CallNotFound: there is no such call
    :raises RecordingNotFound: it has no recording, or no longer
    :raises RecordingAway: the provider does not answer
    """
    row = queries.get_call(call_id=call_id)
    if not row.recording_url or queries.is_past_keeping(row.started_at, at=at):
        raise RecordingNotFound("There is no recording of this call.")
    part = _fetch(_request_of(row), span)
    if span is None or span.first == 0:
        with atomic():
            record(entity_type="call", entity_id=row.pk, action="call.heard", at=at, trip_id=row.trip_id)
    return part


def _request_of(row: Call) -> RecordingRequest:
    schema = current_schema()
    provider = find_call_provider(schema_name=schema, slug=row.provider)
    if provider is None:
        raise RecordingNotFound("The provider of this recording is switched off.")
    try:
        with (
            contexts.plugin_context(schema_name=schema, slug=row.provider) as ctx,
            time_limits.time_limit(time_limits.WEBHOOK_SECONDS),
        ):
            return provider.recording(ctx, row.recording_url)
    except Permanent:
        raise RecordingNotFound("There is no recording of this call.") from None
    except (Retryable, time_limits.PluginTimeout):
        raise RecordingAway("The recording can't be reached right now. Please try again.") from None


def _fetch(request: RecordingRequest, span: Span | None) -> Part:
    """Ask for a recording; redirects are followed by hand, keys stay with the first host."""
    headers = {"Accept": "audio/*", **request.headers}
    if span is not None:
        headers["Range"] = f"bytes={span.first}-{_last(span)}"
    url = request.url
    for _ in range(_REDIRECTS + 1):
        answer = _ask(url, headers)
        target = answer.headers.get("location", "")
        if answer.status not in {301, 302, 303, 307, 308} or not target:
            return _part(answer, span)
        onward = urljoin(url, target)
        if urlsplit(onward).netloc != urlsplit(url).netloc:
            headers = {name: value for name, value in headers.items() if name not in request.headers}
        url = onward
    raise RecordingAway("The recording can't be reached right now. Please try again.")


def _last(span: Span) -> int:
    most = span.first + PART_BYTES - 1
    return most if span.last is None else min(span.last, most)


def _ask(url: str, headers: Mapping[str, str]) -> OutboundResponse:
    asked = OutboundRequest("recording", "GET", url, headers=headers, seconds=_SECONDS, most_bytes=MOST_BYTES)
    try:
        return send_request(asked)
    except NoAnswer:
        raise RecordingAway("The recording can't be reached right now. Please try again.") from None


def _part(answer: OutboundResponse, span: Span | None) -> Part:
    if answer.status in {404, 410}:
        raise RecordingNotFound("The provider no longer has this recording.")
    if answer.status == 416:
        return Part(
            416, "audio/mpeg", b"", {"Content-Range": answer.headers.get("content-range", "bytes */*")}
        )
    if answer.status not in {200, 206}:
        raise RecordingAway("The recording can't be reached right now. Please try again.")
    kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    shown = kind if _AUDIO.fullmatch(kind) else "application/octet-stream"
    told = answer.headers.get("content-range", "")
    if answer.status == 206 and span is not None and _TOLD.fullmatch(told):
        return Part(206, shown, answer.body, {"Content-Range": told})
    if span is None or answer.status == 206:
        return Part(200, shown, answer.body, {})
    return _cut(answer.body, shown, span)


def _cut(body: bytes, kind: str, span: Span) -> Part:
    """Return the part of a whole recording that was asked for, of a provider that knows no parts."""
    if span.first >= len(body):
        return Part(416, kind, b"", {"Content-Range": f"bytes */{len(body)}"})
    last = min(_last(span), len(body) - 1)
    told = f"bytes {span.first}-{last}/{len(body)}"
    return Part(206, kind, body[span.first : last + 1], {"Content-Range": told})
