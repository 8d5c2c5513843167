"""Experiences where other parts of the product have a say: copies, dates, suggestions."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import Field, StringConstraints

from outfitter.api.principal import allow
from outfitter.api.schema import ERRORS, Id, In, Line, Out
from outfitter.kit.clock import utc_now
from outfitter_tenants.backoffice.inventory import cloning
from outfitter_tenants.catalog import queries as catalog

router = Router()


class CopyIn(In):
    """
    What is copied beside the experience itself.

    `templates`: its own messages, of which no experience has any that others do not share.
    """

    availabilities: bool = False
    rates: bool = True
    addons: bool = True
    resources: bool = True
    templates: bool = True


class CloneIn(In):
    """The name of a copy, and what goes into it."""

    name: Annotated[Line, StringConstraints(min_length=1)]
    copies: CopyIn = Field(default=CopyIn(), alias="copy")


class ClonedOut(Out):
    """The copy: a draft."""

    id: int
    name: str
    slug: str
    version: int


class CloneAnswerOut(Out):
    """The copy, and how many availabilities nothing would come of any more."""

    experience: ClonedOut
    skipped_availabilities_cnt: int


@router.post(
    "/setup/experience/{experience}/clone", auth=allow("setup.experiences"),
    response={200: CloneAnswerOut, **ERRORS}, operation_id="experience_clone",
)  # fmt: skip
def experience_clone(request: HttpRequest, experience: Id, body: CloneIn) -> dict[str, Any]:
    """Copy an experience as a draft."""
    made = cloning.clone(
        experience_id=experience, name=body.name, at=utc_now(),
        parts=cloning.Parts(**body.copies.model_dump(exclude={"templates"})),
    )  # fmt: skip
    return {
        "experience": catalog.get_experience(experience_id=made.id),
        "skipped_availabilities_cnt": made.skipped_availabilities_cnt,
    }
