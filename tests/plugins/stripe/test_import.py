"""Settings load `plugin.py` before Django is ready, so it must not need what comes later."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.rules


PACKAGES = (
    "outfitter_stripe",
    "outfitter_slack",
    "outfitter_octo",
    "outfitter_tiqets",
    "outfitter_redeam",
    "outfitter_viator",
    "outfitter_getyourguide",
)


@pytest.mark.parametrize("package", PACKAGES)
def test_plugins_are_import_light(package: str) -> None:
    code = (
        f"import sys, {package}.plugin\n"
        "late = {'django', 'ninja', 'stripe', 'requests', 'pydantic', 'babel'}\n"
        "sys.exit(str(late & set(sys.modules)) if late & set(sys.modules) else 0)"
    )
    path = ":".join(entry for entry in sys.path if entry)
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
