"""The deployment's own keys for wallet passes; without them none are offered."""

from pathlib import Path

from outfitter.settings import env
from outfitter.wallet.keys import AppleKeys, GoogleKeys, UnusableKey, WalletKeys


def settings() -> WalletKeys:
    """
    Return `settings.WALLET` from the environment.

    :raises BadSetting: a file is missing or no key, or what goes together is not all there
    """
    return WalletKeys(_apple(), _google())


def _apple() -> AppleKeys | None:
    names = ("WALLET_APPLE_CERTIFICATE", "WALLET_APPLE_KEY", "WALLET_APPLE_INTERMEDIATE")
    files = [env.text(name, "") for name in names]
    if not any(files):
        return None
    if not all(files):
        raise env.BadSetting(f"{', '.join(names)} go together")
    certificate, key, intermediate = (_read(*pair) for pair in zip(names, files, strict=True))
    try:
        return AppleKeys.of(certificate, key, intermediate, env.text("WALLET_APPLE_KEY_PASSWORD", ""))
    except UnusableKey as problem:
        raise env.BadSetting(f"WALLET_APPLE_CERTIFICATE and its key: {problem}") from problem


def _google() -> GoogleKeys | None:
    issuer, file = env.text("WALLET_GOOGLE_ISSUER", ""), env.text("WALLET_GOOGLE_ACCOUNT", "")
    if not issuer and not file:
        return None
    if not issuer or not file:
        raise env.BadSetting("WALLET_GOOGLE_ISSUER and WALLET_GOOGLE_ACCOUNT go together")
    try:
        return GoogleKeys.of(issuer, _read("WALLET_GOOGLE_ACCOUNT", file))
    except UnusableKey as problem:
        raise env.BadSetting(f"WALLET_GOOGLE_ISSUER and its account: {problem}") from problem


def _read(name: str, path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as problem:
        raise env.BadSetting(f"{name} names a file that can't be read") from problem
