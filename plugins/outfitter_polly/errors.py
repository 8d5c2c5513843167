"""Amazon's names for what went wrong, and our codes."""

from typing import Final

from outfitter.sdk import SpeechRefusal

BUSY: Final = frozenset({"ThrottlingException", "Throttling", "ServiceFailureException", "ServiceFailure"})
CODES: Final[dict[str, SpeechRefusal]] = {
    "AccessDeniedException": "keys_refused",
    "InvalidSignatureException": "keys_refused",
    "SignatureDoesNotMatch": "keys_refused",
    "UnrecognizedClientException": "keys_refused",
    "InvalidClientTokenId": "keys_refused",
    "ExpiredTokenException": "keys_refused",
    "TextLengthExceededException": "too_long",
    "LanguageNotSupportedException": "language_refused",
    "EngineNotSupportedException": "no_such_voice",
    "ValidationException": "no_such_voice",
}


def refusal_of(code: str, status: int) -> SpeechRefusal:
    """Return our code for one of Amazon's; `refused` for what we have no word for."""
    found = CODES.get(code)
    if found is not None:
        return found
    return "keys_refused" if status in {401, 403} else "refused"
