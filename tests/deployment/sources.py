"""What infra/ says of running the product, read as data."""

import re
import subprocess
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from outfitter.shield.request_limits import Limits

ROOT = Path(__file__).resolve().parents[2]
INFRA = ROOT / "infra"
_READ = re.compile(r"\"([A-Z][A-Z0-9]*_[A-Z0-9_]+)\"")
_FROM_CADDYFILE = re.compile(r"\{\$([A-Z_]+)\}")
_SET = re.compile(r"^(?:Environment=)?([A-Z][A-Z0-9_]+)=", re.MULTILINE)


@cache
def compose() -> dict[str, Any]:
    """Return compose.yaml with its anchors merged."""
    found: dict[str, Any] = yaml.safe_load((INFRA / "compose" / "compose.yaml").read_text())
    return found


@cache
def manifests() -> list[dict[str, Any]]:
    """Return every Kubernetes object that is written down."""
    found: list[dict[str, Any]] = []
    for path in sorted((INFRA / "kubernetes").rglob("*.yaml")):
        if path.name != "kustomization.yaml":
            found += yaml.safe_load_all(path.read_text())
    return found


def pods() -> dict[str, dict[str, Any]]:
    """Return the pod of every workload, by its name."""
    return {
        one["metadata"]["name"]: one["spec"]["template"]["spec"]
        for one in manifests()
        if one["kind"] in {"Deployment", "Job"}
    }


def units() -> dict[str, str]:
    """Return the systemd units, by file name."""
    return {path.name: path.read_text() for path in sorted((INFRA / "systemd").glob("*.service"))}


def known_variables() -> set[str]:
    """Return the environment variables that the product reads."""
    code = [*(ROOT / "platform" / "outfitter" / "settings").glob("*.py")]
    code.append(ROOT / "platform" / "outfitter" / "shield" / "server.py")
    found = {name for path in code for name in _READ.findall(path.read_text())}
    return found | {f"OUTFITTER_{field.name.upper()}" for field in fields(Limits)}


def caddy_variables() -> set[str]:
    """Return the variables that stand in the proxy's configuration."""
    return set(_FROM_CADDYFILE.findall(caddyfile()))


def caddyfile() -> str:
    """Return the proxy's configuration."""
    return (INFRA / "containers" / "caddy" / "Caddyfile").read_text()


def names_set_in(text: str) -> set[str]:
    """Return the names on the left of every NAME=value at the beginning of a line."""
    return set(_SET.findall(text))


def dockerfiles() -> list[Path]:
    """Return every Dockerfile."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*Dockerfile"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [ROOT / line for line in listed.split()]
