"""Bodies of shelves, places and kinds of guests (domain.md 5.10)."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Name, Out, Visible
from outfitter_tenants.catalog.schemas.contents import Locale
from outfitter_tenants.catalog.schemas.experiences import Slug

TypeName = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=60, pattern=SINGLE_LINE), Visible
]
TypeTranslation = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60, pattern=SINGLE_LINE)]
TypeSlug = Annotated[Slug, StringConstraints(max_length=60)]
CustomerKind = Literal[
    "adult", "youth", "child", "infant", "senior", "student", "military", "family", "unit", "other"
]


class KindIn(In):
    """A customer type to make (no id) or to change."""

    id: Id | None = None
    name: TypeName
    slug: TypeSlug | None = None
    kind: CustomerKind = "other"
    # By language; what is empty falls away, without any the types keep those they have.
    translations: dict[Locale, TypeTranslation] | None = Field(default=None, max_length=30)


class KindOut(Out):
    """A customer type of the operator; `used_cnt` counts the experiences that sell it."""

    id: int
    slug: str
    name: str
    kind: str
    position: int
    translations: dict[str, str]
    # What the reader calls it; `name` is what the operator wrote.
    local_name: str
    used_cnt: int


class CategoryIn(In):
    """A category to make (no id) or to change."""

    id: Id | None = None
    name: Name
    slug: Slug | None = None
    parent_id: Id | None = None
    is_public: bool = True


class CategoryOut(Out):
    """A shelf of the catalogue; `experience_cnt` counts what is live on it."""

    id: int
    name: str
    slug: str
    position: int
    parent_id: int | None
    is_public: bool
    experience_cnt: int


class LocationOut(Out):
    """Where things begin; `used_cnt` counts the experiences on sale that do."""

    id: int
    name: str
    address: str
    time_zone: str | None
    is_default: bool
    lat: float | None
    lng: float | None
    used_cnt: int


class RowOrderIn(In):
    """Rows of a list in their new order, all of them."""

    ids: list[Id] = Field(max_length=5000)


class OrderOut(Out):
    """Rows of a list in their order."""

    ids: list[int]
