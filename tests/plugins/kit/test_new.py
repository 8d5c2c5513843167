"""`outfitter plugin new`: what it makes is accepted by the host and passes its own tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from outfitter.testing import scaffold

ROOT = Path(__file__).resolve().parents[3]
THIRD_PARTY = ROOT / "tests" / "third_party"


def outfitter(*words: str, path: str = "", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command of `outfitter` as a person does, with a folder of installed plugins."""
    return run([sys.executable, "-m", "outfitter.cli", *words], path, cwd)


def run(argv: list[str], path: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    known = [str(ROOT / root) for root in ("platform", "tenants", "signup", "plugins")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([path, *known] if path else known)}
    env |= {"DJANGO_SETTINGS_MODULE": "outfitter.testing.settings"}
    env.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(argv, env=env, cwd=cwd, capture_output=True, text=True, check=False)


def install(root: Path, into: Path) -> None:
    """Install a distribution the way pip does, without touching our environment."""
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--disable-pip-version-check",
            "--target",
            str(into),
            str(root),
        ],
        check=True,
        capture_output=True,
    )


def test_it_makes_a_plugin_that_works(tmp_path, db):
    done = outfitter("plugin", "new", "harbour_light", "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr

    prove(tmp_path / "outfitter-harbour-light", "harbour_light", tmp_path / "site")


def test_the_channel_in_the_documents_is_what_it_makes():
    there = THIRD_PARTY / "outfitter-harbour"
    found = {
        str(path.relative_to(there)): path.read_text(encoding="utf-8")
        for path in there.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }

    assert found == scaffold.render("harbour", kind="channel")


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["harbour", "letters"])
def test_the_plugins_in_the_documents_work(slug, tmp_path, db):
    prove(THIRD_PARTY / f"outfitter-{slug}", slug, tmp_path / "site")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["calls", "mail", "payments", "texts"])
def test_every_other_kind_works(kind, tmp_path, db):
    done = outfitter("plugin", "new", "harbour_dock", "--kind", kind, "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr

    prove(tmp_path / "outfitter-harbour-dock", "harbour_dock", tmp_path / "site")


def test_a_kind_that_there_is_not_is_refused(tmp_path):
    done = outfitter("plugin", "new", "acme", "--kind", "pigeons", "--into", str(tmp_path))
    assert (done.returncode, list(tmp_path.iterdir())) == (2, [])
    assert "'texts'" in done.stderr


def prove(root: Path, slug: str, site: Path) -> None:
    """Install a plugin apart, have it checked, and run its own tests against our database."""
    work = site.with_name("work")
    shutil.copytree(root, work)
    install(work, site)

    checked = outfitter("plugin", "check", slug, path=str(site))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert f"{slug}: ok, hooks " in checked.stdout

    url = "postgresql://{USER}@{HOST}/postgres".format(
        USER=connection.settings_dict["USER"], HOST=str(connection.settings_dict["HOST"]).replace("/", "%2F")
    )
    os.environ.setdefault("DATABASE_URL", url)
    tested = run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], str(site), work)
    assert tested.returncode == 0, tested.stdout[-4000:] + tested.stderr[-2000:]
    assert " passed" in tested.stdout


@pytest.mark.parametrize("kind", scaffold.KINDS)
def test_what_it_makes_is_well_formed(kind, tmp_path):
    root = scaffold.make("acme", kind=kind, into=tmp_path)
    for command in (["check", "--line-length", "100"], ["format", "--check", "--line-length", "100"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, str(root)],
            capture_output=True,
            text=True,
            check=False,
            cwd=root,
        )
        assert done.returncode == 0, done.stdout
    assert {"pyproject.toml", "README.md"} <= {path.name for path in root.iterdir()}


@pytest.mark.parametrize("slug", ["Acme", "1acme", "a-b", "acme/../x", "", "a" * 31, "acme_", "ä"])
def test_names_that_are_none_are_refused(slug, tmp_path):
    with pytest.raises(scaffold.NotMade):
        scaffold.make(slug, into=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path):
    scaffold.make("acme", into=tmp_path)

    done = outfitter("plugin", "new", "acme", "--into", str(tmp_path))
    assert (done.returncode, "is there already" in done.stderr) == (1, True)
