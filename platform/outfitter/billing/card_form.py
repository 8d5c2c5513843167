"""The card form of billing, and what a gateway refuses in words for people."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from outfitter.accounts.models import Account
from outfitter.billing import platform_gateway
from outfitter.billing.operations import customer_details
from outfitter.kit.errors import DomainError
from outfitter.plugins.payments.types import GatewayUnavailable, PaymentFailed

Answer = TypeVar("Answer")


class HostGatewayError(DomainError):
    """The host's payment service did not answer."""

    code = "gateway_error"
    status = 502


class HostGatewayRefused(DomainError):
    """The host's payment service is not set up, or refuses this."""

    code = "gateway_refused"
    status = 502


def asking(call: Callable[[], Answer]) -> Answer:
    """
    Return what a call to the host's gateway answers.

    :raises HostGatewayError: no answer; nothing was charged
    :raises HostGatewayRefused: refused
    """
    try:
        return call()
    except GatewayUnavailable as problem:
        raise HostGatewayError(
            "The payment service isn't responding. Nothing was charged. Please try again."
        ) from problem
    except PaymentFailed as problem:
        raise HostGatewayRefused("Cards can't be used here right now.", reason=problem.code) from problem


def begin(*, account: Account, at: datetime) -> dict[str, str | None]:
    """
    Return what a browser needs to keep a card (BillingCardFormOut); raises as `asking` does.

    :raises NoPaymentProvider: the deployment has no gateway
    """

    def ask() -> dict[str, str | None]:
        client = platform_gateway.client()
        setup = customer_details.begin_card(account=account, at=at)
        return {
            "setup_id": setup.gateway_id,
            "client_secret": setup.client_secret or "",
            "publishable_key": client.publishable_key,
            "script_url": client.script_url,
            "gateway_account": client.account,
        }

    return asking(ask)


def save(*, account: Account, setup_id: str, at: datetime) -> None:
    """
    Keep the card of a setup; raises as `asking` does.

    :raises CardNotAdded: it was not kept, or for somebody else
    """
    asking(lambda: customer_details.keep_card(account=account, setup_id=setup_id, at=at))
