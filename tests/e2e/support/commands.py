"""The product's management commands, run by one process that stays: starting one takes seconds."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping

LOOP = """
import json, sys
import django
django.setup()
from django.core.management import call_command
from django.db import connections
for line in sys.stdin:
    said = ""
    try:
        call_command(*json.loads(line), stdout=sys.stderr)
    except Exception as problem:
        said = repr(problem)
    connections.close_all()
    print(json.dumps(said), flush=True)
"""


class Commands:
    """A process in the environment of a running product; it starts with the first command."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = {**os.environ, **env}
        self.process: subprocess.Popen[str] | None = None

    def run(self, *arguments: str) -> None:
        """
        Run one command and wait for its end.

        :raises AssertionError: it did not end well; with what it said
        """
        process = self.process = self.process or subprocess.Popen(
            [sys.executable, "-c", LOOP],
            env=self.env,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(arguments) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer, f"{arguments[0]}: the process ended"
        assert not json.loads(answer), f"{arguments[0]}: {json.loads(answer)}"

    def end(self) -> None:
        """End the process when there is one."""
        if self.process is not None:
            self.process.communicate(timeout=30)
            self.process = None
