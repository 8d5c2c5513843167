"""Set-up of resource groups and resources (domain.md 5.21)."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Router
from pydantic import Field, StringConstraints

from outfitter.api.principal import allow
from outfitter.api.schemas import ERRORS, SINGLE_LINE, Id, In, Out, Visible
from outfitter.kit.clock import utc_now
from outfitter_tenants.scheduling import queries
from outfitter_tenants.scheduling.operations import resources

router = Router(tags=["resources"])
Title = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=SINGLE_LINE), Visible
]


class ResourceGroupIn(In):
    """A resource group to make (no id) or to change."""

    id: Id | None = None
    name: Title
    kind: Literal["vehicle", "vessel", "equipment", "room", "permit", "other"] = "other"
    is_auto_assign: bool = True
    strategy: Literal["best_fit", "fill_first", "balance", "priority"] = "best_fit"
    # A law or licence sets the number: nobody gets past it.
    is_legal_limit: bool = False


class ResourceIn(In):
    """A resource to make (no id) or to change. `capacity` is seats or uses at once."""

    id: Id | None = None
    group_id: Id
    name: Title
    code: Annotated[str, StringConstraints(max_length=20, pattern=SINGLE_LINE)] | None = None
    capacity: Annotated[int, Field(ge=1, le=10_000)] = 1
    priority: Annotated[int, Field(ge=-1000, le=1000)] = 0
    status: Literal["active", "maintenance", "retired"] = "active"
    buffer_minutes: Annotated[int, Field(ge=0, le=10_080)] = 0
    location_id: Id | None = None
    color: Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")] = "#64748b"


class ResourcesIn(In):
    """Resources to make and change together."""

    rows: Annotated[list[ResourceIn], Field(min_length=1, max_length=200)]


class ResourceOut(Out):
    """One boat, van or room."""

    id: int
    name: str
    code: str | None
    group_id: int
    group_name: str
    capacity: int
    status: str
    color: str
    priority: int
    buffer_minutes: int
    location_id: int | None


class ResourceGroupOut(Out):
    """Resources that can stand in for one another."""

    id: int
    name: str
    kind: str
    is_auto_assign: bool
    strategy: str
    is_legal_limit: bool
    resources: list[ResourceOut]


class ResourceGroupsOut(Out):
    """Every group with its resources."""

    resourceGroups: list[ResourceGroupOut]


class ResourceAnswerOut(Out):
    """One resource."""

    resource: ResourceOut


_GROUPS = {200: ResourceGroupsOut, **ERRORS}


def _all() -> dict[str, Any]:
    return {"resourceGroups": queries.list_groups()}


@router.get(
    "/api/resourceGroups/get",
    auth=allow("experience.view"),
    response=_GROUPS,
    operation_id="resource_groups_get",
)
def resource_groups_get(request: HttpRequest) -> dict[str, Any]:
    """Return every resource group with its resources."""
    return _all()


@router.get(
    "/api/resource/{resource}/get",
    auth=allow("experience.view"),
    response={200: ResourceAnswerOut, **ERRORS},
    operation_id="resource_get",
)
def resource_get(request: HttpRequest, resource: Id) -> dict[str, Any]:
    """Return one resource."""
    return {"resource": queries.get_resource(resource_id=resource)}


@router.post(
    "/api/resourceGroup/save",
    auth=allow("resource.manage"),
    response=_GROUPS,
    operation_id="resource_group_save",
)
def resource_group_save(request: HttpRequest, body: ResourceGroupIn) -> dict[str, Any]:
    """Make a resource group or change one."""
    resources.save_group(values=body.model_dump(exclude={"id"}), group_id=body.id, at=utc_now())
    return _all()


@router.post(
    "/api/resourceGroup/{group}/delete",
    auth=allow("resource.manage"),
    response=_GROUPS,
    operation_id="resource_group_delete",
)
def resource_group_delete(request: HttpRequest, group: Id) -> dict[str, Any]:
    """Delete an empty resource group."""
    resources.delete_group(group_id=group, at=utc_now())
    return _all()


@router.post(
    "/api/resources/update", auth=allow("resource.manage"), response=_GROUPS, operation_id="resources_update"
)
def resources_update(request: HttpRequest, body: ResourcesIn) -> dict[str, Any]:
    """Make and change resources together, all or none."""
    resources.update_resources(rows=[row.model_dump() for row in body.rows], at=utc_now())
    return _all()
