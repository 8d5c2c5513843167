"""Reads the command line, runs the command and turns every foreseeable failure into one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from launcher import changed_files, commands, doctor, plan, plugin_tests, startup, venv_commands
from launcher.errors import LauncherError, Stopped, disk_full_line, is_disk_full

HANDED_OVER = {
    "migrate": "bring the database up to date",
    "seed": "fill in the demonstration operator",
    "account": "show, suspend, close or open again an operator's account",
    "plugin": "list, enable or disable plugins; new, check and test for who writes one",
    "search": "check or rebuild the search index",
    "audit": "verify that the audit log is as it was sealed: verify --account demo | --all",
    "bench": "measure speed",
    "breached-passwords": "make the file of stolen passwords from a download",
    "shell": "a Python prompt with the product loaded: shell --account demo",
}
SHORT = {
    "lint": "style, types, import contracts, stale generated files",
    "types": "type checks only",
    "web": "checks of both front ends",
    "widget": "checks of the widget",
    "e2e": "browser tests",
}
EPILOG = """\
environment:
  OUTFITTER_PORT   port of the web server (8000)
  OUTFITTER_VAR    folder for data, logs and secrets (var)
  DATABASE_URL     a PostgreSQL 18 in place of the embedded one
  REDIS_URL        a Valkey or Redis in place of the embedded one
  STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET
                   talk to Stripe; without them payments go to a stand-in on this machine

Everything after -- of a test command goes to pytest: ./outfitter test db -- -k holds
"""


def parser() -> argparse.ArgumentParser:
    """Return the reader of the command line."""
    root = argparse.ArgumentParser(
        prog="./outfitter",
        description="Outfitter: booking and operations for tour operators.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found = root.add_subparsers(dest="command", required=True, metavar="command")
    start = found.add_parser("up", help="install what is missing and run everything")
    real = found.add_parser("serve", help="run it for real operators, behind a proxy with TLS")
    tests = found.add_parser("test", help="run all tests, or: rules db web e2e lint nightly")
    known = ["rules", "db", "web", "e2e", "lint", "nightly"]
    tests.add_argument("section", nargs="?", choices=known)
    text = "only what can be reached by what differs from a commit (HEAD)"
    tests.add_argument("--changed", nargs="?", const="HEAD", metavar="COMMIT", help=text)
    for name, text in SHORT.items():
        found.add_parser(name, help=text)
    only = found.add_parser("servers", help="run only the database and the broker")
    only.add_argument("--test", action="store_true", help="the fast cluster for tests")
    text = "print the OpenAPI document of all JSON routes; --write renews web/openapi.json"
    found.add_parser("openapi", help=text, add_help=False)
    for name, text in HANDED_OVER.items():
        found.add_parser(name, help=text, add_help=False)
    found.add_parser("doctor", help="look at this machine and this installation")
    for one in (start, real, tests, only):
        one.add_argument("--verbose", action="store_true", help="show the whole log")
    return root


def dispatch(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code.

    :raises LauncherError: with the one line to print.
    """
    if list(arguments[:2]) == ["plugin", "test"]:
        return plugin_tests.run(list(arguments[2:]))
    if arguments and arguments[0] in HANDED_OVER:
        return venv_commands.run(arguments[0], list(arguments[1:]))
    if arguments and arguments[0] == "openapi":
        return venv_commands.openapi(list(arguments[1:]))
    mine, extra = list(arguments), []
    if "--" in mine:
        cut = mine.index("--")
        mine, extra = mine[:cut], mine[cut + 1 :]
    chosen = parser().parse_args(mine)
    if chosen.command == "up":
        return startup.up(is_verbose=chosen.verbose)
    if chosen.command == "serve":
        return startup.serve(is_verbose=chosen.verbose)
    if chosen.command == "test":
        return _test(chosen, extra)
    if chosen.command in SHORT:
        return plan.run_tests(chosen.command, extra)
    if chosen.command == "servers":
        return commands.run_servers(is_test=chosen.test, is_verbose=chosen.verbose)
    return doctor.doctor()


def _test(chosen: argparse.Namespace, extra: Sequence[str]) -> int:
    if chosen.changed and chosen.section:
        raise LauncherError("--changed chooses by itself: leave the section out.")
    if chosen.changed:
        return changed_files.run_changed(chosen.changed, extra, is_verbose=chosen.verbose)
    if chosen.section == "nightly":
        return changed_files.run_nightly(extra, is_verbose=chosen.verbose)
    return plan.run_tests(chosen.section, extra, is_verbose=chosen.verbose)


def main(arguments: Sequence[str]) -> int:
    """Run the launcher; whatever can be foreseen ends in one line and exit code 1."""
    try:
        return dispatch(arguments)
    except LauncherError as problem:
        sys.stderr.write(f"{problem}\n")
    except (Stopped, KeyboardInterrupt):
        sys.stderr.write("Stopped.\n")
        return 130
    except PermissionError as problem:
        sys.stderr.write(f"No permission for {problem.filename}: run this as its owner.\n")
    except OSError as problem:
        if not is_disk_full(problem):
            raise
        sys.stderr.write(f"{disk_full_line(problem.filename)}\n")
    return 1
