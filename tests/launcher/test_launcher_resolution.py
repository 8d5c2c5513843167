"""Which servers are used, with which settings, and when something is stale."""

import json
import os
import stat
from pathlib import Path

import pytest

from launcher import application, binaries, build_stamps, partner_doubles, sections, servers
from launcher.errors import LauncherError
from launcher.paths import Var, var_dir
from launcher.servers import Servers

pytestmark = pytest.mark.rules

URLS = {"DATABASE_URL": "postgresql://db/outfitter", "REDIS_URL": "redis://cache:6379"}
NOTHING = Servers("postgresql://d", "redis://r", ())


def test_given_addresses_start_nothing(tmp_path: Path) -> None:
    found = servers.resolve(Var(tmp_path), URLS)
    assert found.environment() == URLS
    assert found.services == ()


def test_one_given_address_replaces_one_server(tmp_path: Path) -> None:
    only_database = servers.resolve(Var(tmp_path), {"DATABASE_URL": URLS["DATABASE_URL"]})
    assert [service.name for service in only_database.services] == ["valkey"]
    assert only_database.redis_url.startswith("unix://")
    only_broker = servers.resolve(Var(tmp_path), {"REDIS_URL": URLS["REDIS_URL"]})
    assert [service.name for service in only_broker.services] == ["postgres"]
    assert only_broker.database_url.endswith("/outfitter")


def test_only_the_test_cluster_trades_safety_for_speed(tmp_path: Path) -> None:
    durable = servers.Postgres(Var(tmp_path)).service().argv
    fast = servers.Postgres(Var(tmp_path), is_test=True).service().argv
    assert "fsync=off" not in durable
    assert {"fsync=off", "synchronous_commit=off", "full_page_writes=off"} <= set(fast)
    assert "listen_addresses=" in durable


def _fake_postgres(folder: Path, version: str) -> Path:
    folder.mkdir(parents=True)
    for name in ("postgres", "initdb"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n")
        program.chmod(0o755)
    return folder


def test_without_the_wheel_a_new_enough_system_server_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = _fake_postgres(tmp_path / "15" / "bin", "15.9 (Debian)")
    new = _fake_postgres(tmp_path / "18" / "bin", "18.1")
    monkeypatch.setattr(binaries.paths, "site_packages", lambda: tmp_path / "empty")
    monkeypatch.setattr(binaries, "_system_folders", lambda: [old, new])
    assert binaries.postgres_bin(None) == new
    monkeypatch.setattr(binaries, "_system_folders", lambda: [old])
    with pytest.raises(LauncherError, match="Install PostgreSQL 18 or set DATABASE_URL"):
        binaries.postgres_bin(None)


def test_without_any_broker_there_is_a_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries.paths, "site_packages", lambda: tmp_path)
    monkeypatch.setattr(binaries.shutil, "which", lambda _name: None)
    with pytest.raises(LauncherError, match="set REDIS_URL"):
        binaries.valkey_program()


def test_long_socket_paths_move_to_a_short_folder(tmp_path: Path) -> None:
    assert servers.socket_folder(Path("/short"), "s") == Path("/short")
    moved = servers.socket_folder(tmp_path / ("long" * 40), ".s.PGSQL.5432")
    assert len(os.fsencode(moved / ".s.PGSQL.5432")) < servers.SOCKET_LIMIT
    assert moved == servers.socket_folder(tmp_path / ("long" * 40), ".s.PGSQL.5432")


def test_a_folder_for_sockets_is_private_and_never_a_link(tmp_path: Path) -> None:
    folder = tmp_path / "sockets"
    servers.make_private(folder, None)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    link = tmp_path / "link"
    link.symlink_to(folder)
    with pytest.raises(LauncherError, match="belongs to another user"):
        servers.make_private(link, None)


def test_data_of_another_version_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries, "data_folder", lambda _var, _user: tmp_path)
    postgres = servers.Postgres(Var(tmp_path))
    postgres.data.mkdir()
    (postgres.data / "PG_VERSION").write_text("17\n")
    with pytest.raises(LauncherError, match="made by PostgreSQL 17, the server here is 18"):
        postgres.prepare()


def test_the_state_folder_can_be_chosen(tmp_path: Path) -> None:
    assert var_dir({"OUTFITTER_VAR": str(tmp_path)}).base == tmp_path
    assert var_dir({}).base.name == "var"


def test_secrets_are_made_once_and_are_private(tmp_path: Path) -> None:
    first = application.load_secrets(Var(tmp_path))
    assert application.load_secrets(Var(tmp_path)) == first
    path = tmp_path / "secrets.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert json.loads(path.read_text()) == first
    assert len(set(first.values())) == 5


