"""`outfitter seed` at the command line."""

import json
import stat
from contextlib import nullcontext

import pytest
from django.core.management import CommandError, call_command

from outfitter.accounts.models import User
from outfitter.api.management.commands import seed as command
from outfitter_demo import operator_account, seed


@pytest.fixture
def seeded(monkeypatch):
    """Stand in for the work itself: the command's own part is what is tried here."""
    made = []
    monkeypatch.setattr(command, "Studio", lambda _folder: nullcontext())
    monkeypatch.setattr(operator_account, "find_operator", lambda: None)
    monkeypatch.setattr(seed, "seed", lambda **how: made.append(how) or seed.SeedReport(True, 9))
    return made


def test_it_writes_the_logins_for_the_launcher(db, seeded, settings, tmp_path, capsys):
    settings.MEDIA_ROOT = tmp_path / "media"
    target = tmp_path / "deep" / "seed.json"

    call_command("seed", json=target)

    logins = json.loads(target.read_text())
    assert logins["owner"]["url"].startswith("http://demo.")
    assert list(logins) == ["owner", "manager", "front_desk", "guide", "agent", "platform"]
    assert logins["platform"]["url"].endswith("/platform")
    assert User.objects.get(email=logins["platform"]["email"]).is_platform_admin
    assert logins["guide"]["password"] in capsys.readouterr().out
    assert len(seeded) == 1
    assert not stat.S_ISDIR(target.stat().st_mode)


def test_production_refuses_known_passwords(seeded, settings, tmp_path):
    settings.IS_DEVELOPMENT = False

    with pytest.raises(CommandError, match="known passwords"):
        call_command("seed", json=tmp_path / "seed.json")
    assert seeded == []


def test_production_obeys_force(db, seeded, settings, tmp_path):
    settings.IS_DEVELOPMENT = False
    settings.MEDIA_ROOT = tmp_path / "media"

    call_command("seed", json=tmp_path / "seed.json", force=True)

    assert len(seeded) == 1
    assert not User.objects.filter(is_platform_admin=True).exists()
