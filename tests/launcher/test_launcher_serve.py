"""`./outfitter serve`: production settings, no demonstration, nothing but the shield listens."""

from pathlib import Path
from typing import Any

import pytest

from launcher import application, startup, startup_jobs
from launcher.errors import LauncherError
from launcher.paths import Var
from launcher.servers import Servers
from launcher.startup_jobs import Startup

pytestmark = pytest.mark.rules


def test_serve_is_up_with_production_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    def remember(**given: Any) -> int:
        seen.update(given)
        return 0

    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    monkeypatch.setattr(startup, "up", remember)
    assert startup.serve(is_verbose=False) == 0
    assert seen["env"]["DJANGO_SETTINGS_MODULE"] == "outfitter.settings.prod"
    assert not application.wants_double(seen["env"])

    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "outfitter.settings.dev")
    with pytest.raises(LauncherError, match="production settings"):
        startup.serve(is_verbose=False)


@pytest.mark.parametrize(
    ("settings", "command"), [("dev", "prepare"), ("prod", "migrate")], ids=["dev", "prod"]
)
def test_only_development_gets_a_demonstration(
    settings: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []
    services: list[Any] = []

    class Desk:
        """Stands for supervisor and steps."""

        def start(self, some: Any) -> None:
            """Note what would be started."""
            services.extend(some)

        def run(self, _title: str, argv: list[str], **_: Any) -> None:
            """Note what would be run."""
            ran.append(argv[-1])

    found = Servers("postgresql://d", "redis://r", ())
    monkeypatch.setattr(startup_jobs.servers, "resolve", lambda *_, **__: found)
    monkeypatch.setattr(startup_jobs.server_probe, "require_suitable", lambda *_: None)
    desk: Any = Desk()
    env = {"DJANGO_SETTINGS_MODULE": f"outfitter.settings.{settings}", "STRIPE_SECRET_KEY": "sk"}
    Startup(Var(tmp_path), desk, desk, port=8000, env=env).run_with_what_is_built()
    assert ran == [command]
    [web] = [service for service in services if service.name == "web"]
    assert list(web.argv[1:3]) == ["-m", "outfitter.shield"]
