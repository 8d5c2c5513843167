"""What a signer hands in, and under which circumstances."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal, TypedDict

from outfitter.kit.zones import local_day

Relation = Literal["self", "parent", "guardian"]


class TextValues(TypedDict):
    """A template's text in one language."""

    locale: str
    body_html: str


class OptionValues(TypedDict):
    """One answer to a choice; `labels` are by locale."""

    id: str
    labels: dict[str, str]


class QuestionValues(TypedDict):
    """What is asked beside a text; `labels` are by locale, only a choice has options."""

    id: str
    kind: str
    is_required: bool
    labels: dict[str, str]
    options: list[OptionValues]


class TemplateValues(TypedDict):
    """A template as staff write it; `locale` is its main language."""

    name: str
    kind: str
    locale: str
    requires: list[str]
    valid_days: int | None
    is_reusable: bool
    is_active: bool
    texts: list[TextValues]
    questions: list[QuestionValues]


class ShownText(TypedDict):
    """A text as one signer reads it, in one language, with what is asked beside it."""

    locale: str
    body_html: str
    questions: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Signer:
    """Who signs; `is_participant` says whether they travel themselves."""

    first_name: str
    last_name: str
    email: str | None = None
    phone: str | None = None
    birth_date: date | None = None
    relation: Relation = "self"
    is_participant: bool = True


@dataclass(frozen=True, slots=True)
class Minor:
    """Somebody under age whom the signer signs for."""

    first_name: str
    last_name: str
    birth_date: date


@dataclass(frozen=True, slots=True)
class SignRequest:
    """
    One act of signing one text.

    `picture` is the drawn signature (PNG); without it `typed_name` stands. `answers` are by the id
    of the question. `client_id` is what the signer's device calls the act.
    """

    template_id: int
    template_version: int
    locale: str
    signer: Signer
    consent_at: datetime
    minors: Sequence[Minor] = ()
    answers: Mapping[str, Any] = field(default_factory=dict)
    initials: str = ""
    id_number: str = ""
    typed_name: str = ""
    picture: bytes | None = None
    photo: bytes | None = None
    client_id: str | None = None


@dataclass(frozen=True, slots=True)
class Circumstances:
    """
    Where and when something is signed: `day` is the operator's day it is for, in their `zone`.

    `majority` is the age from which people sign for themselves, `retention_years` how long a waiver
    is kept.
    """

    at: datetime
    day: date
    zone: str = "UTC"
    majority: int = 18
    retention_years: int = 7
    ip: str | None = None
    user_agent: str = ""
    device_id: int | None = None
    trip_id: int | None = None

    @property
    def today(self) -> date:
        """Return the operator's day on which it is signed."""
        return local_day(self.at, self.zone)
