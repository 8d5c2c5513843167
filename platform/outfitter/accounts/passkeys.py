"""
Passkeys (WebAuthn Level 3): discoverable, with user verification, so that one counts as both
factors.

The relying party is the apex domain, so that a passkey opens every operator's subdomain. A host
outside of it (a custom domain), and a base domain of one label such as `localhost`, which browsers
do not accept as one, have passkeys of their own. Challenges are signed, not stored; using one up
leaves a row.
"""

import hmac
import json
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import webauthn
from django.conf import settings
from django.db import IntegrityError, transaction
from webauthn.helpers import bytes_to_base64url, options_to_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from outfitter.accounts import signed_tokens, two_factor
from outfitter.accounts.models import Passkey, User
from outfitter.accounts.operations import InvalidCredentials
from outfitter.accounts.request_origin import RequestOrigin
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import Invalid, NotFound
from outfitter.kit.person_names import full_name

CHALLENGE_LIFE: Final = timedelta(minutes=5)
MOST: Final = 20
_TIMEOUT_MS: Final = 300_000
_NONCE: Final = 16
_WHEN: Final = 8
_BROKEN: Final = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError)


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A new passkey, and recovery codes when there were none before."""

    passkey: Passkey
    recovery_codes: list[str] | None


def rp_id(host: str) -> str:
    """Return the relying party of a host name (without port)."""
    base = str(settings.BASE_DOMAIN)
    is_ours = host == base or host.endswith(f".{base}")
    return base if is_ours and "." in base and not re.fullmatch(r"[\d.]+", base) else host


def options_to_add(*, user: User, caller: RequestOrigin, at: datetime) -> dict[str, Any]:
    """Return what `navigator.credentials.create` takes."""
    party = rp_id(caller.bare_host)
    mine = list(Passkey.objects.filter(user=user, rp_id=party))
    options = webauthn.generate_registration_options(
        rp_id=party,
        rp_name=two_factor.ISSUER,
        user_id=_handle(user).encode(),
        user_name=user.email,
        user_display_name=full_name(user.first_name, user.last_name) or user.email,
        challenge=_challenge("add", str(user.pk), at),
        timeout=_TIMEOUT_MS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[_descriptor(row) for row in mine],
    )
    return _plain(options)


def add(
    *, user: User, name: str, credential: dict[str, Any], caller: RequestOrigin, at: datetime
) -> NewPasskey:
    """
    Keep a passkey that the browser made.

    :raises Invalid: it does not answer our question, or there are too many
    """
    challenge = _take_challenge(credential, "add", str(user.pk), at)
    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge or b"",
            expected_rp_id=rp_id(caller.bare_host),
            expected_origin=caller.page_origins,
            require_user_verification=True,
        )
    except _BROKEN as problem:
        raise Invalid({"credential": ["We couldn't add this passkey."]}) from problem
    if challenge is None or Passkey.objects.filter(user=user).count() >= MOST:
        raise Invalid({"credential": ["We couldn't add this passkey."]})
    try:
        with transaction.atomic():
            row = Passkey.objects.create(
                user=user,
                rp_id=rp_id(caller.bare_host),
                credential_id=bytes_to_base64url(found.credential_id),
                public_key=found.credential_public_key,
                sign_count=found.sign_count,
                name=name.strip() or "Passkey",
                transports=_transports(credential),
                aaguid=found.aaguid,
                is_synced=found.credential_backed_up,
                created_at=at,
            )
            return NewPasskey(row, two_factor.after_adding(user=user, at=at))
    except IntegrityError as problem:
        raise Invalid({"credential": ["This passkey is already registered."]}) from problem


def options_to_sign_in(*, caller: RequestOrigin, at: datetime, user: User | None = None) -> dict[str, Any]:
    """Return what `navigator.credentials.get` takes; without a user any passkey here will do."""
    party = rp_id(caller.bare_host)
    mine = Passkey.objects.filter(user=user, rp_id=party) if user else Passkey.objects.none()
    options = webauthn.generate_authentication_options(
        rp_id=party,
        challenge=_challenge("use", str(user.pk) if user else "", at),
        timeout=_TIMEOUT_MS,
        user_verification=UserVerificationRequirement.REQUIRED,
        allow_credentials=[_descriptor(row) for row in mine],
    )
    return _plain(options)


def verify(
    *, credential: dict[str, Any], caller: RequestOrigin, at: datetime, user: User | None = None
) -> User:
    """
    Return whose passkey answered; `user` demands that it is theirs.

    :raises InvalidCredentials: nobody's, another's, replayed, cloned, or not an answer to us
    """
    wrong = InvalidCredentials("This passkey isn't registered here.")
    rows = Passkey.objects.select_related("user").filter(
        credential_id=str(credential.get("id", "")), rp_id=rp_id(caller.bare_host)
    )
    row = rows.first()
    challenge = _take_challenge(credential, "use", str(user.pk) if user else "", at)
    if row is None or challenge is None or not row.user.is_active:
        raise wrong
    if not _is_of(row, credential) or (user is not None and row.user_id != user.pk):
        raise wrong
    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=row.rp_id,
            expected_origin=caller.page_origins,
            credential_public_key=bytes(row.public_key),
            credential_current_sign_count=row.sign_count,
            require_user_verification=True,
        )
    except _BROKEN as problem:
        raise wrong from problem
    # Of two answers with one counter only the first is real.
    unchanged = Passkey.objects.filter(pk=row.pk, sign_count=row.sign_count)
    if not unchanged.update(sign_count=found.new_sign_count, last_used_at=at):
        raise wrong
    return row.user


def rename(*, user: User, passkey_id: int, name: str) -> None:
    """
    Give a passkey another name.

    :raises NotFound: it is not theirs
    """
    if not Passkey.objects.filter(user=user, pk=passkey_id).update(name=name.strip() or "Passkey"):
        raise NotFound("Passkey not found.")


def remove(*, user: User, passkey_id: int) -> str:
    """
    Forget a passkey; returns its name.

    :raises NotFound: it is not theirs
    """
    with transaction.atomic():
        row = Passkey.objects.filter(user=user, pk=passkey_id).first()
        if row is None or not Passkey.objects.filter(pk=row.pk).delete()[0]:
            raise NotFound("Passkey not found.")
        two_factor.after_removing(user=user)
    return row.name


def _handle(user: User) -> str:
    if not user.passkey_handle:
        made = secrets.token_urlsafe(32)
        User.objects.filter(pk=user.pk, passkey_handle__isnull=True).update(passkey_handle=made)
        user.refresh_from_db(fields=["passkey_handle"])
    return str(user.passkey_handle)


def _is_of(row: Passkey, credential: dict[str, Any]) -> bool:
    response = credential.get("response")
    handle = response.get("userHandle") if isinstance(response, dict) else None
    if not handle:
        return True  # a passkey that was asked for by its id need not say it
    expected = bytes_to_base64url(str(row.user.passkey_handle).encode())
    return hmac.compare_digest(str(handle).rstrip("="), expected)


def _descriptor(row: Passkey) -> PublicKeyCredentialDescriptor:
    known = {one.value for one in AuthenticatorTransport}
    transports = [AuthenticatorTransport(one) for one in row.transports if one in known]
    return PublicKeyCredentialDescriptor(
        id=webauthn.base64url_to_bytes(row.credential_id), transports=transports or None
    )


def _transports(credential: dict[str, Any]) -> list[str]:
    given = credential.get("response", {}).get("transports") or []
    known = {one.value for one in AuthenticatorTransport}
    return [one for one in given if isinstance(one, str) and one in known]


def _plain(options: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(options_to_json(options))
    return found


def _challenge(purpose: str, subject: str, at: datetime) -> bytes:
    until = int((at + CHALLENGE_LIFE).timestamp()).to_bytes(_WHEN, "big")
    head = secrets.token_bytes(_NONCE) + until
    return head + _seal(head, purpose, subject)


def _take_challenge(credential: dict[str, Any], purpose: str, subject: str, at: datetime) -> bytes | None:
    """Return the challenge an answer claims if it is ours, fresh and not used before."""
    try:
        data = webauthn.base64url_to_bytes(credential["response"]["clientDataJSON"])
        challenge = webauthn.base64url_to_bytes(json.loads(data)["challenge"])
    except (ValueError, KeyError, TypeError):
        return None
    head = challenge[: _NONCE + _WHEN]
    until = int.from_bytes(head[_NONCE:], "big")
    is_ours = hmac.compare_digest(challenge[len(head) :], _seal(head, purpose, subject))
    if not is_ours or until <= at.timestamp():
        return None
    ends = datetime.fromtimestamp(until, tz=at.tzinfo)
    return challenge if signed_tokens.spend(f"challenge:{challenge.hex()}", until=ends) else None


def _seal(head: bytes, purpose: str, subject: str) -> bytes:
    sealed = keyed_hash(settings.SECRET_KEY, "passkey-challenge", purpose, subject, head.hex())
    return bytes.fromhex(sealed)
