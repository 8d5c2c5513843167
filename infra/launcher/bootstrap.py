"""The virtual environment: made once, filled from the hash-pinned locks, then only checked."""

from __future__ import annotations

import contextlib
import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from launcher import build_stamps
from launcher.errors import LauncherError
from launcher.paths import PYTHON, ROOT, VENV
from launcher.steps import DOWNLOAD_SECONDS, Steps

REGISTRY = "the Python package registry"
RUNTIME, DEV = ROOT / "requirements.lock", ROOT / "requirements-dev.lock"


def ensure_python(steps: Steps, *, is_dev: bool = False) -> None:
    """Make ``.venv`` hold exactly what the locks say, and the project itself, editable.

    :param is_dev: also what tests, types and lint need.
    :raises LauncherError: with one clear line when that is not possible here.
    """
    ensure_venv(steps)
    ensure_packages(steps)
    if is_dev:
        install(steps, "Installing test tools", "dev", [RUNTIME, DEV])


def ensure_venv(steps: Steps) -> None:
    """Make an empty ``.venv`` where none is that works.

    :raises LauncherError: with one clear line when that is not possible here.
    """
    with _alone():
        if not works():
            _make_venv(steps)


def ensure_packages(steps: Steps) -> None:
    """Make ``.venv`` hold what the product runs on, and the project itself, editable.

    :raises LauncherError: with one clear line when that is not possible here.
    """
    install(steps, "Installing Python packages", "runtime", [RUNTIME])
    _ensure_project(steps)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Let only one at a time change ``.venv``, in this launcher or another; ends with the process."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def pip_environment() -> dict[str, str]:
    """Return the person's environment with pip told to be brief and not to ask."""
    return os.environ | {
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "PIP_NO_INPUT": "1",
    }


def install(steps: Steps, title: str, name: str, locks: list[Path]) -> None:
    """Install locks into ``.venv`` unless that was done for exactly these.

    :raises LauncherError: when the registry or the disk does not allow it.
    """
    argv = [str(PYTHON), "-m", "pip", "install", "--quiet", "--require-hashes", "--retries", "2"]
    # The locks are complete: nothing is looked for besides, and what overrides.in says holds.
    argv.append("--no-deps")
    for lock in locks:
        argv += ["-r", str(lock)]
    with _alone():
        stamp = build_stamps.Stamp(f"python-{name}")
        wanted = fingerprint(locks)
        if stamp.matches(wanted):
            return
        stamp.clear()
        steps.run(title, argv, source=REGISTRY, env=pip_environment(), limits=DOWNLOAD_SECONDS)
        stamp.set(wanted)


def fingerprint(locks: list[Path]) -> str:
    """Return what an installation of these locks into the present ``.venv`` is stamped with."""
    return build_stamps.of_files(locks, _made_with())


def _ensure_project(steps: Steps) -> None:
    """Install the project editable, so that its plugins are found like anybody's."""
    argv = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    argv += ["--no-index", "-e", str(ROOT)]
    with _alone():
        stamp = build_stamps.Stamp("python-project")
        wanted = build_stamps.of_files([ROOT / "pyproject.toml"], _made_with(), str(ROOT))
        if stamp.matches(wanted):
            return
        steps.run("Installing the project itself", argv, env=pip_environment(), is_quiet=True)
        stamp.set(wanted)


def _made_with() -> str:
    """Return the version line of the environment, which changes when it is made anew."""
    try:
        return (VENV / "pyvenv.cfg").read_text(encoding="utf-8")
    except OSError:
        return ""


def works() -> bool:
    """Tell whether ``.venv`` has a Python that runs, is new enough and has pip."""
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    try:
        tried = subprocess.run([str(PYTHON), "-c", probe], capture_output=True, check=False)
    except OSError:
        return False
    return tried.returncode == 0


def _make_venv(steps: Steps) -> None:
    if VENV.is_symlink() or (VENV.exists() and not (VENV / "pyvenv.cfg").exists()):
        raise LauncherError(f"{VENV} is not a virtual environment: move it away.")
    _ensure_venv_module(steps)
    shutil.rmtree(VENV, ignore_errors=True)
    steps.run("Creating .venv", [base_python(), "-m", "venv", str(VENV)])


def base_python() -> str:
    """Return the Python outside any virtual environment that runs us."""
    if sys.prefix == sys.base_prefix:
        return sys.executable
    return getattr(sys, "_base_executable", None) or sys.executable


def _ensure_venv_module(steps: Steps) -> None:
    """Debian ships Python without ``ensurepip``; as root we may add it.

    :raises LauncherError: when it is missing and we may not.
    """
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise LauncherError(
            "This Python cannot make virtual environments. On Debian or Ubuntu: "
            f"sudo apt-get install {package}"
        )
    apt_install(steps, package)


def apt_install(steps: Steps, package: str) -> None:
    """Install a package of Debian; only for root.

    :raises LauncherError: when the archive does not answer or has no such package.
    """
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    env["PATH"] = f"{env.get('PATH', '')}:/usr/sbin:/sbin"
    # Lists that could not be read are no reason to give up: older ones may do.
    steps.attempt(["apt-get", "update", "-q"], env=env)
    steps.run(
        f"Installing {package} from the system's packages",
        ["apt-get", "install", "-q", "-y", "--no-install-recommends", package],
        source="the Debian archive",
        env=env,
    )
