"""The calls of a device to the office: pairing, jobs, and how they ended."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

SECONDS = 20
_MOST = 20_000_000


class Refused(Exception):
    """The office said no; `code` is its word for why."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message or code)
        self.status, self.code = status, code


class Away(Exception):
    """The office can't be reached right now."""


@dataclass(frozen=True)
class Job:
    """One job as the office hands it out."""

    id: int
    claim: str
    title: str
    printer_name: str
    data_base64: str


@dataclass(frozen=True)
class Office:
    """Where the office is, and what opens it."""

    base: str
    token: str = ""
    binding: str = ""

    def pair(self, code: str, name: str) -> dict[str, Any]:
        """Return `{device_id, name, kind, token, binding}` for a code that the office shows.

        :raises Refused: the code is none, or over
        :raises Away: nobody answers
        """
        body = {"code": code, "name": name, "platform": "print agent", "is_agent": True}
        return self._call("POST", "/api/device/pair", body)

    def beat(self) -> dict[str, Any]:
        """Say that the agent runs; return what the device is.

        :raises Refused: it was revoked, or set up elsewhere
        :raises Away: nobody answers
        """
        return self._call("GET", "/api/device/state/get?showing=agent", None)

    def claim(self) -> Job | None:
        """Return the next job, which nobody else gets meanwhile; None: there is none.

        :raises Refused: the device was revoked, or set up elsewhere
        :raises Away: nobody answers
        """
        found = self._call("POST", "/api/device/printJobs/claim", {})["job"]
        return found and Job(**{name: found[name] for name in Job.__dataclass_fields__})

    def end(self, job_id: int, claim: str, ending: str, error: str = "") -> None:
        """Say how a job ended: printed, not_sent, unclear or failed.

        :raises Refused: another has it now, or it ended
        :raises Away: nobody answers
        """
        body: dict[str, object] = {"claim": claim, "ending": ending, "error": error}
        self._call("POST", f"/api/device/printJob/{job_id}/ended", body)

    def _call(self, method: str, path: str, body: dict[str, object] | None) -> dict[str, Any]:
        headers = {"Accept": "application/json", "X-Requested-With": "XMLHttpRequest"}
        if self.token:
            headers |= {"Authorization": f"Bearer {self.token}", "X-Outfitter-Binding": self.binding}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                found: dict[str, Any] = json.loads(answer.read(_MOST))
                return found
        except urllib.error.HTTPError as problem:
            raise _refusal(problem) from None
        except (OSError, ValueError) as problem:
            raise Away(str(problem)) from None


def _refusal(problem: urllib.error.HTTPError) -> Exception:
    if problem.code >= 500 or problem.code == 429:
        return Away(f"the office answers {problem.code}")
    try:
        said = json.loads(problem.read(100_000))
        return Refused(problem.code, str(said.get("code", "")), str(said.get("message", "")))
    except ValueError:
        return Refused(problem.code, "", "")
