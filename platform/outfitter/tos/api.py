"""The terms: what they say, and agreeing to them."""

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Query, Router
from pydantic import StringConstraints

from outfitter.api.principal import TOS_GATE, Public, anonymous, before_terms, caller_of
from outfitter.api.schemas import ERRORS, Id, In, Out
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Forbidden, NotFound
from outfitter.kit.locales import route_locale
from outfitter.tos import operations, queries

OWNERS_ONLY = "setup.billing"
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class TosOut(Out):
    """One version of the terms; `sha256` is the fingerprint of `body_html`."""

    id: int
    version: int
    locale: str
    title: str
    sha256: str
    body_html: str
    is_major: bool
    effective_at: datetime


class CurrentTosOut(Out):
    """
    The terms in force, and whether this operator agreed to them.

    `announced` are those that come into force later, null when there are none or they are agreed to.
    """

    tos: TosOut
    announced: TosOut | None
    needs_agreement: bool
    agreed_at: datetime | None


class AgreeIn(In):
    """The fingerprint of the words that were read."""

    sha256: Sha256


class AgreedOut(Out):
    """When the agreement was recorded."""

    agreed_at: datetime


def build(*, is_apex: bool) -> Router:
    """Return the operations for one host; a router belongs to one API only."""
    found = Router(tags=["terms"])
    found.get(
        "/api/tos/get",
        auth=anonymous if is_apex else Public(passes=TOS_GATE),
        response={200: CurrentTosOut, **ERRORS},
        operation_id="tos_get",
    )(get_tos)
    found.post(
        "/api/tos/{tos}/agree",
        auth=before_terms,
        response={200: AgreedOut, **ERRORS},
        operation_id="tos_agree",
    )(agree_to_tos)
    return found


def get_tos(
    request: HttpRequest, locale: Annotated[str, Query(max_length=12)] = queries.AUTHORITATIVE
) -> CurrentTosOut:
    """Return the operator agreement in force."""
    at = utc_now()
    tos = queries.get_current(audience="operator", locale=route_locale(locale), at=at)
    shown = TosOut.model_validate(tos)
    account_id = _account_id(request)
    principal = caller_of(request)
    if account_id is None or not principal.is_staff:
        return CurrentTosOut(tos=shown, announced=None, needs_agreement=False, agreed_at=None)
    agreement = queries.find_agreement(account_id=account_id, tos=tos)
    coming = queries.find_announced(audience="operator", at=at, locale=route_locale(locale))
    if coming is not None and queries.find_agreement(account_id=account_id, tos=coming):
        coming = None
    return CurrentTosOut(
        tos=shown,
        announced=None if coming is None else TosOut.model_validate(coming),
        needs_agreement=queries.needs_agreement(account_id=account_id, at=at),
        agreed_at=agreement.agreed_at if agreement else None,
    )


def agree_to_tos(request: HttpRequest, tos: Annotated[Id, Path()], body: AgreeIn) -> AgreedOut:
    """Agree to the terms for the operator of this host."""
    principal = caller_of(request)
    account_id = _account_id(request)
    if account_id is None or principal.user_id is None:
        raise NotFound("Terms are accepted at the operator's own address.")
    if not principal.can(OWNERS_ONLY):
        raise Forbidden("Only an owner can accept for the business.", permission=OWNERS_ONLY)
    agreement = operations.agree(
        tos_id=tos,
        sha256=body.sha256,
        user_id=principal.user_id,
        account_id=account_id,
        at=utc_now(),
        ip=getattr(request, "client_ip", None),
        user_agent=request.headers.get("User-Agent", ""),
    )
    return AgreedOut(agreed_at=agreement.agreed_at)


def _account_id(request: HttpRequest) -> int | None:
    tenant = getattr(request, "tenant", None)
    return None if tenant is None else int(tenant.pk)


router = build(is_apex=False)
