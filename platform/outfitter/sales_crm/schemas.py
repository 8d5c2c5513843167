"""Requests and answers about the CRM of whoever hosts."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import StringConstraints

from outfitter.api.schemas import In, Out, Version

Token = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=8, max_length=400, pattern=r"^[!-~]+$")
]
HelpDomain = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, max_length=200, pattern=r"^([a-z0-9.-]+)?$")
]


class ConnectCrmIn(In):
    """A private app's keys, and where the host's knowledge base is."""

    access_token: Token
    client_secret: Token
    help_domain: HelpDomain = ""


class DisconnectCrmIn(In):
    """The connection as the caller saw it."""

    version: Version


class CrmRefusedOut(Out):
    """Something that the CRM does not take, and why."""

    name: str
    error: str


class CrmOut(Out):
    """The connection and how much stands in the CRM; secrets are never shown."""

    state: Literal["none", "connected", "broken"]
    account: str
    problem: str
    help_domain: str
    webhook_url: str
    connected_at: datetime | None
    connected_by: str
    sent_at: datetime | None
    heard_at: datetime | None
    paused_until: datetime | None
    deals_cnt: int
    companies_cnt: int
    waiting_cnt: int
    refused: list[CrmRefusedOut]
    version: int | None


class CrmHitOut(Out):
    """A deal, a company, or an article of the knowledge base; plain text."""

    id: str
    name: str
    stage: str
    url: str


class CrmHeardOut(Out):
    """How much of a delivery was new."""

    received: int
