"""Reads the command line, runs the command and turns every foreseeable failure into one line."""

from __future__ import annotations

import argparse
import sys

from launcher import commands
from launcher.errors import LauncherError, disk_full_line, is_disk_full


def parser() -> argparse.ArgumentParser:
    """Return the reader of the command line."""
    root = argparse.ArgumentParser(prog="./outfitter")
    commands_ = root.add_subparsers(dest="command", required=True)
    only = commands_.add_parser("servers", help="run only the database and the broker")
    only.add_argument("--test", action="store_true", help="the cluster for tests")
    only.add_argument("--verbose", action="store_true", help="show the whole log")
    return root


def main(arguments: list[str]) -> int:
    """Run one command and return the exit code."""
    chosen = parser().parse_args(arguments)
    try:
        return commands.run_servers(is_test=chosen.test, is_verbose=chosen.verbose)
    except LauncherError as problem:
        sys.stderr.write(f"{problem}\n")
    except OSError as problem:
        if not is_disk_full(problem):
            raise
        sys.stderr.write(f"{disk_full_line(problem.filename)}\n")
    return 1
