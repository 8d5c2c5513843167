"""What speaks against a signature, field by field (domain.md 4.20). Pure."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final

from outfitter.kit.errors import Invalid
from outfitter_tenants.waivers.rules.ages import is_minor
from outfitter_tenants.waivers.types import Circumstances, Minor, Signer, SignRequest

MOST_MINORS: Final = 30
_FAST_CLOCK: Final = timedelta(minutes=5)
_LONGEST: Final = timedelta(hours=24)
# A tablet that had no signal sends what was signed on it up to two days later.
_LONGEST_OFFLINE: Final = timedelta(hours=48)
_AGED: Final = "Enter a date in the past."


def check(
    request: SignRequest,
    *,
    kind: str,
    requires: Sequence[str],
    questions: Sequence[Mapping[str, Any]],
    where: Circumstances,
) -> None:
    """
    Refuse what cannot count as signed.

    `questions` are those of the text that was read (see `texts.text_in`).

    :raises Invalid: with every field that is wrong
    """
    problems = {
        **_time(request, where),
        **_people(request, kind, where),
        **_proof(request, requires),
        **_answers(request, questions),
    }
    if problems:
        raise Invalid({name: [text] for name, text in problems.items()})


def _time(request: SignRequest, where: Circumstances) -> dict[str, str]:
    longest = _LONGEST if where.device_id is None else _LONGEST_OFFLINE
    if request.consent_at.tzinfo is None:
        return {"consent_at": "Send a UTC time."}
    if not where.at - longest <= request.consent_at <= where.at + _FAST_CLOCK:
        return {"consent_at": "This was not signed just now. Check the clock of this device and sign again."}
    return {}


def _people(request: SignRequest, kind: str, where: Circumstances) -> dict[str, str]:
    return {
        **_signer(request, where),
        **_participants(request, kind),
        **{
            f"minors.{place}.{name}": text
            for place, minor in enumerate(request.minors)
            for name, text in _minor(minor, where).items()
        },
    }


def _signer(request: SignRequest, where: Circumstances) -> dict[str, str]:
    signer, problems = request.signer, _name(request.signer)
    if signer.birth_date is not None:
        if signer.birth_date > _today(where):
            problems["birth_date"] = _AGED
        elif is_minor(signer.birth_date, where.day, majority=where.majority):
            problems["birth_date"] = f"A parent or guardian has to sign for anyone under {where.majority}."
    if request.minors and signer.relation == "self":
        problems["relation"] = "Say whether you are their parent or guardian."
    return {f"signer.{name}": text for name, text in problems.items()}


def _participants(request: SignRequest, kind: str) -> dict[str, str]:
    if len(request.minors) > MOST_MINORS:
        return {"minors": f"Sign for at most {MOST_MINORS} at a time."}
    if not request.minors and not request.signer.is_participant:
        return {"minors": "Add who you are signing for."}
    if kind == "adult" and request.minors:
        return {"minors": "This waiver is for adults: each signs for themselves."}
    if kind == "minor" and request.signer.is_participant:
        return {"signer.is_participant": "This waiver is for minors: sign another one for yourself."}
    return {}


def _minor(minor: Minor, where: Circumstances) -> dict[str, str]:
    problems = _name(minor)
    if minor.birth_date > _today(where):
        problems["birth_date"] = _AGED
    elif not is_minor(minor.birth_date, where.day, majority=where.majority):
        name = minor.first_name or "This guest"
        problems["birth_date"] = f"{name} is {where.majority} by then and signs for themselves."
    return problems


def _name(person: Signer | Minor) -> dict[str, str]:
    missing = [name for name in ("first_name", "last_name") if not getattr(person, name)]
    return {missing[0]: "Enter the full name."} if missing else {}


def _today(where: Circumstances) -> date:
    """Return the latest day it can be anywhere at this moment."""
    return (where.at + timedelta(hours=14)).date()


def _proof(request: SignRequest, requires: Sequence[str]) -> dict[str, str]:
    problems = {}
    if request.picture is None and not request.typed_name:
        problems["signature_png_base64"] = "Sign in the box, or type your name."
    if "initials" in requires and not request.initials:
        problems["initials"] = "Enter your initials."
    if "id_number" in requires and not request.id_number:
        problems["id_number"] = "Enter the number of your ID."
    if "photo" in requires and request.photo is None:
        problems["photo_base64"] = "Take a photo first."
    return problems


def _answers(request: SignRequest, questions: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    known = {one["id"]: one for one in questions}
    problems = {
        f"answers.{name}": "This waiver does not ask this." for name in request.answers if name not in known
    }
    for name, asked in known.items():
        given = request.answers.get(name)
        if given in (None, ""):
            if asked["is_required"]:
                problems[f"answers.{name}"] = "Please answer this."
        elif not _fits(given, asked):
            problems[f"answers.{name}"] = "Choose one of the answers."
    return problems


def _fits(given: object, asked: Mapping[str, Any]) -> bool:
    if asked["kind"] == "yes_no":
        return isinstance(given, bool)
    if not isinstance(given, str):
        return False
    return asked["kind"] == "text" or given in {option["id"] for option in asked["options"]}