def test_what_the_person_sets_wins_over_what_is_generated(tmp_path: Path) -> None:
    env = {"OUTFITTER_SECRET_KEY": "mine", "DJANGO_SETTINGS_MODULE": "x.settings", "PATH": "/bin"}
    whole = application.environment(Var(tmp_path), NOTHING, 8010, env, double_port=None)
    assert whole["OUTFITTER_SECRET_KEY"] == "mine"
    assert whole["DJANGO_SETTINGS_MODULE"] == "x.settings"
    assert whole["OUTFITTER_PORT"] == "8010"
    assert whole["DATABASE_URL"] == "postgresql://d"
    assert "STRIPE_API_BASE" not in whole
    assert "/bin" in whole["PATH"].split(os.pathsep)


def test_the_stripe_stand_in_is_used_without_a_key_and_never_in_production(tmp_path: Path) -> None:
    assert application.wants_double({})
    assert not application.wants_double({"STRIPE_SECRET_KEY": "sk_live_1"})
    assert not application.wants_double({"DJANGO_SETTINGS_MODULE": "outfitter.settings.prod"})
    env = application.environment(Var(tmp_path), NOTHING, 8010, {}, double_port=9)
    assert env["STRIPE_API_BASE"] == "http://127.0.0.1:9"
    names = [service.name for service in application.services(Var(tmp_path), env)]
    assert names == ["stripe", "web", "worker", "beat"]
    real = {**env, "STRIPE_API_BASE": ""}
    names = [service.name for service in application.services(Var(tmp_path), real)]
    assert names == ["web", "worker", "beat"]


def test_the_twilio_stand_in_is_used_in_development_alone(tmp_path: Path) -> None:
    assert application.wants_texts_double({})
    assert not application.wants_texts_double({"TWILIO_API_BASE": "https://api.twilio.com"})
    assert not application.wants_texts_double({"DJANGO_SETTINGS_MODULE": "outfitter.settings.prod"})
    env = application.environment(Var(tmp_path), NOTHING, 8010, {}, double_port=None, texts_port=7)
    assert env["TWILIO_API_BASE"] == "http://127.0.0.1:7"
    names = [service.name for service in application.services(Var(tmp_path), env)]
    assert names == ["twilio", "web", "worker", "beat"]


def test_the_ses_stand_in_is_used_in_development_alone(tmp_path: Path) -> None:
    assert application.wants_ses_double({})
    assert not application.wants_ses_double({"SES_API_BASE": "http://127.0.0.1:1"})
    assert not application.wants_ses_double({"DJANGO_SETTINGS_MODULE": "outfitter.settings.prod"})
    env = application.environment(Var(tmp_path), NOTHING, 8010, {}, double_port=None, ses_port=6)
    assert env["SES_API_BASE"] == "http://127.0.0.1:6"
    found = application.services(Var(tmp_path), env)
    assert [service.name for service in found] == ["ses", "web", "worker", "beat"]
    assert found[0].argv[-4:] == ["--key", env["SES_ACCESS_KEY_ID"], "--product", "8010"]


def test_stand_ins_of_partners_are_used_in_development_alone(tmp_path: Path) -> None:
    every = {"slack", "mailchimp", "callrail", "dialpad", "assistant", "speech", "hubspot"}
    assert set(partner_doubles.free_ports({})) == every
    assert set(partner_doubles.free_ports({"SLACK_CLIENT_ID": "1.2"})) == every - {"slack"}
    assert set(partner_doubles.free_ports({"MAILCHIMP_LOGIN_BASE": "https://x"})) == every - {"mailchimp"}
    assert partner_doubles.free_ports({"DJANGO_SETTINGS_MODULE": "outfitter.settings.prod"}) == {}
    ports = {"slack": 7, "mailchimp": 8, "assistant": 9}
    env = application.environment(Var(tmp_path), NOTHING, 8010, {}, double_port=None, partner_ports=ports)
    assert env["SLACK_API_BASE"] == "http://127.0.0.1:7"
    assert env["MAILCHIMP_LOGIN_BASE"] == "http://127.0.0.1:8"
    assert env["ASSISTANT_API_BASE"] == "http://127.0.0.1:9/v1"
    assert env["SLACK_SIGNING_SECRET"] not in {"", env["SLACK_CLIENT_SECRET"]}
    services = {service.name: service for service in application.services(Var(tmp_path), env)}
    assert set(services) == {"assistant", "mailchimp", "slack", "web", "worker", "beat"}
    assert services["slack"].argv[-2:] == ["--product", "http://localhost:8010"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('[2026] 127.0.0.1 - "GET /healthz HTTP/1.1" 200 1.2', False),
        ('[2026] 127.0.0.1 - "GET /app/init HTTP/1.1" 401 1.2', False),
        ('[2026] 127.0.0.1 - "POST /api/trip/save HTTP/1.1" 500 88.1', True),
        ("2026-01-01 ERROR django.request boom", True),
        ("Traceback (most recent call last):", True),
    ],
)
def test_the_console_shows_only_failures_of_the_web_server(line: str, expected: bool) -> None:
    assert application.is_server_error(line) is expected


