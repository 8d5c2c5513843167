"""A third-party plugin, installed from a distribution of its own into a folder of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ACME = ROOT / "tests" / "third_party" / "outfitter-acme"

PROBE = """
import json
from outfitter.plugins import registry
from outfitter.plugins.types import TenantContext
ctx = TenantContext(schema="t_x")
refuse = registry.by_plugin("check_hold", only=["acme"])["acme"]
print(json.dumps({
    "slugs": registry.slugs(),
    "reasons": refuse(ctx=ctx, timeslot_id=1, pax_cnt=5),
    "agreed": refuse(ctx=ctx, timeslot_id=1, pax_cnt=2),
    "version": registry.manifests()["acme"].version,
}))
"""


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Install the distribution the way pip does, without touching our environment."""
    folder = tmp_path_factory.mktemp("site")
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
            str(folder),
            str(ACME),
        ],
        check=True,
        capture_output=True,
    )
    return folder


def test_the_host_finds_it_by_its_entry_point(installed):
    done = run(installed, PROBE)

    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {"acme", "slack", "stripe"} <= set(found["slugs"])
    assert found["version"] == "1.2.0"
    assert found["reasons"] == [["Acme allows at most 4 guests per hold."]]
    assert found["agreed"] == [[]]


@pytest.mark.parametrize(
    ("_case", "before", "after", "says"),
    [
        (
            "a wrapper",
            "    @hookimpl\n    def check_hold",
            "    @hookimpl(hookwrapper=True)\n    def check_hold",
            "wrappers and specname are not allowed",
        ),
        (
            "an alias",
            "    @hookimpl\n    def on_event",
            '    @hookimpl(specname="on_event")\n    def anything',
            "wrappers and specname",
        ),
        ("a typo in a hook", "def on_event(", "def on_evnt(", "unknown hook"),
        ("a foreign slug", '"acme", "Acme"', '"stripe", "Acme"', "slug is 'stripe'"),
        (
            "another major version",
            '"operations",',
            '"operations", requires="outfitter>=2",',
            "needs outfitter>=2",
        ),
        ("not tenant safe", '"operations",', '"operations", tenant_safe=False,', "not safe"),
        (
            "a hearer of no events",
            'events=("trip.converted", "trip.changed")',
            "events=()",
            "on_event belong together",
        ),
    ],
)
def test_the_door_refuses(installed, tmp_path, _case, before, after, says):
    broken = tmp_path / "site"
    subprocess.run(["cp", "-r", str(installed), str(broken)], check=True)
    file = broken / "outfitter_acme" / "plugin.py"
    text = file.read_text()
    assert before in text
    text = text.replace(before, after)
    if "hookwrapper" in after:
        text = text.replace(
            'return ["Acme allows at most 4 guests per hold."] if pax_cnt > 4 else []', "yield"
        )
    file.write_text(text)

    done = run(broken, "import outfitter.plugins.registry")

    assert done.returncode != 0
    assert says in done.stderr
