"""Boats, vans and what else departures need from a file, with their groups (domain.md 3.3, 3.10)."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.db.models import ProtectedError
from django.db.models.functions import Lower

from outfitter.db.imports import (
    CheckedRow,
    ImportColumn,
    ImportContext,
    Importer,
    ParsedRow,
    Problem,
    Verdict,
    WrittenRow,
    problems_of,
    register,
    verdict_of,
    words,
)
from outfitter.kit.errors import DomainError
from outfitter_tenants.audit.operations import record
from outfitter_tenants.scheduling import cache_versions
from outfitter_tenants.scheduling.models import Resource, ResourceGroup
from outfitter_tenants.scheduling.operations import resources

_KINDS: Final = ("vehicle", "vessel", "equipment", "room", "permit", "other")
_ALSO: Final = {
    **{"boat": "vessel", "ship": "vessel", "kayak": "vessel", "boot": "vessel", "barco": "vessel"},
    **{"van": "vehicle", "bus": "vehicle", "car": "vehicle", "bike": "vehicle", "fahrzeug": "vehicle"},
    **{"gear": "equipment", "licence": "permit", "license": "permit", "raum": "room"},
}
_STATUSES: Final = ("active", "maintenance", "retired")
_PLAIN: Final = ("name", "code", "capacity", "priority", "status", "buffer_minutes")

COLUMNS: Final = (
    ImportColumn(
        "name",
        is_required=True,
        example="Sea Lion",
        max_length=80,
        aliases=words("resource, resource name, boat, vehicle, asset"),
    ),
    ImportColumn(
        "group",
        is_required=True,
        example="Boats",
        max_length=80,
        aliases=words("resource group, pool, resource type, gruppe, grupo"),
    ),
    ImportColumn(
        "kind",
        "choice",
        example="vessel",
        choices={**{one: one for one in _KINDS}, **_ALSO},
        aliases=words("type, group kind, typ, art"),
    ),
    ImportColumn("code", example="SL1", max_length=20, aliases=words("short name, number, plate, kürzel")),
    ImportColumn(
        "capacity",
        "number",
        example="12",
        lowest=1,
        highest=10_000,
        aliases=words("seats, size, max capacity, plätze, capacidad"),
    ),
    ImportColumn("priority", "number", example="0", lowest=-1000, highest=1000, aliases=words("order")),
    ImportColumn(
        "status", "choice", example="active", choices={one: one for one in _STATUSES}, aliases=words("state")
    ),
    ImportColumn(
        "buffer_minutes", "number", example="15", lowest=0, highest=1440, aliases=words("buffer, turnaround")
    ),
)


def _keys(row: ParsedRow, _context: ImportContext) -> tuple[str, ...]:
    return (f"{row.values['group'].casefold()}\n{row.values['name'].casefold()}",)


def _check(rows: Sequence[ParsedRow], context: ImportContext) -> list[Verdict]:
    names = {row.values["name"].lower() for row in rows}
    known = Resource.objects.annotate(small=Lower("name"), pool=Lower("group__name")).filter(small__in=names)
    found = {(pool, name): pk for pool, name, pk in known.order_by("-pk").values_list("pool", "small", "pk")}
    pools = dict(ResourceGroup.objects.annotate(small=Lower("name")).values_list("small", "kind"))
    return [
        verdict_of(
            found.get((row.values["group"].lower(), row.values["name"].lower())),
            context,
            _problems(row, pools),
            exists="This resource is there already.",
        )
        for row in rows
    ]


def _problems(row: ParsedRow, pools: Mapping[str, str]) -> list[Problem]:
    there = pools.get(row.values["group"].lower())
    kind = row.values.get("kind")
    if there is not None and kind is not None and kind != there:
        return [Problem("kind", "other_kind", f"This group is there already, as: {there}.", {"kind": there})]
    return []


def _write(rows: Sequence[CheckedRow], context: ImportContext) -> list[WrittenRow]:
    verdicts = _check([one.row for one in rows], context)
    return [_save(one.row, verdict, context) for one, verdict in zip(rows, verdicts, strict=True)]


def _save(row: ParsedRow, verdict: Verdict, context: ImportContext) -> WrittenRow:
    if verdict.problems or verdict.action == "skip":
        return WrittenRow(row.no, "skip", verdict.object_id, problems=verdict.problems)
    known = Resource.objects.get(pk=verdict.object_id) if verdict.object_id else None
    said = {name: row.values[name] for name in _PLAIN if name in row.values}
    before = _values(known) if known else {}
    if known is not None and all(before[name] == value for name, value in said.items()):
        return WrittenRow(row.no, "skip", known.pk)
    new_group = None if known else _group_of(row, context)
    base = _values(known) if known else _values(Resource(group_id=new_group[0] if new_group else 0))
    [saved] = resources.update_resources(rows=[{**base, **said, "id": verdict.object_id}], at=context.at)
    if known is None:
        # A group that came with its first resource goes with its last, when all is taken back.
        made = {"group_id": new_group[0]} if new_group and new_group[1] else None
        return WrittenRow(row.no, "create", saved, made)
    return WrittenRow(
        row.no, "update", saved, {"fields": before, "after": _values(Resource.objects.get(pk=saved))}
    )


def _values(known: Resource) -> dict[str, object]:
    names = (*resources.FIELDS, "group_id", "location_id")
    return {name: getattr(known, name) for name in names}


def _group_of(row: ParsedRow, context: ImportContext) -> tuple[int, bool]:
    """Return the group of a name, and whether it was made for this row."""
    found = ResourceGroup.objects.filter(name__iexact=row.values["group"]).order_by("pk").first()
    if found is not None:
        return found.pk, False
    values = {"name": row.values["group"], "kind": row.values.get("kind", "other")}
    return resources.save_group(values=values, group_id=None, at=context.at), True


def _undo(rows: Mapping[int, Mapping[str, object] | None], context: ImportContext) -> Mapping[int, Problem]:
    kept: dict[int, Problem] = {}
    for known in Resource.objects.select_for_update(of=("self",)).filter(pk__in=rows).order_by("pk"):
        before = rows[known.pk]
        if before is not None and "fields" in before:
            why = _restore(known, before, context)
        else:
            why = _delete(known, before, context)
        if why:
            kept[known.pk] = why
    return kept


def _restore(known: Resource, before: Mapping[str, object], context: ImportContext) -> Problem | None:
    fields = before["fields"]
    if _values(known) != before["after"] or not isinstance(fields, dict):
        return _changed(known)
    try:
        resources.update_resources(rows=[{**fields, "id": known.pk}], at=context.at)
    except DomainError as problem:
        return problems_of(problem)[0]
    return None


def _changed(known: Resource) -> Problem:
    message = f"{known.name} was changed after the import."
    return Problem("", "changed_since", message, {"name": known.name})


def _delete(known: Resource, made: Mapping[str, object] | None, context: ImportContext) -> Problem | None:
    resource_id, name = known.pk, known.name
    try:
        with transaction.atomic():
            known.delete()
    except ProtectedError:
        return Problem("", "still_used", f"{name} serves departures.", {"name": name})
    record(
        entity_type="resource",
        entity_id=resource_id,
        action="resource.deleted",
        at=context.at,
        before={"name": name},
    )
    cache_versions.touch_everything()
    if made is not None:
        _delete_group(int(str(made["group_id"])), context)
    return None


def _delete_group(group_id: int, context: ImportContext) -> None:
    """Delete a group that an import made, unless somebody uses it by now."""
    try:
        with transaction.atomic():
            resources.delete_group(group_id=group_id, at=context.at)
    except DomainError:
        return


IMPORTER: Final = register(
    Importer(
        object="resources",
        permission="resource.manage",
        columns=COLUMNS,
        check=_check,
        write=_write,
        undo=_undo,
        keys=_keys,
    )
)
