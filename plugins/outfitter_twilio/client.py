"""The only module that talks to Twilio, through its own library. Nothing is asked twice by itself."""

import json
import logging
from collections.abc import Callable
from typing import Any, Final, TypeVar

from requests import exceptions as network
from twilio.base.exceptions import TwilioException, TwilioRestException
from twilio.http.http_client import TwilioHttpClient
from twilio.http.response import Response
from twilio.rest import Client
from urllib3.exceptions import ConnectTimeoutError, NewConnectionError

from outfitter.sdk import OutgoingText, Retryable, TenantContext, TextAnswerLost, TextRefused
from outfitter_twilio.addresses import address_of
from outfitter_twilio.errors import refusal_of
from outfitter_twilio.settings import Account, account_of

API: Final = "https://api.twilio.com"
TIMEOUT_SECONDS: Final = 12.0
Answer = TypeVar("Answer")
# Silent: the library's own log would hold numbers and texts.
_log: Final = logging.getLogger(f"{__name__}.wire")
_log.addHandler(logging.NullHandler())
_log.propagate = False


class _HttpClient(TwilioHttpClient):
    """Twilio's transport, to where the settings say that Twilio is."""

    def request(self, method: str, url: str, *given: Any, **named: Any) -> Response:
        """Send one request and return the answer."""
        from django.conf import settings

        base = str(settings.TWILIO["api_base"])
        return super().request(method, url.replace(API, base, 1), *given, **named)


def send(ctx: TenantContext, outgoing: OutgoingText) -> str:
    """
    Hand one text over as SMS and return Twilio's id of it (SM...).

    :raises TextRefused: Twilio said no
    :raises Retryable: it did not reach Twilio, or Twilio asks to wait
    :raises TextAnswerLost: nobody knows whether it went out
    """
    account = account_of(ctx.config)
    if not account.is_ready:
        raise TextRefused("not_configured", "The settings are incomplete.")
    sender = account.sender_to(outgoing.to)
    # A country's own number counts before the service, which would choose by itself.
    is_services = bool(account.service) and sender == account.sender
    who = {"messaging_service_sid": account.service} if is_services else {"from_": sender}
    return _create(ctx, account, outgoing, to=outgoing.to, body=outgoing.text, **who)


def send_whatsapp(ctx: TenantContext, outgoing: OutgoingText) -> str:
    """
    Hand one text over for WhatsApp and return Twilio's id of it (SM... or MM...).

    :raises TextRefused: Twilio said no
    :raises Retryable: it did not reach Twilio, or Twilio asks to wait
    :raises TextAnswerLost: nobody knows whether it went out
    """
    account = account_of(ctx.config)
    if not account.is_ready or not account.whatsapp:
        raise TextRefused("not_configured", "There is no WhatsApp number.")
    words = {"body": outgoing.text}
    if outgoing.approved:
        values = {str(place): value for place, value in enumerate(outgoing.approved.values, start=1)}
        words = {"content_sid": outgoing.approved.template_id}
        if values:
            words["content_variables"] = json.dumps(values)
    to, sender = address_of(outgoing.to, "whatsapp"), address_of(account.whatsapp, "whatsapp")
    return _create(ctx, account, outgoing, to=to, from_=sender, **words)


def _create(ctx: TenantContext, account: Account, outgoing: OutgoingText, **message: str) -> str:
    news = f"{ctx.base_url}/partner/twilio/webhook?message={outgoing.reference}"
    made = _ask(lambda: _client(account).messages.create(status_callback=news, **message))
    if not made.sid:
        raise TextAnswerLost("Twilio answered without an id.")
    return str(made.sid)


def probe(ctx: TenantContext) -> str:
    """Return "ok" or what is wrong with an account, in words for the settings page."""
    account = account_of(ctx.config)
    if not account.is_ready:
        return "The account SID, the auth token or the phone number is missing."
    try:
        found = _ask(lambda: _client(account).api.v2010.accounts(account.sid).fetch())
    except TextRefused as problem:
        if problem.code == "keys_refused":
            return "Twilio doesn't accept this account SID and auth token."
        return f"Twilio answered: {problem.message}"
    except (Retryable, TextAnswerLost):
        return "Twilio can't be reached right now."
    return "ok" if found.status == "active" else f"The Twilio account is {found.status}."


def _client(account: Account) -> Client:
    return Client(
        account.sid,
        account.token,
        http_client=_HttpClient(
            pool_connections=False,
            timeout=TIMEOUT_SECONDS,
            logger=_log,
            # The stand-in is on this machine, which no proxy reaches.
            proxy={"http": ""},
        ),
    )


def _ask(call: Callable[[], Answer]) -> Answer:
    try:
        return call()
    except TwilioRestException as problem:
        raise _refusal(problem) from None
    except network.ConnectionError as problem:
        if _is_unreached(problem):
            raise Retryable(f"Twilio was not reached: {type(problem).__name__}") from None
        raise TextAnswerLost(type(problem).__name__) from None
    except (network.RequestException, TwilioException, ValueError, KeyError) as problem:
        raise TextAnswerLost(type(problem).__name__) from None


def _refusal(problem: TwilioRestException) -> Exception:
    if problem.status == 429 or problem.code in {20429, 63018}:
        return Retryable("Twilio asks to wait (429)")
    if problem.status >= 500:
        # A gateway in front of Twilio may say so after Twilio took the text.
        return TextAnswerLost(f"Twilio answered {problem.status}")
    if problem.status in {401, 403} and not problem.code:
        return TextRefused("keys_refused", f"Twilio answered {problem.status}")
    return TextRefused(refusal_of(problem.code), f"{problem.code}: {problem.msg}"[:500])


def _is_unreached(problem: network.ConnectionError) -> bool:
    """Return whether no connection came about: then nothing was handed over."""
    if isinstance(problem, network.ConnectTimeout | network.SSLError | network.ProxyError):
        return True
    cause = problem.args[0] if problem.args else None
    return isinstance(getattr(cause, "reason", cause), NewConnectionError | ConnectTimeoutError)
