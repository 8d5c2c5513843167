"""Bodies of waiver templates."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Out, SmallInt, Text
from outfitter.kit.locales import ROUTE_LOCALES

Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=SINGLE_LINE)
]
Requirement = Literal["guardian_for_minor", "initials", "photo", "id_number"]
Locale = Annotated[str, StringConstraints(pattern=rf"^({'|'.join(ROUTE_LOCALES)})$")]


class WaiverTemplateIn(In):
    """A waiver template to make (no id) or to change."""

    id: Id | None = None
    version: SmallInt | None = None
    name: Title
    kind: Literal["adult", "minor", "any"] = "any"
    locale: Locale = "en"
    requires: Annotated[list[Requirement], Field(max_length=4)] = []
    valid_days: Annotated[int, Field(ge=1, le=3650)] | None = None
    is_active: bool = True
    body_html: Text


class WaiverTemplateOut(Out):
    """A waiver template with its present text."""

    id: int
    name: str
    kind: str
    locale: str
    requires: list[str]
    valid_days: int | None
    is_active: bool
    is_archived: bool
    current_version: int
    body_html: str
    body_sha256: str
    changed_at: datetime
    version: int


class WaiverVersionOut(Out):
    """One text a template had."""

    version: int
    body_html: str
    body_sha256: str
    created_at: datetime
    created_by: int | None


class WaiverTemplatesOut(Out):
    """The operator's waiver templates."""

    waiverTemplates: list[WaiverTemplateOut]


class WaiverTemplateFullOut(Out):
    """A template with every text it had, the newest first."""

    waiverTemplate: WaiverTemplateOut
    versions: list[WaiverVersionOut]
