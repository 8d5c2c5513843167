"""
The certificate and the signatures of the print bridge on the operator's own computers.

The bridge shows a dialog for every job that is not signed. What the browser has signed is always
the SHA-256 of a call, in hex: nothing else is, so that the key vouches for print jobs only.
"""

import base64
from datetime import datetime, timedelta
from typing import Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.x509.oid import NameOID
from django.conf import settings

from outfitter.db.locks import atomic
from outfitter.kit import crypto
from outfitter.kit.errors import Invalid
from outfitter_tenants.audit import queries as audit
from outfitter_tenants.audit.operations import record
from outfitter_tenants.devices.models import PrintKey

BITS: Final = 2048
VALID_FOR: Final = timedelta(days=20 * 365)


def certificate_of(*, operator: str, at: datetime) -> str:
    """Return the operator's certificate as PEM, made when there is none yet."""
    return _key(operator, at).certificate


def sign(*, message: str, operator: str, avatar_id: int, day_began: datetime, at: datetime) -> str:
    """
    Return the base64 signature (RSA, PKCS#1 v1.5, SHA-512) of a hash in hex.

    The first one of a person's day, which began at `day_began`, is written down.
    """
    _note(_key(operator, at), avatar_id, day_began, at)
    kept = crypto.decrypt_json(settings.FIELD_KEYS, _key(operator, at).key_encrypted)
    key = serialization.load_pem_private_key(kept["pem"].encode(), password=None)
    if not isinstance(key, rsa.RSAPrivateKey):
        raise TypeError("the print key is an RSA key")
    return base64.b64encode(key.sign(message.encode(), padding.PKCS1v15(), hashes.SHA512())).decode()


def described(*, operator: str, at: datetime) -> dict[str, object]:
    """Return what the certificate is known by: `{is_own, valid_until, fingerprint}`."""
    row = _key(operator, at)
    first = x509.load_pem_x509_certificate(row.certificate.encode())
    return {
        "is_own": row.is_own,
        "valid_until": first.not_valid_after_utc,
        "fingerprint": first.fingerprint(hashes.SHA256()).hex(),
    }


def set_own(*, certificate: str, private_key: str, at: datetime) -> None:
    """
    Sign with a certificate (intermediate ones may follow it) and key of the operator's own.

    :raises Invalid: one of them can't be read, they don't belong together, or the certificate is over
    """
    try:
        first = x509.load_pem_x509_certificates(certificate.encode())[0]
    except ValueError:
        raise Invalid({"certificate": ["This isn't a certificate in PEM format."]}) from None
    if first.not_valid_after_utc <= at:
        raise Invalid({"certificate": ["This certificate has expired."]})
    key = _read_key(private_key)
    public = first.public_key()
    if (
        not isinstance(public, rsa.RSAPublicKey)
        or public.public_numbers() != key.public_key().public_numbers()
    ):
        raise Invalid({"private_key": ["This key doesn't belong to the certificate."]})
    _replace(certificate.strip() + "\n", key, is_own=True, at=at)


def rotate(*, operator: str, at: datetime) -> None:
    """Replace the key and certificate by new ones of ours; what the old ones signed holds no more."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    _replace(_certificate(key, operator, at), key, is_own=False, at=at)


def _read_key(private_key: str) -> rsa.RSAPrivateKey:
    try:
        key = serialization.load_pem_private_key(private_key.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise Invalid(
            {"private_key": ["This isn't a private key in PEM format without a password."]}
        ) from None
    if not isinstance(key, rsa.RSAPrivateKey) or key.key_size < BITS:
        raise Invalid({"private_key": ["QZ Tray needs an RSA key of at least 2048 bits."]})
    return key


def _replace(certificate: str, key: rsa.RSAPrivateKey, *, is_own: bool, at: datetime) -> None:
    values = {
        "certificate": certificate,
        "key_encrypted": crypto.encrypt_json(settings.FIELD_KEYS, {"pem": _pem(key)}),
        "created_at": at,
        "is_own": is_own,
    }
    with atomic():
        PrintKey.objects.update_or_create(pk=1, defaults=values)
        record(
            entity_type="properties",
            entity_id=1,
            action="properties.changed",
            at=at,
            before={"print_certificate": True},
            after={"print_certificate": "own" if is_own else "new"},
        )


def _pem(key: rsa.RSAPrivateKey) -> str:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


def _note(key: PrintKey, avatar_id: int, day_began: datetime, at: datetime) -> None:
    if _is_noted(avatar_id, day_began):
        return
    with atomic():
        # One after the other: two windows that print at once leave one line.
        PrintKey.objects.select_for_update().get(pk=key.pk)
        if not _is_noted(avatar_id, day_began):
            record(
                entity_type="user_avatar",
                entity_id=avatar_id,
                action="device.print_signed",
                at=at,
                after={"day_began": day_began.isoformat()},
            )


def _is_noted(avatar_id: int, day_began: datetime) -> bool:
    return audit.was_done_by(action="device.print_signed", user_avatar_id=avatar_id, since=day_began)


def _key(operator: str, at: datetime) -> PrintKey:
    found = PrintKey.objects.filter(pk=1).first()
    return found or _make(operator, at)


def _make(operator: str, at: datetime) -> PrintKey:
    key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    with atomic():
        row, is_new = PrintKey.objects.get_or_create(
            pk=1,
            defaults={
                "certificate": _certificate(key, operator, at),
                "key_encrypted": crypto.encrypt_json(settings.FIELD_KEYS, {"pem": _pem(key)}),
                "created_at": at,
            },
        )
        if is_new:
            record(
                entity_type="properties",
                entity_id=1,
                action="properties.changed",
                at=at,
                before={"print_certificate": False},
                after={"print_certificate": True},
            )
    return row


def _certificate(key: rsa.RSAPrivateKey, operator: str, at: datetime) -> str:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, operator[:64] or "Operator")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(at - timedelta(days=1))
        .not_valid_after(at + VALID_FOR)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return made.public_bytes(serialization.Encoding.PEM).decode()
