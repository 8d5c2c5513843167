"""Connecting the CRM of whoever hosts, and ending it."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import IntegrityError

from outfitter.db.locks import atomic
from outfitter.kit import crypto
from outfitter.kit.errors import DomainError, Invalid, StaleVersion
from outfitter.plugins import registry
from outfitter.plugins.sales_crm.sales_crm_provider import SalesCrm
from outfitter.plugins.sales_crm.types import CrmKeys, CrmTokenRefused
from outfitter.plugins.types import Permanent, Retryable
from outfitter.sales_crm.models import BROKEN, CONNECTED, CrmCompanyLink, CrmConnection, CrmDealLink, CrmNews

SLUG: Final = "hubspot"
LONGEST_PAUSE: Final = timedelta(days=1)
_ARTICLES: Final = "sales-crm:articles"
_KEPT_SECONDS: Final = 10


class NotConnected(DomainError):
    """There is no CRM, or its connection is broken."""

    code = "not_connected"
    status = 409


class CrmSilent(DomainError):
    """The CRM did not answer."""

    code = "crm_unreachable"
    status = 503


def find_crm() -> SalesCrm:
    """
    Return the CRM that is installed.

    :raises NotConnected: none is
    """
    for slug, crm in registry.collect("sales_crms"):
        if slug == SLUG:
            found: SalesCrm = crm
            return found
    raise NotConnected("No CRM is installed.")


def find_connection() -> CrmConnection | None:
    """Return the connection, working or broken; None without any."""
    return CrmConnection.objects.filter(slug=SLUG).first()


def require_connection() -> CrmConnection:
    """
    Return the connection that works.

    :raises NotConnected: there is none, or it is broken
    """
    found = find_connection()
    if found is None or found.state != CONNECTED:
        raise NotConnected("HubSpot isn't connected.", state=found.state if found else "none")
    return found


def has_articles() -> bool:
    """
    Return whether operators can find articles of the host's knowledge base.

    Every first call of the office asks, so that it is remembered for ten seconds.
    """
    found: bool | None = cache.get(_ARTICLES)
    if found is None:
        row = find_connection()
        found = row is not None and row.state == CONNECTED and row.help_domain != ""
        cache.set(_ARTICLES, found, _KEPT_SECONDS)
    return found


def keys_of(row: CrmConnection) -> CrmKeys:
    """Return what opens the account."""
    kept = crypto.decrypt_json(settings.FIELD_KEYS, row.keys_encrypted)
    return CrmKeys(kept["access_token"], kept["client_secret"], row.facts)


def connect(
    *, access_token: str, client_secret: str, help_domain: str, actor: str, at: datetime
) -> CrmConnection:
    """
    Try the keys and keep them, encrypted; another account's links are forgotten. Not in a transaction.

    :raises Invalid: the account does not take them, or can't be used
    :raises CrmSilent: it did not answer
    """
    keys = CrmKeys(access_token, client_secret)
    try:
        account = find_crm().connect(keys)
    except CrmTokenRefused as problem:
        raise Invalid({"access_token": ["HubSpot doesn't accept this access token."]}) from problem
    except Permanent as problem:
        raise Invalid({"access_token": [str(problem)]}) from problem
    except Retryable as problem:
        raise CrmSilent("HubSpot didn't answer. Please try again in a moment.") from problem
    kept = {"access_token": access_token, "client_secret": client_secret}
    fields: dict[str, object] = {
        "keys_encrypted": crypto.encrypt_json(settings.FIELD_KEYS, kept),
        "account": account.id,
        "name": account.name,
        "facts": dict(account.facts),
        "help_domain": help_domain,
        "state": CONNECTED,
        "problem": "",
        "connected_at": at,
        "connected_by": actor,
        "paused_until": None,
        "busy_until": None,
        "compared_at": None,
    }
    with atomic():
        row = CrmConnection.objects.select_for_update().filter(slug=SLUG).first()
        if row is not None and row.account != account.id:
            _forget_links()
        # What was refused for a scope that was missing is tried again.
        CrmDealLink.objects.update(refused_version=0, error="")
        CrmCompanyLink.objects.update(refused_digest="", error="")
        return _keep(row, fields)


def _keep(row: CrmConnection | None, fields: dict[str, object]) -> CrmConnection:
    if row is None:
        try:
            with atomic():
                return CrmConnection.objects.create(slug=SLUG, **fields)
        except IntegrityError as problem:
            raise StaleVersion("Someone else connected HubSpot. Please reload.") from problem
    for name, value in {**fields, "version": row.version + 1}.items():
        setattr(row, name, value)
    row.save()
    return row


def disconnect(*, version: int) -> CrmConnection:
    """
    Forget the keys and what stands where; nothing is changed in the CRM.

    :raises NotConnected: there is no connection
    :raises StaleVersion: somebody else changed it meanwhile
    """
    with atomic():
        row = CrmConnection.objects.select_for_update().filter(slug=SLUG).first()
        if row is None:
            raise NotConnected("HubSpot isn't connected.", state="none")
        if row.version != version:
            raise StaleVersion("Someone else changed this connection. Please reload.")
        _forget_links()
        row.delete()
    return row


def note_broken(row: CrmConnection, problem: str) -> None:
    """Say that the account no longer takes the keys; a connection made anew meanwhile stays."""
    CrmConnection.objects.filter(pk=row.pk, version=row.version, state=CONNECTED).update(
        state=BROKEN, problem=problem[:300], version=row.version + 1
    )


def note_pause(row: CrmConnection, problem: Retryable, *, at: datetime) -> None:
    """Leave the CRM alone for as long as it asked, a day at the most."""
    if problem.wait_seconds > 0:
        wait = min(timedelta(seconds=problem.wait_seconds), LONGEST_PAUSE)
        CrmConnection.objects.filter(pk=row.pk).update(paused_until=at + wait)


def _forget_links() -> None:
    CrmDealLink.objects.all().delete()
    CrmCompanyLink.objects.all().delete()
    CrmNews.objects.all().delete()
