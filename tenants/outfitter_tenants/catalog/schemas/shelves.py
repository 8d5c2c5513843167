"""Bodies of shelves, places and kinds of guests (domain.md 5.10)."""

from outfitter.api.schema import Out


class KindOut(Out):
    """A customer type of the operator."""

    id: int
    slug: str
    name: str
    kind: str
    position: int


class CategoryOut(Out):
    """A shelf of the catalogue."""

    id: int
    name: str
    slug: str
    position: int
    parent_id: int | None


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
