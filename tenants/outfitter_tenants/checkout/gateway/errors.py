"""What a payment service refused, in the words of our own answers (domain.md 5.0)."""

from typing import Final

from outfitter.kit.errors import DomainError, Invalid
from outfitter.plugins.payments.types import PaymentFailed

NOT_CHARGED: Final = "The payment service isn't responding. Nothing was charged. Please try again."


class GatewayError(DomainError):
    """The payment service did not answer; nothing was charged by this call."""

    code = "gateway_error"
    status = 502


class GatewayRefused(DomainError):
    """The gateway takes no payment from this operator as it is set up now."""

    code = "gateway_refused"
    status = 502


class CardDeclined(DomainError):
    """The card's issuer refused this payment."""

    code = "card_declined"
    status = 402


class AuthenticationRequired(DomainError):
    """The card's issuer wants its holder, who is not there."""

    code = "authentication_required"
    status = 402


class AuthorisationExpired(DomainError):
    """What was held on the card is free again: nothing can be taken from it."""

    code = "authorisation_expired"
    status = 409


class ReaderBusy(DomainError):
    """The reader is doing something else."""

    code = "reader_busy"
    status = 409


class ReaderOffline(DomainError):
    """The reader does not answer."""

    code = "reader_offline"
    status = 409


class Unsupported(DomainError):
    """The operator's gateway cannot do that at all."""

    code = "gateway_unsupported"
    status = 409


_DECLINED: Final = frozenset({"card_declined", "expired_card", "authentication_failed"})
_OF_AMOUNTS: Final = {
    "amount_too_small": "This is below the minimum card charge.",
    "amount_too_large": "This is above the maximum charge.",
    "amount_not_chargeable": "This currency is charged in whole units only.",
}


def refusal(problem: PaymentFailed) -> DomainError:
    """Return what we answer when a gateway refuses; the log has its own words."""
    if problem.code in _DECLINED:
        return CardDeclined(problem.message, decline_code=problem.decline_code or problem.code)
    if problem.code == "authentication_required":
        return AuthenticationRequired(
            "The bank requires the cardholder to confirm this payment.", decline_code=problem.decline_code
        )
    if problem.code in _OF_AMOUNTS:
        return Invalid({"amount": [_OF_AMOUNTS[problem.code]]})
    if problem.code == "authorisation_expired":
        return AuthorisationExpired("The card is no longer authorized for this amount.")
    if problem.code in {"reader_busy"}:
        return ReaderBusy("The reader is busy. Cancel its current action, or wait.")
    if problem.code in {"reader_offline", "reader_timeout"}:
        return ReaderOffline("The reader isn't responding. Check that it's on and online.")
    if problem.code == "unsupported":
        return Unsupported("The payment service of this operator cannot do this.")
    return GatewayRefused(
        "Card payments aren't available right now. Nothing was charged. Please contact us.",
        reason=problem.code,
    )