def test_logins_come_from_what_the_seed_wrote(tmp_path: Path) -> None:
    assert application.logins(Var(tmp_path)) == []
    login = {"url": "http://demo.localhost:8000", "email": "a@b.example", "password": "p"}
    (tmp_path / "seed.json").write_text(json.dumps({"operator": login, "made_at": "now"}))
    text = "\n".join(application.logins(Var(tmp_path)))
    assert "http://demo.localhost:8000" in text
    assert "a@b.example  p" in text


def test_a_stamp_holds_until_what_it_stands_for_changes(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text("a==1\n")
    stamp = build_stamps.Stamp("python", tmp_path / "stamps")
    assert not stamp.matches(build_stamps.of_files([lock]))
    stamp.set(build_stamps.of_files([lock]))
    assert stamp.matches(build_stamps.of_files([lock]))
    lock.write_text("a==2\n")
    assert not stamp.matches(build_stamps.of_files([lock]))
    stamp.clear()
    assert not stamp.path.exists()


def test_a_build_is_stale_when_a_source_changes_and_not_otherwise(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.ts").write_text("1")
    before = build_stamps.of_tree(tmp_path)
    for folder in ("node_modules/x", "out", "dist", ".next", "dist-embed"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "made.js").write_text("made")
    (tmp_path / "tsconfig.tsbuildinfo").write_text("cache")
    assert build_stamps.of_tree(tmp_path) == before
    (tmp_path / "src" / "b.ts").write_text("")
    added = build_stamps.of_tree(tmp_path)
    assert added != before
    (tmp_path / "src" / "b.ts").rename(tmp_path / "src" / "c.ts")
    assert build_stamps.of_tree(tmp_path) not in {before, added}


def test_results_are_counted_from_reports_and_output(tmp_path: Path) -> None:
    report = tmp_path / "db.xml"
    ends = {"a": "", "b": "<failure/>", "c": "", "d": "<error/>", "e": "<skipped/>", "f": ""}
    cases = [f'<testcase classname="t" name="{name}">{end}</testcase>' for name, end in ends.items()]
    twice = [*cases, cases[0], '<testcase classname="t" name="d"/>']
    report.write_text(f"<testsuites><testsuite>{''.join(twice)}</testsuite></testsuites>")
    check = sections.Check("pytest db", ["x"], report=report)
    assert sections.count(check, 1, "") == (3, 2, 1)
    plain = sections.Check("ruff", ["x"])
    assert sections.count(plain, 0, "") == (1, 0, 0)
    assert sections.count(plain, 1, "") == (0, 1, 0)
    vitest = " \x1b[2m Tests \x1b[22m 1 failed | 12 passed (13)\n"
    assert sections.count(plain, 1, vitest) == (12, 1, 0)
    assert sections.count(plain, 1, " Tests  13 passed (13)\n") == (13, 1, 0)
    lost = sections.Check("pytest e2e", ["x"], report=tmp_path / "none.xml")
    assert sections.count(lost, 2, "") == (0, 1, 0)


def test_only_browser_tests_are_tried_again(tmp_path: Path) -> None:
    var = Var(tmp_path)
    [browser] = sections.e2e(var)
    assert " --reruns 2 " in " ".join(browser.argv)
    for check in (*sections.rules(var), *sections.db(var)):
        assert "--reruns" not in check.argv


def test_what_passed_only_when_tried_again_is_named() -> None:
    output = (
        "RERUN tests/e2e/test_day.py::test_a\n"
        "\x1b[33mRERUN\x1b[0m tests/e2e/test_lists.py::test_b[x y]\n"
        "RERUN tests/e2e/test_pages.py::test_c\n"
        "FAILED tests/e2e/test_pages.py::test_c - AssertionError: no\n"
        "1 failed, 2 passed, 3 rerun in 4.00s\n"
    )
    retried = sections.retried(output)
    assert retried == ["tests/e2e/test_day.py::test_a", "tests/e2e/test_lists.py::test_b[x y]"]
    assert sections.retried("ERROR collecting a file\n2 passed in 4.00s\n") == []
    lines = sections.summary([sections.Result("e2e", "pytest e2e", 2, 1, 4.0, 0, retried)])
    row = next(line for line in lines if line.startswith("e2e "))
    assert row.endswith("FAILED  (2 tried again)")
    assert f"Passed only when tried again: {retried[1]}" in lines


def test_the_summary_ends_with_the_total() -> None:
    results = [
        sections.Result("lint", "ruff check", 1, 0, 0.4),
        sections.Result("db", "pytest db", 40, 2, 12.0, 1),
    ]
    *_, static, database = sections.summary(results)
    assert "FAILED" not in static
    assert "FAILED  (1 skipped)" in database
    assert sections.total(results, 750.0) == "41 passed, 2 failed in 12.5 min"
