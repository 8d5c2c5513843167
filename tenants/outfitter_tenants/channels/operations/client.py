"""Calls to a channel's own servers: bounded, kept from our network, in the log."""

import time
from datetime import datetime
from urllib.parse import urlsplit

from outfitter.kit.clock import utc_now
from outfitter.outbound import Unreachable
from outfitter.outbound.client import Call, Reply, send
from outfitter.plugins.channels.catalog_types import Connection
from outfitter.plugins.channels.http_types import NoAnswer, OutboundRequest, OutboundResponse
from outfitter_tenants.channels.operations import call_log
from outfitter_tenants.channels.rules import log_redaction


def call(connection: Connection, request: OutboundRequest) -> OutboundResponse:
    """
    Ask a channel's server: bounded in time and size, kept from our own network, and logged.

    Any status is an answer. Not inside a transaction.

    :raises NoAnswer: there was none
    """
    content, at, begun = request.content, utc_now(), time.monotonic()
    headers = dict(request.headers)
    if request.json is not None:
        headers.setdefault("Content-Type", "application/json")
    asked = Call(request.method, request.url, headers, content, request.seconds, request.most_bytes)
    try:
        reply = send(asked)
    except Unreachable as problem:
        _note(connection, request, None, problem.reason, at, begun)
        raise NoAnswer(problem.reason, was_sent=problem.was_sent) from problem
    _note(connection, request, reply, "", at, begun)
    return OutboundResponse(reply.status, reply.headers, reply.body)


def _note(
    connection: Connection,
    request: OutboundRequest,
    reply: Reply | None,
    code: str,
    at: datetime,
    begun: float,
) -> None:
    parts = urlsplit(request.url)
    where = f"{parts.scheme}://{parts.netloc}{parts.path}"
    outcome = "failed"
    if reply is not None:
        outcome = "ok" if reply.status < 400 else ("refused" if reply.status < 500 else "failed")
    call_log.record_call(
        call_log.CallRecord(
            channel=connection.channel,
            direction="out",
            operation=request.operation,
            method=request.method,
            path=log_redaction.address(where, parts.query, secrets=request.secrets),
            status=reply.status if reply else None,
            outcome=outcome,
            milliseconds=int((time.monotonic() - begun) * 1000),
            at=at,
            connection_id=connection.id,
            code=code,
            references=request.references,
            asked=log_redaction.body(request.content or b"", secrets=request.secrets),
            answered=log_redaction.body(reply.body, secrets=request.secrets) if reply else "",
        )
    )
