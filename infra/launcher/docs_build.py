"""The documentation's site: built only when a document, the API or a hook changed."""

from __future__ import annotations

from launcher import build_stamps
from launcher.paths import PYTHON, ROOT
from launcher.steps import Steps

OUTPUT = ROOT / "docs" / "_site"
STAMP = build_stamps.Stamp("docs-build")
BUILDER = ROOT / "infra" / "docs_site"
READ_BESIDE = (ROOT / "web" / "openapi.json", ROOT / "platform" / "outfitter" / "plugins" / "hookspecs.py")


def is_built() -> bool:
    """Tell whether the site is there and made from the present sources."""
    return OUTPUT.is_dir() and STAMP.matches(_fingerprint())


def ensure_built(steps: Steps) -> None:
    """Build the site unless its sources are those of the last build.

    :raises LauncherError: when the build fails; it says which link or table is wrong.
    """
    if is_built():
        return
    fingerprint = _fingerprint()
    STAMP.clear()
    steps.run("Building the documentation", [str(PYTHON), "-m", "docs_site"], cwd=ROOT / "infra")
    STAMP.set(fingerprint)


def _fingerprint() -> str:
    beside = build_stamps.of_files(READ_BESIDE)
    return build_stamps.of_tree(ROOT / "docs", build_stamps.of_tree(BUILDER), beside)
