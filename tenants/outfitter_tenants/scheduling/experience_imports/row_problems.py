"""What an operation refuses, as problems of a row of a file."""

from collections.abc import Mapping

from outfitter.db.imports import Problem
from outfitter.kit.errors import DomainError, Invalid


def problem_of(problem: DomainError, *, renamed: Mapping[str, str]) -> tuple[Problem, ...]:
    """Return a refusal column by column; `renamed` gives the column for a field of another name."""
    if not isinstance(problem, Invalid):
        return (Problem("", problem.code, problem.message),)
    found = []
    for field, texts in problem.fields.items():
        column = renamed.get(field, field)
        found += [Problem(column, problem.code, text) for text in texts]
    return tuple(found)
