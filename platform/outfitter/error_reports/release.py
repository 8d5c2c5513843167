"""What reports call this version: the number of the product and the commit it was made of."""

import subprocess
from importlib import metadata
from pathlib import Path
from typing import Final

UNVERSIONED: Final = "unversioned"


def release_of(root: Path) -> str:
    """Return `outfitter@<version>+<commit>` for a checkout; a copy without history has no commit."""
    return f"outfitter@{metadata.version('outfitter')}+{_commit(root)}"


def _commit(root: Path) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "rev-parse", "--short", "HEAD"],
            capture_output=True,
            text=True,
            check=True,
            timeout=5,
        )
    except (OSError, subprocess.SubprocessError):
        return UNVERSIONED
    return done.stdout.strip() or UNVERSIONED
