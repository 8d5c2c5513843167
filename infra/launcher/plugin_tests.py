"""``./outfitter plugin test FOLDER``: installs a plugin into ``.venv`` and runs its own tests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from launcher import bootstrap
from launcher.errors import LauncherError
from launcher.paths import PYTHON, var_dir
from launcher.steps import Steps
from launcher.suite import Run, cluster
from launcher.supervisor import Stop
from launcher.venv_commands import foreground, whisper

SETTINGS = "outfitter.testing.settings"


def run(arguments: Sequence[str]) -> int:
    """Run the tests of a plugin's distribution; what follows the folder goes to pytest.

    :raises LauncherError: there is no distribution, or it cannot be installed.
    """
    if not arguments or not (Path(arguments[0]) / "pyproject.toml").is_file():
        raise LauncherError("Which plugin? ./outfitter plugin test FOLDER-WITH-PYPROJECT.TOML")
    folder = Path(arguments[0]).resolve()
    base, stop = var_dir(), Stop()
    steps = Steps(base, stop=stop, say=whisper)
    bootstrap.ensure_python(steps, is_dev=True)
    argv = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    argv += ["--no-index", "-e", str(folder)]
    steps.run(f"Installing {folder.name}", argv, env=bootstrap.pip_environment(), is_quiet=True)
    with cluster(Run(base, steps, stop)) as env:
        whole = {**os.environ, **env, "DJANGO_SETTINGS_MODULE": SETTINGS}
        rest = [word for word in arguments[1:] if word != "--"]
        return foreground([str(PYTHON), "-m", "pytest", *rest], whole, cwd=folder)
