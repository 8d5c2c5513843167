"""The program: `./outfitter print-agent pair …` once, then `./outfitter print-agent run …`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from print_agent.agent import Agent
from print_agent.journal import Journal, write_whole
from print_agent.network_printer import NetworkPrinter
from print_agent.office import Away, Office, Refused

ABOUT = "Takes print jobs from the office and sends them to printers of this network."


def main(arguments: Sequence[str]) -> int:
    """Run one command; return its exit code."""
    chosen = _parser().parse_args(list(arguments))
    try:
        if chosen.command == "pair":
            return _pair(chosen)
        return _run(chosen)
    except Refused as problem:
        print(f"print-agent: {problem}", file=sys.stderr)
    except Away as problem:
        print(f"print-agent: the office can't be reached: {problem}", file=sys.stderr)
    except (ValueError, OSError) as problem:
        print(f"print-agent: {problem}", file=sys.stderr)
    except KeyboardInterrupt:
        return 130
    return 1


def _parser() -> argparse.ArgumentParser:
    root = argparse.ArgumentParser(prog="./outfitter print-agent", description=ABOUT)
    root.add_argument("--folder", type=Path, default=Path.home() / ".outfitter-print-agent")
    found = root.add_subparsers(dest="command", required=True)
    pair = found.add_parser("pair", help="make this machine a printer of the office")
    pair.add_argument("address", help="the address in the QR code, or of the office")
    pair.add_argument("--code", help="the code under the QR code")
    pair.add_argument("--name", default="Print agent", help="how people will know this machine")
    run = found.add_parser("run", help="print until it is ended")
    text = "a printer: ADDRESS[:PORT] or NAME=ADDRESS[:PORT]; NAME is the printer's in Setup, Devices"
    run.add_argument("--printer", action="append", required=True, help=text)
    return root


def _pair(chosen: argparse.Namespace) -> int:
    base, _, code = chosen.address.partition("/device#pair=")
    code = chosen.code or code
    if not code:
        raise ValueError("Give the address with the code, or --code.")
    made = Office(base.rstrip("/")).pair(code, chosen.name)
    if made["kind"] not in {"printer", "pos"}:
        raise ValueError("That code was for another type of device. Make one for a printer.")
    kept = {"base": base.rstrip("/"), "token": made["token"], "binding": made["binding"]}
    write_whole(chosen.folder / "device.json", json.dumps(kept))
    print(f"{made['name']} is paired. Start it with: ./outfitter print-agent run --printer ADDRESS")
    return 0


def _run(chosen: argparse.Namespace) -> int:
    try:
        kept = json.loads((chosen.folder / "device.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError("This machine isn't paired. Start with: ./outfitter print-agent pair") from None
    printers = dict(_named(text) for text in chosen.printer)
    print(f"Printing for {kept['base']}. Ctrl-C ends it.", flush=True)
    Agent(Office(**kept), printers, Journal(chosen.folder / "job.json")).run()
    return 0


def _named(text: str) -> tuple[str, NetworkPrinter]:
    name, equals, address = text.partition("=")
    return (name, NetworkPrinter.of(address)) if equals else ("", NetworkPrinter.of(text))
