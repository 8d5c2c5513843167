"""Lock files: complete, with hashes, for every platform, and without any registry's address."""

import json
import re

import pytest

from launcher.paths import ROOT

pytestmark = pytest.mark.rules

PYTHON_LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-node.lock")
PLATFORM = re.compile(r"android|darwin|freebsd|linux|openharmony|win32|wasm32|wasm|sunos|netbsd|openbsd|aix")


@pytest.mark.parametrize("name", PYTHON_LOCKS)
def test_every_python_package_is_pinned_with_hashes(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert lines
    for line in lines:
        assert re.match(r"[a-zA-Z0-9._-]+(\[[a-z,]+\])?==\S+", line), line
        assert "--hash=sha256:" in line, line
    assert "://" not in text
    assert "--index-url" not in text


@pytest.mark.parametrize("folder", ["web", "widget"])
def test_a_javascript_lock_serves_every_platform(folder: str) -> None:
    content = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))
    packages = content["packages"]
    missing = {
        name
        for place, entry in packages.items()
        for name in entry.get("optionalDependencies", {})
        if PLATFORM.search(name)
        and f"node_modules/{name}" not in packages
        and f"{place}/node_modules/{name}" not in packages
    }
    assert not missing, f"npm ci would fail: run infra/scripts/lock-front-ends {folder}"


@pytest.mark.parametrize("folder", ["web", "widget"])
def test_a_javascript_lock_has_hashes_and_no_address(folder: str) -> None:
    content = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))
    for place, entry in content["packages"].items():
        assert "resolved" not in entry, place
        assert not place or entry.get("integrity") or PLATFORM.search(place), place
