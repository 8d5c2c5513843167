"""Amazon's names for what went wrong, and our codes."""

from typing import Final

from outfitter.sdk import MailRefusal

CODES: Final[dict[str, MailRefusal]] = {
    "AccessDeniedException": "keys_refused",
    "ExpiredTokenException": "keys_refused",
    "IncompleteSignature": "keys_refused",
    "InvalidClientTokenId": "keys_refused",
    "InvalidSignatureException": "keys_refused",
    "MissingAuthenticationToken": "keys_refused",
    "SignatureDoesNotMatch": "keys_refused",
    "UnrecognizedClientException": "keys_refused",
    "MailFromDomainNotVerified": "sender_not_verified",
    "MailFromDomainNotVerifiedException": "sender_not_verified",
    "AccountSuspendedException": "paused",
    "SendingPausedException": "paused",
    # The configuration set in the settings is not there.
    "NotFoundException": "not_configured",
}
# Too many at once, or more than a day's quota: it did not go out, and may later.
BUSY: Final = frozenset(
    {"LimitExceededException", "Throttling", "ThrottlingException", "TooManyRequestsException"}
)


def refusal_of(code: str, message: str) -> MailRefusal:
    """Return our code for Amazon's; what a refused message says is told from its words."""
    if code in {"MessageRejected", "BadRequestException"}:
        words = message.lower()
        if "not verified" in words:
            return "sender_not_verified"
        if "too large" in words or "length" in words:
            return "too_large"
        if ("invalid" in words and "address" in words) or ("domain" in words and "ascii" in words):
            return "bad_address"
    return CODES.get(code, "refused")
