"""Keys for wallet passes that only tests have: certificates of an authority made on the spot."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID

PASS_TYPE = "pass.example.outfitter"
TEAM = "ABCDE12345"
ISSUER = "3388000000001234567"
ACCOUNT = "passes@outfitter.example"
_FROM = datetime(2020, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Files:
    """What an installation has in its folder, as PEM and JSON."""

    certificate: bytes
    key: bytes
    intermediate: bytes
    account: bytes
    public: rsa.RSAPublicKey
    authority: x509.Certificate
    authority_key: bytes


@cache
def files(password: str = "") -> Files:
    """Return files that belong together; `password` is the Apple key's."""
    above, own = _key(), _key()
    authority = _signed("Worldwide Developer Relations", above, above, {})
    named = {NameOID.USER_ID: PASS_TYPE, NameOID.ORGANIZATIONAL_UNIT_NAME: TEAM}
    certificate = _signed("Pass Type ID", own, above, named, issuer=authority)
    service = _key()
    account = {"client_email": ACCOUNT, "private_key": _pem(service).decode()}
    return Files(
        certificate.public_bytes(Encoding.PEM),
        _pem(own, password),
        authority.public_bytes(Encoding.PEM),
        json.dumps(account).encode(),
        service.public_key(),
        authority,
        _pem(above),
    )


def _key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def _pem(key: rsa.RSAPrivateKey, password: str = "") -> bytes:
    secret = BestAvailableEncryption(password.encode()) if password else NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, secret)


def _signed(
    name: str,
    own: rsa.RSAPrivateKey,
    above: rsa.RSAPrivateKey,
    named: dict[x509.ObjectIdentifier, str],
    *,
    issuer: x509.Certificate | None = None,
) -> x509.Certificate:
    parts = [x509.NameAttribute(NameOID.COMMON_NAME, name)]
    parts += [x509.NameAttribute(kind, value) for kind, value in named.items()]
    subject = x509.Name(parts)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.subject if issuer else subject)
        .public_key(own.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_FROM + timedelta(days=36500))
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    )
    return builder.sign(above, hashes.SHA256())
