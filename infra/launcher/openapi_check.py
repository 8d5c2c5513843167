"""Tells whether the front end's typed client was generated from the present OpenAPI document.

``./outfitter openapi`` prints the document, ``web/openapi.json`` keeps it, and
``web/src/api/schema.d.ts`` is generated from it. Any difference is an error.
"""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from launcher.application import manage
from launcher.errors import last_line
from launcher.paths import ROOT

DOCUMENT = ROOT / "web" / "openapi.json"
CLIENT = ROOT / "web" / "src" / "api" / "schema.d.ts"
REMEDY = "Run: ./outfitter openapi --write"


def problems() -> list[str]:
    """Return one line per file that is missing or stale."""
    made = subprocess.run(manage("openapi"), capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return [f"The OpenAPI document cannot be made: {last_line(made.stderr)}"]
    if not DOCUMENT.exists() or DOCUMENT.read_text(encoding="utf-8") != made.stdout:
        return [f"web/openapi.json is not what the code says. {REMEDY}"]
    with tempfile.TemporaryDirectory() as folder:
        client = Path(folder, "schema.d.ts")
        line = generate(DOCUMENT, client)
        if line:
            return [line]
        if not CLIENT.exists() or CLIENT.read_bytes() != client.read_bytes():
            return [f"web/src/api/schema.d.ts is not what web/openapi.json says. {REMEDY}"]
    return []


def generate(document: Path, client: Path) -> str:
    """Generate the typed client as ``npm run api`` does, but into a file of our choice.

    :returns: a line when that fails, else nothing.
    """
    scripts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    words = shlex.split(scripts["api"])
    words[words.index("openapi.json")] = str(document)
    words[words.index("-o") + 1] = str(client)
    made = subprocess.run(
        [shutil.which("npx") or "npx", "--no-install", *words],
        cwd=ROOT / "web",
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if made.returncode == 0 else f"No typed client: {last_line(made.stderr)}"


def write() -> int:
    """Write both files anew; returns the exit code."""
    made = subprocess.run(manage("openapi"), capture_output=True, text=True, check=False)
    if made.returncode != 0:
        sys.stderr.write(made.stderr)
        return 1
    DOCUMENT.write_text(made.stdout, encoding="utf-8")
    line = generate(DOCUMENT, CLIENT)
    if line:
        sys.stderr.write(f"{line}\n")
    return int(bool(line))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        sys.exit(write())
    found = problems()
    for text in found:
        sys.stderr.write(f"{text}\n")
    sys.exit(int(bool(found)))
