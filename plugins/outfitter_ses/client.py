"""The only module that talks to Amazon, through its own library. Nothing is asked twice by itself."""

import logging
import threading
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    NoCredentialsError,
    ProxyConnectionError,
    SSLError,
)

from outfitter.sdk import MailAnswerLost, MailRefused, OutgoingMail, Retryable, TenantContext
from outfitter_ses.errors import BUSY, refusal_of
from outfitter_ses.settings import Account, account_of, api_base

CONNECT_SECONDS: Final = 5
READ_SECONDS: Final = 12
Answer = TypeVar("Answer")
_UNREACHED: Final = (ConnectTimeoutError, EndpointConnectionError, ProxyConnectionError, SSLError)
_making: Final = threading.Lock()
# Amazon's library logs requests whole, keys and mails included, where somebody asks for DEBUG.
logging.getLogger("botocore").setLevel(logging.WARNING)


def send(ctx: TenantContext, outgoing: OutgoingMail) -> str:
    """
    Hand one mail over and return Amazon's id of it.

    :raises MailRefused: Amazon said no
    :raises Retryable: it did not reach Amazon, or Amazon asks to wait
    :raises MailAnswerLost: nobody knows whether it went out
    """
    account = account_of(ctx.config)
    if not account.is_ready:
        raise MailRefused("not_configured", "The settings are incomplete.")
    more = {"ConfigurationSetName": account.configuration_set} if account.configuration_set else {}
    made = _ask(
        lambda: _client(account).send_email(
            FromEmailAddress=outgoing.sender or account.sender,
            Destination={"ToAddresses": [outgoing.to]},
            Content={"Raw": {"Data": outgoing.raw}},
            # News of a configuration set hand these back.
            EmailTags=[
                {"Name": "message", "Value": outgoing.reference},
                {"Name": "host", "Value": urlsplit(ctx.base_url).hostname or "unknown"},
            ],
            **more,
        )
    )
    if not made.get("MessageId"):
        raise MailAnswerLost("Amazon answered without an id.")
    return str(made["MessageId"])


def probe(ctx: TenantContext) -> str:
    """Return "ok" or what is wrong with an account, in words for the settings page."""
    account = account_of(ctx.config)
    if not account.is_ready:
        return "The region, the keys or the sender address is missing."
    try:
        found = _ask(lambda: _client(account).get_account())
        is_verified = _is_verified(account)
    except MailRefused as problem:
        if problem.code == "keys_refused":
            return "Amazon doesn't accept these keys in this region."
        return f"Amazon answered: {problem.message}"
    except (Retryable, MailAnswerLost):
        return "Amazon can't be reached right now."
    if not found.get("SendingEnabled", True):
        return "Amazon paused sending for this account."
    if not is_verified:
        return f"Amazon hasn't verified {account.sender} or its domain yet."
    if not found.get("ProductionAccessEnabled", True):
        return "This account is still in the SES sandbox: it only reaches verified addresses."
    return "ok"


def clear_suppression(ctx: TenantContext, address: str) -> None:
    """
    Take an address off the account's suppression list; one that isn't on it is fine.

    :raises Retryable: Amazon was not reached, or asks to wait
    :raises MailRefused: the keys may not do that
    """
    account = account_of(ctx.config)
    if not account.is_ready:
        return
    try:
        _ask(lambda: _client(account).delete_suppressed_destination(EmailAddress=address))
    except MailAnswerLost as problem:
        # Asking twice does no harm here.
        raise Retryable(str(problem)) from None
    except MailRefused as problem:
        if problem.code != "not_configured":
            raise


def _is_verified(account: Account) -> bool:
    for name in (account.sender, account.sender.rpartition("@")[2]):
        try:
            found = _ask(partial(_client(account).get_email_identity, EmailIdentity=name))
        except MailRefused as problem:
            if problem.code != "not_configured":
                raise
            continue
        if found.get("VerifiedForSendingStatus"):
            return True
    return False


def _client(account: Account) -> Any:
    # Making one takes a tenth of a second, and must not happen in two threads at once.
    with _making:
        return _made(account.region, account.key_id, account.secret, api_base())


@lru_cache(maxsize=64)
def _made(region: str, key_id: str, secret: str, base: str) -> Any:
    import boto3

    more: dict[str, Any] = {"endpoint_url": base} if base else {}
    return boto3.session.Session().client(
        "sesv2",
        region_name=region,
        aws_access_key_id=key_id,
        aws_secret_access_key=secret,
        config=Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            retries={"total_max_attempts": 1},
            # The stand-in is on this machine, which no proxy reaches.
            **({"proxies": {"http": None}} if base else {}),
        ),
        **more,
    )


def _ask(call: Callable[[], Answer]) -> Answer:
    try:
        return call()
    except ClientError as problem:
        raise _refusal(problem) from None
    except _UNREACHED as problem:
        raise Retryable(f"Amazon was not reached: {type(problem).__name__}") from None
    except NoCredentialsError:
        raise MailRefused("not_configured", "There are no keys.") from None
    except BotoCoreError as problem:
        if type(problem).__name__ == "ParamValidationError":
            raise MailRefused("bad_address", "Amazon's library refuses this mail.") from None
        raise MailAnswerLost(type(problem).__name__) from None


def _refusal(problem: ClientError) -> Exception:
    told = problem.response.get("Error", {})
    code, message = str(told.get("Code", "")), str(told.get("Message", ""))[:500]
    status = int(problem.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
    if code in BUSY or status in {429, 503}:
        return Retryable(f"Amazon asks to wait ({code or status})")
    if status >= 500:
        # A gateway in front of SES may say so after SES took the mail.
        return MailAnswerLost(f"Amazon answered {status}")
    return MailRefused(refusal_of(code, message), f"{code}: {message}")
