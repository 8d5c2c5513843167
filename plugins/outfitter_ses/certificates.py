"""
Whether Amazon signed a notice: with a certificate that Amazon's own host serves (SNS, versions 1 and 2).

A certificate is fetched once and kept for a day; who fetches nothing learns nothing, so addresses are
checked letter by letter before anything is asked.
"""

import base64
import binascii
import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from outfitter.sdk import Retryable
from outfitter_ses.settings import api_base

log = logging.getLogger(__name__)
KEPT_SECONDS: Final = 86_400
# Who names certificates that are not there does not have us ask again and again.
MISSED_SECONDS: Final = 60
SECONDS: Final = 2.0
_HOST: Final = re.compile(r"sns\.(?P<region>[a-z0-9-]{5,30})\.amazonaws\.com(\.cn)?")
_PATH: Final = re.compile(r"/SimpleNotificationService-[0-9a-f]{16,64}\.pem")
_OF_SUBSCRIPTIONS: Final = ("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type")
_SIGNED: Final[Mapping[str, tuple[str, ...]]] = {
    "Notification": ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"),
    "SubscriptionConfirmation": _OF_SUBSCRIPTIONS,
    "UnsubscribeConfirmation": _OF_SUBSCRIPTIONS,
}
_DIGESTS: Final[Mapping[str, type[hashes.HashAlgorithm]]] = {"1": hashes.SHA1, "2": hashes.SHA256}


def is_amazons(url: str, *, region: str) -> bool:
    """Return whether an address is one of SNS's own in a region: https, its host, no port, no user."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    if api_base() and url.startswith(api_base() + "/"):
        return True
    found = _HOST.fullmatch(parts.netloc)
    return parts.scheme == "https" and port is None and found is not None and found["region"] == region


def is_signed(envelope: Mapping[str, Any], *, region: str) -> bool:
    """
    Return whether Amazon signed a notice of a region.

    :raises Retryable: its certificate cannot be fetched right now
    """
    url = str(envelope.get("SigningCertURL", ""))
    digest = _DIGESTS.get(str(envelope.get("SignatureVersion", "")))
    text = signed_text(envelope)
    if digest is None or text is None or not is_amazons(url, region=region):
        return False
    if not _PATH.fullmatch(urlsplit(url).path) or urlsplit(url).query:
        return False
    key = _key_of(url)
    if key is None:
        return False
    try:
        signature = base64.b64decode(str(envelope.get("Signature", "")), validate=True)
        key.verify(signature, text.encode(), padding.PKCS1v15(), digest())
    except (InvalidSignature, binascii.Error, ValueError):
        return False
    return True


def signed_text(envelope: Mapping[str, Any]) -> str | None:
    """Return what a signature is over: names and values in turn, each in a line; None for other types."""
    kind = str(envelope.get("Type", ""))
    names = _SIGNED.get(kind)
    if names is None:
        return None
    present = [name for name in names if envelope.get(name) is not None]
    return "".join(f"{name}\n{envelope[name]}\n" for name in present)


def _key_of(url: str) -> rsa.RSAPublicKey | None:
    """Return the key in a certificate, None where it is not one, or its time is over."""
    try:
        found = x509.load_pem_x509_certificate(_pem(url))
    except ValueError:
        return None
    now = datetime.now(UTC)
    if not found.not_valid_before_utc <= now <= found.not_valid_after_utc:
        return None
    key = found.public_key()
    return key if isinstance(key, rsa.RSAPublicKey) else None


def _pem(url: str) -> bytes:
    from django.core.cache import cache

    name = f"ses-certificate:{url}"
    kept = cache.get(name)
    if kept is None:
        kept = _fetched(url)
        cache.set(name, kept, timeout=KEPT_SECONDS if kept else MISSED_SECONDS)
    if not kept:
        raise Retryable("Amazon's certificate can't be fetched right now.")
    return bytes(kept)


def _fetched(url: str) -> bytes:
    from outfitter.sdk.http import NoAnswer, OutboundRequest, send_request

    try:
        answer = send_request(OutboundRequest("certificate", "GET", url, seconds=SECONDS, most_bytes=65_536))
    except NoAnswer as problem:
        log.warning("no certificate of Amazon: %s", problem)
        return b""
    return answer.body if answer.status == 200 else b""
