"""One question put to many operations, each in a savepoint of its own; all that fail are named."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.core import mail
from django.db import connection, transaction

from tests.support import proofs
from tests.support.clean_slate import forget_everything

Operation = TypeVar("Operation", bound=proofs.Asked)
# Of an answer that is not as it should be: enough to see what came instead.
SHOWN = 400


def walk(question: proofs.Question, ask: Callable[[Any], Any]) -> None:
    """
    Put a question to every operation it concerns and note what they have proven.

    :param ask: asks one operation, checks the answer and returns it
    """
    operations = question.concerned()
    assert len(operations) >= question.at_least, f"{question.name}: of {len(operations)} only"
    right, wrong = put(operations, ask)
    proofs.note(question.name, right)
    assert not wrong, f"{question.name}, {len(wrong)} of {len(operations)}:\n" + "\n".join(wrong)


def put(
    operations: Sequence[Operation], ask: Callable[[Operation], Any]
) -> tuple[list[Operation], list[str]]:
    """
    Ask operations one after another; what one writes or remembers, the next does not meet.

    Returns those that answered as they should, and a line for each of the others.
    """
    right: list[Operation] = []
    wrong: list[str] = []
    for operation in operations:
        forget_everything()
        mail.outbox = []
        problem = _ask_and_undo(operation, ask)
        if problem is None:
            right.append(operation)
        else:
            wrong.append(f"{operation.method} {operation.path}: {problem}")
        # Without its connection nothing can be undone: what comes after would fail for this one.
        assert connection.is_usable(), "\n".join([*wrong, "(the connection is lost)"])
    forget_everything()
    return right, wrong


def _ask_and_undo(operation: Operation, ask: Callable[[Operation], Any]) -> str | None:
    """Return what is wrong with the answer, if anything."""
    with transaction.atomic():
        # As around a test: what the product wants to be outermost may begin in here.
        connection.atomic_blocks[-1]._from_testcase = True
        try:
            answer = ask(operation)
        except Exception as problem:  # all operations are named, whatever becomes of one
            return f"{type(problem).__name__}: {problem}"[:SHOWN]
        finally:
            transaction.set_rollback(True)
    return None if hasattr(answer, "status_code") else f"was not asked: {answer!r}"[:SHOWN]
