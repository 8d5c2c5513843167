"""Why an import doesn't go on: one class for each situation, all of them told to whoever uploads."""

from typing import Final

from outfitter.kit.errors import DomainError

MOST_COLUMNS: Final = 200
MOST_CELL: Final = 32_767


class FileRefused(DomainError):
    """
    The file can't be read as a table, or holds too much.

    `detail.reason` is stable ("macros", "too_many_rows", ...); `detail.line` is the line, where it is one.
    `about` is what sentences of other languages name.
    """

    code = "file_refused"
    status = 422

    def __init__(self, reason: str, message: str, *, line: int | None = None, **about: str | int) -> None:
        text = message if line is None else f"Line {line}: {message}"
        super().__init__(text, reason=reason, line=line)
        self.reason = reason
        self.line = line
        self.about = about


class WrongState(DomainError):
    """The import is elsewhere by now: what was asked comes too early or too late."""

    code = "wrong_state"
    status = 409


class StaleCheck(DomainError):
    """What was checked isn't what would run: the file, its mapping or the options changed since."""

    code = "stale_check"
    status = 409


class FileGone(DomainError):
    """The uploaded file has been deleted: its days are over."""

    code = "file_gone"
    status = 409
