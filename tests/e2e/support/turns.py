"""Tests that run beside each other share one product; some need it for themselves for a while."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def turn(folder: Path, *, is_alone: bool) -> Iterator[None]:
    """
    Work beside others, or with nobody beside.

    Whoever wants to be alone keeps the gate meanwhile: others finish, nobody else begins.

    :param folder: where the locks lie; the same for everybody
    """
    how = fcntl.LOCK_EX if is_alone else fcntl.LOCK_SH
    with _locked(folder / "gate.lock", fcntl.LOCK_EX) as gate, _locked(folder / "work.lock", how):
        fcntl.flock(gate, fcntl.LOCK_UN)
        yield


@contextlib.contextmanager
def _locked(path: Path, how: int) -> Iterator[int]:
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(file, how)
        yield file
    finally:
        os.close(file)
