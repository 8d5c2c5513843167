"""The installation's own keys for passes: Apple's certificate, Google's service account."""

import json
from dataclasses import dataclass
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509.oid import NameOID

_PREFIX: Final = "pass."


class UnusableKey(ValueError):
    """What was given is no key for passes; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class AppleKeys:
    """
    A pass type's certificate with its key, and Apple's certificate above it.

    `pass_type` and `team` are the names that Apple wrote into the certificate.
    """

    certificate: x509.Certificate
    key: rsa.RSAPrivateKey
    intermediate: x509.Certificate
    pass_type: str
    team: str

    @classmethod
    def of(cls, certificate: bytes, key: bytes, intermediate: bytes, password: str = "") -> "AppleKeys":
        """
        Return the keys in PEM files.

        :raises UnusableKey: one of them is none, they do not belong together, or it is no pass type's
        """
        own, above = _certificate(certificate), _certificate(intermediate)
        private = _private(key, password)
        if own.public_key() != private.public_key():
            raise UnusableKey("the key is not the certificate's")
        pass_type = _named(own, NameOID.USER_ID)
        if not pass_type.startswith(_PREFIX):
            raise UnusableKey("the certificate is not one of a pass type")
        return cls(own, private, above, pass_type, _named(own, NameOID.ORGANIZATIONAL_UNIT_NAME))


@dataclass(frozen=True, slots=True)
class GoogleKeys:
    """An issuer of passes, and the service account that signs for it."""

    issuer: str
    account: str
    key: rsa.RSAPrivateKey

    @classmethod
    def of(cls, issuer: str, account: bytes) -> "GoogleKeys":
        """
        Return the keys in the JSON file of a service account.

        :raises UnusableKey: it is none, or the issuer is no number
        """
        if not issuer.isascii() or not issuer.isdigit():
            raise UnusableKey("the issuer is a number")
        try:
            found = json.loads(account)
            name, pem = str(found["client_email"]), str(found["private_key"])
        except (ValueError, KeyError, TypeError) as problem:
            raise UnusableKey("the file is not one of a service account") from problem
        return cls(issuer, name, _private(pem.encode(), ""))


@dataclass(frozen=True, slots=True)
class WalletKeys:
    """What this installation can sign for; None: no passes of that kind."""

    apple: AppleKeys | None = None
    google: GoogleKeys | None = None

    @property
    def is_offered(self) -> bool:
        """Return whether there are passes at all."""
        return self.apple is not None or self.google is not None


def _certificate(pem: bytes) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(pem)
    except ValueError as problem:
        raise UnusableKey("a certificate is not in PEM") from problem


def _private(pem: bytes, password: str) -> rsa.RSAPrivateKey:
    try:
        found = load_pem_private_key(pem, password.encode() or None)
    except (ValueError, TypeError) as problem:
        raise UnusableKey("the key is not in PEM, or its password is wrong") from problem
    if not isinstance(found, rsa.RSAPrivateKey):
        raise UnusableKey("the key is not an RSA key")
    return found


def _named(certificate: x509.Certificate, name: x509.ObjectIdentifier) -> str:
    found = certificate.subject.get_attributes_for_oid(name)
    if not found:
        raise UnusableKey("the certificate is not one of a pass type")
    return str(found[0].value)
