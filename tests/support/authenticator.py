"""A software authenticator: makes and uses passkeys the way a phone does (WebAuthn, "none")."""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """Holds one passkey for one page's origin; the counter rises with each use."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.handle = ""
        self.count = 0

    def make(self, options: dict[str, Any], *, is_verified: bool = True) -> dict[str, Any]:
        """Answer `navigator.credentials.create`."""
        self.handle = options["user"]["id"]
        public = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32, "big"), -3: public.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(cose)
        data = self._data(options["rp"]["id"], ATTESTED, is_verified=is_verified) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer(
            self._client("webauthn.create", options["challenge"]),
            {"attestationObject": bytes_to_base64url(statement), "transports": ["internal"]},
        )

    def use(
        self,
        options: dict[str, Any],
        *,
        is_verified: bool = True,
        count: int | None = None,
        challenge: str | None = None,
    ) -> dict[str, Any]:
        """Answer `navigator.credentials.get`."""
        self.count = self.count + 1 if count is None else count
        client = self._client("webauthn.get", challenge or options["challenge"])
        data = self._data(options["rpId"], 0, is_verified=is_verified)
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(
            client,
            {
                "authenticatorData": bytes_to_base64url(data),
                "signature": bytes_to_base64url(signature),
                "userHandle": self.handle,
            },
        )

    def _data(self, rp_id: str, flags: int, *, is_verified: bool) -> bytes:
        flags |= PRESENT | (VERIFIED if is_verified else 0)
        party = hashlib.sha256(rp_id.encode()).digest()
        return party + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, client: bytes, response: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": bytes_to_base64url(self.id),
            "rawId": bytes_to_base64url(self.id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {"clientDataJSON": bytes_to_base64url(client), **response},
        }


def flipped(text: str) -> str:
    """Return base64url text with one bit of its last byte changed."""
    data = bytearray(base64url_to_bytes(text))
    data[-1] ^= 1
    return bytes_to_base64url(bytes(data))
