"""What the calls that name, reserve and end a trip take (domain.md 5.24)."""

from pydantic import Field

from outfitter.api.schema import In, Line


class VersionedIn(In):
    """A change of a trip as somebody saw it; without `version` the last one wins."""

    version: int | None = Field(default=None, ge=1)


class GroupNameIn(VersionedIn):
    """The group's name; null or empty takes it away."""

    group_name: Line | None
