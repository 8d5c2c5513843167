"""Bodies of the template routes (domain.md 5.6)."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, SINGLE_LINE, Id, In, Out
from outfitter_tenants.messaging.rules.template_categories import TemplateCategory
from outfitter_tenants.messaging.translations import languages

Channel = Literal["email", "sms"]
Channels = Literal["email", "sms", "both"]
MOST_TEXTS = 40


def _spoken(locale: str) -> str:
    if locale.partition("-")[0] not in {one.partition("-")[0] for one in languages()}:
        raise ValueError("Messages aren't available in this language.")
    return locale


MessageLocale = Annotated[
    str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z]{2,4})?$"), AfterValidator(_spoken)
]
TemplateLine = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300, pattern=SINGLE_LINE)]
SmsText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1_600, pattern=PRINTABLE)]
TemplateName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120, pattern=SINGLE_LINE)
]
# Zero is what ships with the product.
TemplateVersionNumber = Annotated[int, Field(ge=0, le=2**31 - 1)]
MethodSlug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,11}$")]


class TemplateTextIn(In):
    """What a template says in one language."""

    locale: MessageLocale
    subject: TemplateLine = ""
    preheader: TemplateLine = ""
    document: dict[str, Any] = {}
    sms_text: SmsText = ""


class TemplateIn(In):
    """
    A template as it is to be; `id` null makes one.

    `version` is the one that was read: somebody else's change meanwhile is not overwritten. A system
    template keeps its own name, category, channel and scope.
    """

    id: Id | None = None
    version: TemplateVersionNumber | None = None
    name: TemplateName
    category: TemplateCategory
    channel: Channels = "email"
    is_active: bool = True
    experience_ids: Annotated[list[Id], Field(max_length=200)] = []
    trip_methods: Annotated[list[MethodSlug], Field(max_length=20)] = []
    texts: Annotated[list[TemplateTextIn], Field(max_length=MOST_TEXTS)]


class TemplateSwitchIn(In):
    """Whether an own template speaks."""

    is_active: bool


class TemplateDraftIn(In):
    """Words that nobody saved yet."""

    subject: TemplateLine = ""
    preheader: TemplateLine = ""
    document: dict[str, Any] = {}
    sms_text: SmsText = ""
    # Of a template that is not saved at all.
    category: TemplateCategory | None = None


class TemplatePreviewIn(In):
    """What to show a template with: a real trip, else an example."""

    trip_id: Id | None = None
    locale: MessageLocale | None = None
    channel: Channel = "email"
    draft: TemplateDraftIn | None = None


class TemplateTestIn(TemplatePreviewIn):
    """To whom a test goes: an address, or a number in E.164."""

    to: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=3, max_length=254, pattern=SINGLE_LINE)
    ]


class TemplateOut(Out):
    """
    A template in a list.

    An own template `speaks_for` a letter (the slug of its system template) where it is for the trip,
    unless it `is_lacking` what such a letter is for. `spoken_for_by` are a letter's own ones, by id.
    """

    id: int
    slug: str | None
    name: str
    category: str
    channel: str
    is_active: bool
    is_system: bool
    is_archived: bool
    version: int
    experience_ids: list[int]
    trip_methods: list[str]
    # Languages in which people wrote it.
    locales: list[str]
    automation_cnt: int
    speaks_for: str | None
    is_lacking: bool
    spoken_for_by: list[int]
    changed_at: datetime


class TemplatesOut(Out):
    """Every template, by category."""

    templates: list[TemplateOut]


class TemplateTextOut(Out):
    """What a template says in one language; `is_shipped`: in the words of the product."""

    locale: str
    subject: str
    preheader: str
    document: dict[str, Any]
    sms_text: str
    is_shipped: bool


class TemplateUserOut(Out):
    """An automation that sends a template."""

    id: int
    trigger: str
    offset_minutes: int
    is_on: bool


class TemplateFullOut(Out):
    """A template with its words; those that ship stand for languages nobody wrote."""

    template: TemplateOut
    texts: list[TemplateTextOut]
    automations: list[TemplateUserOut]


class TemplateVersionOut(Out):
    """One state of a template's words; 0 are those that ship."""

    version: int
    author_name: str
    restored_from: int | None
    locales: list[str]
    is_present: bool
    created_at: datetime | None


class TemplateVersionsOut(Out):
    """Every state of a template's words, newest first."""

    versions: list[TemplateVersionOut]


class MergeFieldOut(Out):
    """Something a template may name; `sample` stands for it where nothing is known."""

    name: str
    kind: str
    label_key: str
    sample: str


class DataBlockOut(Out):
    """A block that is filled by code."""

    name: str
    label_key: str


class MergeFieldsOut(Out):
    """What templates of a category may name and hold."""

    category: str
    fields: list[MergeFieldOut]
    blocks: list[DataBlockOut]


class TemplatePreviewOut(Out):
    """A template as its reader sees it; `missing` are fields that nothing stands for."""

    locale: str
    subject: str
    html: str
    text: str
    sms: str
    segments: int
    missing: list[str]


class TemplatePictureOut(Out):
    """An uploaded picture; `address` is what a picture block shows, on the operator's own host."""

    address: str
