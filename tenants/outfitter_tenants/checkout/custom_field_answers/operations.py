"""
What a trip, its orders and its guests are asked, and what was answered (domain.md 3.2, 5.27).

An experience asks what is assigned to it: fields of a trip once for the trip, fields of an order
for each order, fields of a booking for each guest, fields of a customer of the trip's customer.
An answer is addressed by its id or, before and after there is one, by its key
`scope.target.field`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, NotFound
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.sale_terms.contacts import region_of
from outfitter_tenants.checkout.trip_changes.change import Change, TripActor, change_trip
from outfitter_tenants.customers import queries as customers
from outfitter_tenants.fields import answer_files
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.fields import queries as questions
from outfitter_tenants.fields.rules.answers import BadAnswer, clean, kept_file
from outfitter_tenants.fields.rules.file_types import check_upload
from outfitter_tenants.people import queries as people
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.trips.models import Trip

_KEY: Final = re.compile(r"(trip|trip_order|booking|customer)\.([1-9]\d{0,17})\.([1-9]\d{0,17})")
# What the log says in place of an answer about health, or one that identifies somebody.
HIDDEN: Final = "•••"
# What strangers are never asked.
_INTERNAL: Final = frozenset({"internal", "check_in"})


class AnswerNotFound(NotFound):
    """Nothing of the kind is asked here."""


@dataclass(frozen=True, slots=True)
class QuestionTarget:
    """Which field of what: `target_id` is an id of what `scope` names."""

    scope: str
    target_id: int
    field_id: int

    @property
    def key(self) -> str:
        """Return the address of the answer, whether or not there is one."""
        return f"{self.scope}.{self.target_id}.{self.field_id}"


@dataclass(frozen=True, slots=True)
class CustomFieldQuestion:
    """One question about one thing with its answer; `id` and `answered_at` are None before."""

    about: QuestionTarget
    field: questions.FieldRow
    is_required: bool
    is_asked: bool
    answer: questions.ValueRow | None = None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """An answer that names a file which lies in the storage by now."""

    answer: dict[str, Any]


def about_of(key: str) -> QuestionTarget:
    """
    Return what an answer's id or key means.

    :raises AnswerNotFound: it is neither
    """
    if key.isascii() and key.isdecimal() and len(key) < 19:
        try:
            row = questions.get_answer(value_id=int(key))
        except questions.FieldNotFound as problem:
            raise AnswerNotFound("Answer not found.") from problem
        return QuestionTarget(row.scope, row.target_id, row.field_id)
    found = _KEY.fullmatch(key)
    if found is None:
        raise AnswerNotFound("Answer not found.")
    return QuestionTarget(found[1], int(found[2]), int(found[3]))


def trip_of(about: QuestionTarget) -> int | None:
    """
    Return the trip an answer is part of; None for a customer's.

    :raises NotFound: there is no such trip, order or guest
    """
    if about.scope == "customer":
        return None
    if about.scope == "trip":
        return trips.find_trip_id(key=str(about.target_id), by_id=True)
    order_id = about.target_id
    if about.scope == "booking":
        order_id = trips.order_of_booking(booking_id=about.target_id)
    return trips.trip_of_order(trip_order_id=order_id)


# What was answered about a trip, its orders, its guests and its customer.
ANSWERS_OF_TRIP: Final = questions.AnswerStatements(
    trip=trips.this_trip,
    trip_order=trips.orders_of_this_trip,
    booking=trips.guests_of_this_trip,
    customer=trips.customer_of_this_trip,
)


def list_questions(trip: "Trip") -> dict[tuple[str, int], list[CustomFieldQuestion]]:
    """
    Return every question about a trip (from `trips.get_trip`) by scope and target, in order.

    Answers to what is no longer asked come last. One statement, whatever the trip holds, and one
    for what is no longer asked.
    """
    wanted = dict(_wanted(trip))
    answers = {
        QuestionTarget(row.scope, row.target_id, row.field_id): row
        for row in ANSWERS_OF_TRIP.read(trip_id=trip.pk)
    }
    old = {about.field_id for about in answers if about not in wanted}
    known = questions.list_by_ids(ids=old)
    made: dict[tuple[str, int], list[CustomFieldQuestion]] = {}
    for about, link in wanted.items():
        one = CustomFieldQuestion(about, link.custom_field, link.is_required, True, answers.get(about))
        made.setdefault((about.scope, about.target_id), []).append(one)
    for about, answer in answers.items():
        if about not in wanted:
            one = CustomFieldQuestion(about, known[about.field_id], False, False, answer)
            made.setdefault((about.scope, about.target_id), []).append(one)
    return made


def missing_fields(*, trip_id: int) -> list[CustomFieldQuestion]:
    """Return what has to be answered before a trip is sold and is not."""
    trip = trips.get_trip(trip_id=trip_id)
    live = {order.pk for order in trip.all_orders if order.status == "active"}  # type: ignore[attr-defined]
    guests = {
        row.pk
        for order in trip.all_orders  # type: ignore[attr-defined]
        if order.pk in live
        for row in order.live_bookings
    }
    here = {"trip": {trip.pk}, "trip_order": live, "booking": guests}
    return [
        one
        for every in list_questions(trip).values()
        for one in every
        if one.is_required
        and one.field.ask_when == "checkout"
        and one.answer is None
        and one.about.target_id in here.get(one.about.scope, ())
    ]


def _wanted(trip: "Trip") -> Iterator[tuple[QuestionTarget, questions.AssignedRow]]:
    """Yield what is asked about what; asked by two experiences, the stricter counts."""
    orders = trip.all_orders  # type: ignore[attr-defined]
    asked = questions.questions(experience_ids={order.experience_id for order in orders})
    once: dict[QuestionTarget, questions.AssignedRow] = {}
    for order in orders:
        for link in asked.get(order.experience_id, ()):
            scope, field_id = link.custom_field.scope, link.custom_field.id
            if scope == "booking":
                yield from ((QuestionTarget(scope, g.pk, field_id), link) for g in order.live_bookings)
            elif scope == "trip_order":
                yield QuestionTarget(scope, order.pk, field_id), link
            elif scope == "trip" or trip.customer_id:
                target_id = trip.pk if scope == "trip" else trip.customer_id
                about = QuestionTarget(scope, target_id or 0, field_id)
                if about not in once or link.is_required:
                    once[about] = link
    yield from once.items()


def save(
    *, about: QuestionTarget, value: object, by: TripActor, at: datetime, is_public: bool = False
) -> int | None:
    """
    Answer a question of a trip, an order or a guest; None takes the answer away.

    Returns the answer's id.

    :raises AnswerNotFound: nothing of the kind is asked there; the public sees nothing internal
    :raises Invalid: the answer does not fit
    """
    trip_id = trip_of(about)
    if trip_id is None:
        return _save_of_customer(about, value, by, at)
    with change_trip(trip_id=trip_id, by=by, at=at, is_money=False) as change:
        told = put(change, about, value, name="value", is_public=is_public)
        if told:
            (label, (before, after)) = told[0]
            change.log(
                "trip.field_answered",
                entity_type=about.scope,
                entity_id=about.target_id,
                before={label: before},
                after={label: after},
            )
    return _id_of(about)


def save_file(
    *, about: QuestionTarget, name: str, data: bytes, by: TripActor, at: datetime, is_public: bool = False
) -> int | None:
    """
    Answer a question for a file with one; it takes the place of the one before.

    Returns the answer's id.

    :raises AnswerNotFound: nothing of the kind is asked there; the public sees nothing internal
    :raises Invalid: the question asks for no file, or this one may not be kept
    """
    if find(about, is_public=is_public).field.kind != "file":
        raise Invalid({"file": ["This question does not ask for a file."]})
    try:
        upload = check_upload(name, data)
    except BadAnswer as problem:
        raise Invalid({"file": [str(problem)]}) from problem
    stored = answer_files.store(upload, at=at)
    try:
        return save(about=about, value=StoredFile(stored), by=by, at=at, is_public=is_public)
    except BaseException:
        answer_files.discard(file_id=stored["id"])
        raise


def save_cart(*, trip_id: int, answers: Mapping[str, object], at: datetime) -> None:
    """
    Answer questions about a visitor's cart by their keys, in the caller's transaction.

    :raises Invalid: `fields` names by its key every answer that does not fit or is not asked
    """
    if not answers:
        return
    asked = {
        one.about.key: one
        for every in list_questions(trips.get_trip(trip_id=trip_id)).values()
        for one in every
        if one.field.ask_when not in _INTERNAL
    }
    told: list[tuple[str, tuple[Any, Any]]] = []
    problems: dict[str, list[str]] = {}
    for key, value in answers.items():
        if key not in asked:
            problems[key] = ["This is not asked here."]
            continue
        try:
            told += _write(asked[key], value, TripActor(audience="online"), at, key)
        except Invalid as problem:
            problems |= problem.fields
    if problems:
        raise Invalid(problems)
    if told:
        record(
            entity_type="trip",
            entity_id=trip_id,
            trip_id=trip_id,
            action="trip.field_answered",
            at=at,
            before={label: before for label, (before, _after) in told},
            after={label: after for label, (_before, after) in told},
        )


def put(
    change: Change, about: QuestionTarget, value: object, *, name: str, is_public: bool = False
) -> list[tuple[str, tuple[Any, Any]]]:
    """
    Write an answer within a change of its trip; returns what the log has to say, if anything.

    `name` is the request's field, for what is wrong with the answer.

    :raises AnswerNotFound: nothing of the kind is asked there
    :raises Invalid: the answer does not fit
    """
    if about.scope == "customer":
        raise AnswerNotFound("This is not asked here.")
    asked = find(about, is_public=is_public)
    return _write(asked, value, change.by, change.at, name)


def find(about: QuestionTarget, *, is_public: bool = False) -> CustomFieldQuestion:
    """
    Return one question about a part of a trip.

    :raises AnswerNotFound: nothing of the kind is asked there
    """
    trip_id = trip_of(about)
    if trip_id is None:
        return _of_customer(about)
    every = list_questions(trips.get_trip(trip_id=trip_id)).get((about.scope, about.target_id), ())
    found = next((one for one in every if one.about == about), None)
    if found is None or (is_public and found.field.ask_when in _INTERNAL):
        raise AnswerNotFound("This is not asked here.")
    return found


def _of_customer(about: QuestionTarget) -> CustomFieldQuestion:
    customers.get_exactly(customer_id=about.target_id)
    field = questions.get_field(field_id=about.field_id)
    if field.scope != "customer":
        raise AnswerNotFound("This is not asked of customers.")
    rows = questions.answers(about={"customer": {about.target_id}})
    answer = next((row for row in rows if row.field_id == about.field_id), None)
    return CustomFieldQuestion(about, field, field.is_required, not field.is_archived, answer)


def _save_of_customer(about: QuestionTarget, value: object, by: TripActor, at: datetime) -> int | None:
    with atomic():
        customers.lock_customer(customer_id=about.target_id)
        for label, (before, after) in _write(_of_customer(about), value, by, at, "value"):
            record(
                entity_type="customer",
                entity_id=about.target_id,
                action="customer.changed",
                at=at,
                before={label: before},
                after={label: after},
            )
    return _id_of(about)


def _write(
    asked: CustomFieldQuestion, value: object, by: TripActor, at: datetime, name: str
) -> list[tuple[str, tuple[Any, Any]]]:
    field, about = asked.field, asked.about
    before = asked.answer.value if asked.answer else None
    try:
        found = _cleaned(field, value, before)
    except BadAnswer as problem:
        raise Invalid({name: [str(problem)]}) from problem
    if before == found and type(before) is type(found):
        return []
    fields.answer(
        field_id=field.id, scope=about.scope, target_id=about.target_id, value=found, by=by.avatar_id, at=at
    )
    if not (field.is_health or field.is_pii):
        return [(field.label, (_said(before), _said(found)))]
    return [(field.label, (before and HIDDEN, found and HIDDEN))]


def _cleaned(field: questions.FieldRow, value: object, before: object) -> object:
    if isinstance(value, StoredFile):
        return value.answer
    if field.kind == "file":
        return kept_file(before, value)
    return clean(field, value, region=region_of(people.get_properties().locale))


def _said(value: object) -> object:
    """Return an answer as the log has it: a file by its name."""
    return value.get("name") if isinstance(value, dict) else value


def _id_of(about: QuestionTarget) -> int | None:
    rows = questions.answers(about={about.scope: {about.target_id}})
    return next((row.id for row in rows if row.field_id == about.field_id), None)
