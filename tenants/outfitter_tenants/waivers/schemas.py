"""Bodies of waiver templates."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Line, Out, SmallInt, Text
from outfitter.kit.locales import ROUTE_LOCALES

Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=SINGLE_LINE)
]
Requirement = Literal["guardian_for_minor", "initials", "photo", "id_number"]
Locale = Annotated[str, StringConstraints(pattern=rf"^({'|'.join(ROUTE_LOCALES)})$")]


class WaiverTextIn(In):
    """A template's text in one language."""

    locale: Locale
    body_html: Text


class WaiverTextOut(Out):
    """A template's text in one language."""

    locale: str
    body_html: str


Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Labels = dict[Locale, Line]


class WaiverOptionIn(In):
    """One answer to a choice, in every language."""

    id: Slug
    labels: Labels


class WaiverQuestionIn(In):
    """What is asked beside the text; only a choice has options."""

    id: Slug
    kind: Literal["text", "yes_no", "choice"]
    is_required: bool = False
    labels: Labels
    options: Annotated[list[WaiverOptionIn], Field(max_length=20)] = []


class WaiverOptionOut(Out):
    """One answer to a choice, in every language."""

    id: str
    labels: dict[str, str]


class WaiverQuestionOut(Out):
    """What is asked beside the text."""

    id: str
    kind: str
    is_required: bool
    labels: dict[str, str]
    options: list[WaiverOptionOut]


class WaiverTemplateIn(In):
    """A waiver template to make (no id) or to change; `locale` is its main language."""

    id: Id | None = None
    version: SmallInt | None = None
    name: Title
    kind: Literal["adult", "minor", "any"] = "any"
    locale: Locale = "en"
    requires: Annotated[list[Requirement], Field(max_length=4)] = []
    valid_days: Annotated[int, Field(ge=1, le=3650)] | None = None
    is_reusable: bool = True
    is_active: bool = True
    texts: Annotated[list[WaiverTextIn], Field(min_length=1, max_length=30)]
    questions: Annotated[list[WaiverQuestionIn], Field(max_length=20)] = []


class WaiverTemplateOut(Out):
    """A waiver template with its present texts, the main language first."""

    id: int
    name: str
    kind: str
    locale: str
    requires: list[str]
    valid_days: int | None
    is_reusable: bool
    is_active: bool
    is_archived: bool
    current_version: int
    texts: list[WaiverTextOut]
    questions: list[WaiverQuestionOut]
    body_sha256: str
    changed_at: datetime
    version: int


class WaiverVersionOut(Out):
    """What a template said at one time, the main language first."""

    version: int
    locale: str
    texts: list[WaiverTextOut]
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


class ExperienceWaiversIn(In):
    """Which templates the guests of an experience sign, all of them."""

    template_ids: Annotated[list[Id], Field(max_length=20)]


class ExperienceWaiversOut(Out):
    """Which templates the guests of an experience sign."""

    template_ids: list[int]
