"""What a rendered migration is blamed for, by Squawk, and what it may do all the same."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from migration_lint.offline_sql import Key, Step

# Squawk has more rules, of taste: which types to prefer, how to set timeouts (ours are the role's).
RULES: Final = frozenset(
    {
        "adding-field-with-default",
        "adding-foreign-key-constraint",
        "adding-not-nullable-field",
        "adding-required-field",
        "adding-serial-primary-key-field",
        "ban-alter-domain-with-add-constraint",
        "ban-drop-column",
        "ban-drop-default",
        "ban-drop-not-null",
        "ban-drop-table",
        "ban-truncate-cascade",
        "changing-column-type",
        "constraint-missing-not-valid",
        "disallowed-unique-constraint",
        "renaming-column",
        "renaming-table",
        "require-concurrent-index-creation",
        "syntax-error",
    }
)
PYTHON_CODE: Final = "python-code"
UNUSED: Final = "unused-exemption"
UNREASONED: Final = "unreasoned-exemption"
_LEAST_WORDS: Final = 5
_CREATED: Final = re.compile(r'^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?', re.IGNORECASE)
_ALTERED: Final = re.compile(r'^(?:ALTER|DROP) TABLE (?:IF EXISTS )?(?:ONLY )?"?(\w+)"?', re.IGNORECASE)
_SQUAWK: Final = ("--reporter", "json", "--assume-in-transaction", "--pg-version", "18.0")


@dataclass(frozen=True, order=True)
class Finding:
    """One reason why a migration may not be deployed beside running code."""

    key: Key
    rule: str
    message: str
    statement: str = ""

    def __str__(self) -> str:
        where = f"{self.key[0]}.{self.key[1]}: {self.rule}: {self.message}"
        return f"{where}\n    {self.statement}" if self.statement else where


def judge(steps: Sequence[Step]) -> list[Finding]:
    """Return what is wrong with these migrations, exempted findings left out."""
    found = [*_blamed(steps), *_opaque(steps)]
    kept = []
    used: set[tuple[Key, str]] = set()
    exempt = {(step.key, rule) for step in steps for rule in step.exemptions}
    for finding in found:
        place = (finding.key, finding.rule)
        if place in exempt:
            used.add(place)
        else:
            kept.append(finding)
    return sorted({*kept, *_false_exemptions(steps, used)})


def _opaque(steps: Sequence[Step]) -> list[Finding]:
    told = "Python code cannot be read for locks."
    return [Finding(step.key, PYTHON_CODE, told) for step in steps if step.is_opaque]


def _false_exemptions(steps: Sequence[Step], used: set[tuple[Key, str]]) -> list[Finding]:
    found = []
    for step in steps:
        for rule, reason in step.exemptions.items():
            if (step.key, rule) not in used:
                found.append(Finding(step.key, UNUSED, f"Nothing here breaks {rule}."))
            elif len(reason.split()) < _LEAST_WORDS:
                found.append(Finding(step.key, UNREASONED, f"Say in a sentence why {rule} does no harm."))
    return found


def _blamed(steps: Sequence[Step]) -> list[Finding]:
    """Ask Squawk about all statements as one text: it knows which tables are new in it."""
    lines: list[str] = []
    owners: list[tuple[Key, str]] = []
    for step in steps:
        for statement in step.statements:
            # As stable as now(), which alone Squawk knows: neither writes the table anew.
            text = statement.replace("(STATEMENT_TIMESTAMP())", "now()") + ";"
            for line in text.splitlines():
                lines.append(line)
                owners.append((step.key, " ".join(statement.split())[:160]))
    if not lines:
        return []
    # Of a table that the running release does not know it neither reads nor waits for anything.
    fresh = {one[1] for step in steps for text in step.statements if (one := _CREATED.match(text))}
    found = []
    for one in json.loads(_squawk("\n".join(lines)) or "[]"):
        key, statement = owners[one["line"]]
        altered = _ALTERED.match(statement)
        if one["rule_name"] in RULES and not (altered and altered[1] in fresh):
            found.append(Finding(key, one["rule_name"], one["message"], statement))
    return found


def _squawk(text: str) -> str:
    program = Path(sys.executable).with_name("squawk")
    ended = subprocess.run([str(program), *_SQUAWK], input=text, capture_output=True, text=True, check=False)
    # 1 says that something was found.
    if ended.returncode not in {0, 1}:
        raise RuntimeError(f"Squawk failed: {ended.stderr.strip()}")
    return ended.stdout
