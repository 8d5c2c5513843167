"""Which of several templates speaks about a trip. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A template, with what it is for; nothing: for everything."""

    template_id: int
    experience_ids: tuple[int, ...] = ()
    trip_methods: tuple[str, ...] = ()


def best_of(
    candidates: Iterable[Candidate], *, experience_ids: Sequence[int], trip_method: str
) -> Candidate | None:
    """
    Return the most specific template that fits a trip, None where none does.

    An experience weighs more than a way of sale; of two alike the newer one speaks.
    """
    fits = [one for one in candidates if _fits(one, experience_ids, trip_method)]
    return max(fits, key=_weight, default=None)


def _fits(one: Candidate, experience_ids: Sequence[int], trip_method: str) -> bool:
    is_for_experience = not one.experience_ids or bool(set(one.experience_ids) & set(experience_ids))
    return is_for_experience and (not one.trip_methods or trip_method in one.trip_methods)


def _weight(one: Candidate) -> tuple[bool, bool, int]:
    return bool(one.experience_ids), bool(one.trip_methods), one.template_id
