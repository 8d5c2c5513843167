"""Notes what a visitor should never see: console errors, exceptions, failed requests."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, WebError

# A page that is left, or a dialog that is closed, breaks off what it was still asking for.
BROKEN_OFF = "net::ERR_ABORTED"


class Watch:
    """What went wrong in a browser context, less what the test said to expect."""

    def __init__(self, context: BrowserContext) -> None:
        self.problems: list[str] = []
        self.expected: list[re.Pattern[str]] = []
        context.on("console", self._console)
        context.on("weberror", self._exception)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def expect(self, *patterns: str) -> None:
        """Say that problems that match one of these regular expressions belong to the test."""
        self.expected += [re.compile(pattern) for pattern in patterns]

    def unexpected(self) -> list[str]:
        """Return the problems that nobody expected."""
        return [
            problem
            for problem in self.problems
            if not any(pattern.search(problem) for pattern in self.expected)
        ]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            where = message.location["url"]
            self.problems.append(f"console {message.type}: {message.text} [{where}]")

    def _exception(self, problem: WebError) -> None:
        self.problems.append(f"exception: {problem.error}")

    def _failed(self, request: Request) -> None:
        if request.failure != BROKEN_OFF:
            self.problems.append(f"request failed: {request.method} {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            method = response.request.method
            self.problems.append(f"answer {response.status}: {method} {response.url}")


def picture_name(test_id: str) -> str:
    """Return a file name for what a failed test leaves."""
    return re.sub(r"[^\w.-]+", "_", test_id.rpartition("/")[2])


def first_page(context: BrowserContext) -> Page:
    """Return the page of a context, opening one when there is none."""
    return context.pages[0] if context.pages else context.new_page()
