"""Parses the command line, runs the command and turns every expected failure into one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from launcher import changed_files, commands, doctor, plan, plugin_tests, startup, venv_commands
from launcher.errors import LauncherError, Stopped, disk_full_line, is_disk_full
from print_agent import command_line as print_agent

HANDED_OVER = {
    "migrate": "apply pending database migrations",
    "seed": "create the demo operator",
    "account": "show, suspend, close, reopen, export or import an operator; drill a restore",
    "platform-admin": "add, remove or list the people who run the platform",
    "plugin": "list, enable or disable plugins; for authors: new, check, test",
    "search": "check or rebuild the search index",
    "audit": "verify that the audit log is unaltered: verify --account demo | --all",
    "figures": "have operators tell the platform of past days: past --account NAME | --all",
    "bench": "run a benchmark",
    "breached-passwords": "build the file of breached passwords from a download",
    "shell": "open a Python shell with the product loaded: shell --account demo",
}
SHORT = {
    "lint": "check style, types, import contracts and generated files",
    "types": "run the type checks only",
    "web": "check both front ends",
    "widget": "check the widget",
    "e2e": "run the browser tests",
}
# Commands that read their own options; the agent runs where nothing else of the product is.
ALONE: dict[str, Callable[[Sequence[str]], int]] = {
    "openapi": venv_commands.openapi,
    "print-agent": print_agent.main,
}
EPILOG = """\
environment:
  OUTFITTER_PORT   port of the web server (default: 8000)
  OUTFITTER_VAR    folder for data, logs and secrets (default: var)
  DATABASE_URL     use this PostgreSQL 18 instead of the embedded one
  REDIS_URL        use this Valkey or Redis instead of the embedded one
  STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET
                   connect to Stripe; without them, payments go to a local stand-in

Arguments after -- are passed to pytest: ./outfitter test db -- -k holds
"""


def parser() -> argparse.ArgumentParser:
    """Return the command-line parser."""
    root = argparse.ArgumentParser(
        prog="./outfitter",
        description="Outfitter: booking and operations for tour operators.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    found = root.add_subparsers(dest="command", required=True, metavar="command")
    start = found.add_parser("up", help="install what is missing, then build and start everything")
    real = found.add_parser("serve", help="run in production, behind a reverse proxy with TLS")
    tests = found.add_parser("test", help="run all tests, or one section: rules db web e2e lint nightly")
    known = ["rules", "db", "web", "e2e", "lint", "nightly"]
    tests.add_argument("section", nargs="?", choices=known)
    text = "run only what your changes since a commit can affect (default: HEAD)"
    tests.add_argument("--changed", nargs="?", const="HEAD", metavar="COMMIT", help=text)
    for name, text in SHORT.items():
        found.add_parser(name, help=text)
    only = found.add_parser("servers", help="run only the database and the broker")
    only.add_argument("--test", action="store_true", help="run the fast cluster for tests instead")
    text = "print the OpenAPI document of all JSON routes; --write updates web/openapi.json"
    found.add_parser("openapi", help=text, add_help=False)
    for name, text in HANDED_OVER.items():
        found.add_parser(name, help=text, add_help=False)
    text = "send print jobs to printers of this network (on a machine at the counter)"
    found.add_parser("print-agent", help=text, add_help=False)
    found.add_parser("doctor", help="check this machine and this installation for problems")
    for one in (start, real, tests, only):
        one.add_argument("--verbose", action="store_true", help="show the full log")
    return root


def dispatch(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code.

    :raises LauncherError: with the one line to print.
    """
    if list(arguments[:2]) == ["plugin", "test"]:
        return plugin_tests.run(list(arguments[2:]))
    if arguments and arguments[0] in HANDED_OVER:
        return venv_commands.run(arguments[0], list(arguments[1:]))
    if arguments and arguments[0] in ALONE:
        return ALONE[arguments[0]](list(arguments[1:]))
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
        raise LauncherError("--changed chooses the tests itself. Leave out the section.")
    if chosen.changed:
        return changed_files.run_changed(chosen.changed, extra, is_verbose=chosen.verbose)
    if chosen.section == "nightly":
        return changed_files.run_nightly(extra, is_verbose=chosen.verbose)
    return plan.run_tests(chosen.section, extra, is_verbose=chosen.verbose)


def main(arguments: Sequence[str]) -> int:
    """Run the launcher; an expected failure ends in one line and exit code 1."""
    try:
        return dispatch(arguments)
    except LauncherError as problem:
        sys.stderr.write(f"{problem}\n")
    except (Stopped, KeyboardInterrupt):
        sys.stderr.write("Stopped.\n")
        return 130
    except PermissionError as problem:
        sys.stderr.write(f"No permission for {problem.filename}. Run this as its owner.\n")
    except OSError as problem:
        if not is_disk_full(problem):
            raise
        sys.stderr.write(f"{disk_full_line(problem.filename)}\n")
    return 1
