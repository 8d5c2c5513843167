"""Which printer papers of a kind come out of, at which place, and what stands on them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from django.db.models import Q

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid, NotFound, StaleVersion
from outfitter_tenants.audit.operations import record
from outfitter_tenants.checkout.printouts.slips.paper_fields import FIELDS
from outfitter_tenants.devices import operations
from outfitter_tenants.devices.models import Device, PrintRoute, PrintTemplate
from outfitter_tenants.devices.print_queue.encoders import Target

Kind = Literal["ticket", "label", "receipt", "voucher", "departure"]
Via = Literal["device", "qz", "browser"]
# Devices that take print jobs: a printer's own page or agent, and the register next to one.
PRINTS_ON: Final = frozenset({"printer", "pos"})
_LABELS: Final = frozenset({"label_4x2", "wristband"})
# What has a code and a few lines; a receipt or a list needs a roll.
_ON_LABELS: Final = frozenset({"ticket", "label"})


class PrintRouteNotFound(NotFound):
    """No such print route here."""


@dataclass(frozen=True, slots=True)
class RouteChoice:
    """A route as people set it; `version` None is a new one."""

    kind: Kind
    location_id: int | None
    via: Via
    device_id: int | None
    printer_name: str
    paper: str
    copies: int
    is_drawn: bool
    version: int | None = None


def list_routes() -> list[PrintRoute]:
    """Return where papers come out, by kind and place."""
    rows = PrintRoute.objects.select_related("location", "device")
    return list(rows.order_by("kind", "location__name", "id"))


def find_route(*, kind: str, location_id: int | None) -> PrintRoute | None:
    """Return where papers of a kind come out at a place: its own route, else that of everywhere."""
    rows = PrintRoute.objects.select_related("device").filter(kind=kind)
    here = rows.filter(location_id=location_id).first() if location_id is not None else None
    return here or rows.filter(location__isnull=True).first()


def route_of_device(*, device_id: int) -> PrintRoute | None:
    """Return the route by which tickets come out of a device, if one does."""
    return PrintRoute.objects.filter(device_id=device_id, kind="ticket").order_by("id").first()


def get_route(*, route_id: int) -> PrintRoute:
    """
    Return one route.

    :raises PrintRouteNotFound: there is none
    """
    row = PrintRoute.objects.select_related("device").filter(pk=route_id).first()
    if row is None:
        raise PrintRouteNotFound("Print route not found.")
    return row


def target_of(route: PrintRoute) -> Target:
    """Return what a route's printer takes."""
    return Target(route.paper, is_drawn=route.is_drawn, copies=route.copies)


def save(*, choice: RouteChoice, at: datetime) -> PrintRoute:
    """
    Set where papers of a kind come out at a place.

    :raises Invalid: the location or device is none, the device doesn't print, the paper doesn't fit
    :raises StaleVersion: somebody changed it since `version`, or it is there already
    """
    _check(choice)
    with atomic():
        rows = PrintRoute.objects.select_for_update(of=("self",))
        row = rows.filter(_at(choice.location_id), kind=choice.kind).first()
        if (row.version if row else None) != choice.version:
            raise StaleVersion("Someone changed this in the meantime.", version=row.version if row else None)
        before = _told(row) if row else None
        row = row or PrintRoute(kind=choice.kind, location_id=choice.location_id, version=0)
        row.via, row.device_id, row.printer_name = choice.via, choice.device_id, choice.printer_name
        row.paper, row.copies, row.is_drawn = choice.paper, choice.copies, choice.is_drawn
        row.version += 1
        row.save()
        record(
            entity_type="print_route",
            entity_id=row.pk,
            action="print_route.saved",
            at=at,
            before=before,
            after=_told(row),
        )
    return row


def delete(*, route_id: int, at: datetime) -> None:
    """
    Have papers of a kind come out at a place as everywhere else, or be printed by the browser.

    :raises PrintRouteNotFound: there is none
    """
    with atomic():
        row = PrintRoute.objects.select_for_update(of=("self",)).filter(pk=route_id).first()
        if row is None:
            raise PrintRouteNotFound("Print route not found.")
        before = _told(row)
        row.delete()
        record(
            entity_type="print_route", entity_id=route_id, action="print_route.deleted", at=at, before=before
        )


def list_templates() -> dict[str, PrintTemplate]:
    """Return what stands on papers of every kind: all there is, where nobody chose."""
    found = {row.kind: row for row in PrintTemplate.objects.all()}
    return {
        kind: found.get(kind) or PrintTemplate(kind=kind, fields=list(fields), version=0)
        for kind, fields in FIELDS.items()
    }


def save_template(*, kind: Kind, fields: list[str], footer: str, version: int, at: datetime) -> None:
    """
    Set what stands on papers of a kind.

    :raises Invalid: there is no such field on papers of this kind
    :raises StaleVersion: somebody changed it since `version` (0: nobody has)
    """
    if not set(fields) <= set(FIELDS[kind]):
        raise Invalid({"fields": ["This paper doesn't have one of these fields."]})
    with atomic():
        rows = PrintTemplate.objects.select_for_update()
        row, is_new = rows.get_or_create(kind=kind, defaults={"fields": list(FIELDS[kind]), "version": 0})
        if row.version != version:
            raise StaleVersion("Someone changed this in the meantime.", version=row.version)
        before = None if is_new else {"fields": row.fields, "footer": row.footer}
        row.fields = [field for field in FIELDS[kind] if field in fields]
        row.footer, row.version = footer, row.version + 1
        row.save()
        record(
            entity_type="print_template",
            entity_id=row.pk,
            action="print_template.saved",
            at=at,
            before=before,
            after={"kind": kind, "fields": row.fields, "footer": row.footer},
        )


def _at(location_id: int | None) -> Q:
    return Q(location__isnull=True) if location_id is None else Q(location_id=location_id)


def _check(choice: RouteChoice) -> None:
    operations.check_place(choice.location_id)
    if choice.paper in _LABELS and choice.kind not in _ON_LABELS:
        raise Invalid({"paper": ["This needs a roll: it doesn't fit on a label."]})
    if choice.via != "device":
        if choice.device_id is not None:
            raise Invalid({"device_id": ["Leave this empty, or choose to print through a device."]})
        return
    rows = Device.objects.filter(kind__in=PRINTS_ON, revoked_at__isnull=True)
    if choice.device_id is None or not rows.filter(pk=choice.device_id).exists():
        raise Invalid({"device_id": ["Choose a printer that is in service."]})


def _told(row: PrintRoute) -> dict[str, object]:
    names = ("kind", "location_id", "via", "device_id", "printer_name", "paper", "copies")
    return {name: getattr(row, name) for name in names}
