"""The texts of the licenses are whole, and every manifest names them (ADR 60)."""

import hashlib
import json
import tomllib
from pathlib import Path

import pytest

from tests.house.test_layout import ROOT, tracked

pytestmark = pytest.mark.rules

AGPL = "0d96a4ff68ad6d4b6f1f30f713b18d5184912ba8dd389f86aa7710db079abcb0"
APACHE = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"
OPEN = {"platform/outfitter/sdk", "platform/outfitter/testing", "widget/src/embed"}
BOTH = "AGPL-3.0-or-later AND Apache-2.0"


def test_the_texts_are_those_of_their_publishers():
    found = {
        str(path.parent.relative_to(ROOT)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in tracked("LICENSE", "**/LICENSE")
    }

    assert found == {".": AGPL, **dict.fromkeys(OPEN, APACHE)}


def test_manifests_name_them():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    front_ends = {
        name: json.loads((ROOT / name / "package.json").read_text())["license"] for name in ("web", "widget")
    }

    assert project["license"] == BOTH
    assert front_ends == {"web": "AGPL-3.0-or-later", "widget": BOTH}
    for pattern in project["license-files"]:
        assert list(ROOT.glob(pattern)), pattern


@pytest.mark.parametrize("page", ["README.md", "docs/adr/0060-licenses.md"])
def test_pages_name_every_folder_that_is_open(page):
    text = (ROOT / page).read_text()

    assert [folder for folder in OPEN if folder not in text] == []


@pytest.mark.parametrize("folder", sorted(OPEN))
def test_an_open_folder_is_there(folder):
    assert [path for path in Path(ROOT / folder).iterdir() if path.suffix in {".py", ".ts"}]
