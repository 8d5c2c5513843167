"""`./outfitter plugin test`: a folder's own tests, with the servers of tests behind them."""

import contextlib
from pathlib import Path

import pytest

from launcher import plugin_tests
from launcher.errors import LauncherError

pytestmark = pytest.mark.rules


@pytest.mark.parametrize("words", [[], ["/no/such/folder"], ["."]])
def test_a_folder_without_a_distribution_is_refused(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(LauncherError, match="Which plugin"):
        plugin_tests.run(words)


def test_it_is_installed_and_its_tests_run_there(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    done: list[tuple[list[str], str | None, str]] = []
    cluster = contextlib.nullcontext({"DATABASE_URL": "postgresql:///x"})
    monkeypatch.setattr(plugin_tests.bootstrap, "ensure_python", lambda *_, **__: None)
    monkeypatch.setattr(plugin_tests.bootstrap, "pip_environment", dict)
    monkeypatch.setattr(
        plugin_tests.Steps, "run", lambda _self, _title, argv, **_: done.append((argv[-2:], None, ""))
    )
    monkeypatch.setattr(plugin_tests, "cluster", lambda _run: cluster)

    def foreground(argv, env, cwd: Path | None = None) -> int:
        done.append((argv[1:], str(cwd), f"{env['DATABASE_URL']} {env['DJANGO_SETTINGS_MODULE']}"))
        return 3

    monkeypatch.setattr(plugin_tests, "foreground", foreground)

    assert plugin_tests.run([str(tmp_path), "--", "-k", "settings"]) == 3
    assert done[0][0] == ["-e", str(tmp_path)]
    assert done[1] == (
        ["-m", "pytest", "-k", "settings"],
        str(tmp_path),
        f"postgresql:///x {plugin_tests.SETTINGS}",
    )
