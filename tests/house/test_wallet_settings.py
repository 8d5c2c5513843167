"""Keys for wallet passes: read once at the start, which stops where they make no sense."""

from pathlib import Path

import pytest

from outfitter.settings import env
from outfitter.settings import wallet_keys as wallet
from tests.support import wallet_keys

pytestmark = pytest.mark.rules
APPLE = ("WALLET_APPLE_CERTIFICATE", "WALLET_APPLE_KEY", "WALLET_APPLE_INTERMEDIATE")
GOOGLE = ("WALLET_GOOGLE_ISSUER", "WALLET_GOOGLE_ACCOUNT")


@pytest.fixture
def named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """An environment that names files which belong together; by variable, where they are."""
    found = wallet_keys.files()
    files = dict(zip(APPLE, (found.certificate, found.key, found.intermediate), strict=True))
    files["WALLET_GOOGLE_ACCOUNT"] = found.account
    paths = {name: tmp_path / name for name in files}
    for name, data in files.items():
        paths[name].write_bytes(data)
        monkeypatch.setenv(name, str(paths[name]))
    monkeypatch.setenv("WALLET_GOOGLE_ISSUER", wallet_keys.ISSUER)
    monkeypatch.delenv("WALLET_APPLE_KEY_PASSWORD", raising=False)
    return paths


def test_both_wallets(named: dict[str, Path]) -> None:
    found = wallet.settings()

    assert found.is_offered
    assert found.apple
    assert (found.apple.pass_type, found.apple.team) == (wallet_keys.PASS_TYPE, wallet_keys.TEAM)
    assert found.google
    assert (found.google.issuer, found.google.account) == (wallet_keys.ISSUER, wallet_keys.ACCOUNT)


def test_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*APPLE, *GOOGLE):
        monkeypatch.delenv(name, raising=False)

    assert not wallet.settings().is_offered


def test_a_key_with_a_password(named: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    locked = wallet_keys.files("secret")
    named["WALLET_APPLE_KEY"].write_bytes(locked.key)
    named["WALLET_APPLE_CERTIFICATE"].write_bytes(locked.certificate)
    with pytest.raises(env.BadSetting, match="password"):
        wallet.settings()

    monkeypatch.setenv("WALLET_APPLE_KEY_PASSWORD", "secret")

    assert wallet.settings().apple


@pytest.mark.parametrize("name", [*APPLE, *GOOGLE])
def test_what_goes_together(named: dict[str, Path], monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv(name)

    with pytest.raises(env.BadSetting, match="go together"):
        wallet.settings()


@pytest.mark.parametrize("name", [*APPLE, "WALLET_GOOGLE_ACCOUNT"])
def test_files_that_are_none(named: dict[str, Path], name: str) -> None:
    named[name].write_text("nonsense")
    with pytest.raises(env.BadSetting, match=r"^WALLET_"):
        wallet.settings()

    named[name].unlink()
    with pytest.raises(env.BadSetting, match=f"{name} names a file that can't be read"):
        wallet.settings()


def test_what_belongs_to_others(named: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    found = wallet_keys.files()
    named["WALLET_APPLE_CERTIFICATE"].write_bytes(wallet_keys.files("other").certificate)
    with pytest.raises(env.BadSetting, match="the key is not the certificate's"):
        wallet.settings()

    # A certificate of somebody's, but no pass type's.
    named["WALLET_APPLE_CERTIFICATE"].write_bytes(found.intermediate)
    named["WALLET_APPLE_KEY"].write_bytes(found.authority_key)
    with pytest.raises(env.BadSetting, match="not one of a pass type"):
        wallet.settings()

    monkeypatch.setenv("WALLET_GOOGLE_ISSUER", "us")
    for name in APPLE:
        monkeypatch.delenv(name)
    with pytest.raises(env.BadSetting, match="the issuer is a number"):
        wallet.settings()
