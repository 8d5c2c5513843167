"""What an experience says in each language (domain.md 5.10)."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from outfitter.api.principal import allow, caller_of
from outfitter.api.schemas import ERRORS, Id
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.localization import normal
from outfitter_tenants.catalog.operations.contents import update_content
from outfitter_tenants.catalog.queries.contents import TEXTS, list_contents
from outfitter_tenants.catalog.schemas import contents as s
from outfitter_tenants.people import queries as people

router = Router()
_CONTENTS = {200: s.ContentsOut, **ERRORS}


def _contents(experience_id: int) -> dict[str, Any]:
    row = queries.get_experience(experience_id=experience_id)
    own = normal(people.get_properties().locale)
    first = {"locale": own, **{name: getattr(row, name) for name in TEXTS}}
    others = list_contents(experience_id=experience_id)
    return {"own_locale": own, "version": row.version, "contents": [first, *others]}


@router.get(
    "/api/experience/{experience}/contents/get",
    auth=allow("experience.view"),
    response=_CONTENTS,
    operation_id="experience_contents_get",
)
def contents_get(request: HttpRequest, experience: Id) -> dict[str, Any]:
    """Return what an experience says in every language it has."""
    if experience in caller_of(request).hidden_experience_ids:
        raise queries.ExperienceNotFound("Experience not found.")
    return _contents(experience)


@router.post(
    "/api/experience/{experience}/updateContent",
    auth=allow("setup.experiences"),
    response=_CONTENTS,
    operation_id="experience_update_content",
)
def content_update(request: HttpRequest, experience: Id, body: s.ContentIn) -> dict[str, Any]:
    """Change what an experience says in one language."""
    texts = body.model_dump(exclude={"locale", "version"}, exclude_none=True)
    update_content(
        experience_id=experience, locale=body.locale, version=body.version, texts=texts, at=utc_now()
    )
    return _contents(experience)
