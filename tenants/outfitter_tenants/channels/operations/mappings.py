"""Which of our experiences is which of a channel's products, and who is which of its units."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any, Final, cast

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import current_schema
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid, StaleVersion
from outfitter.plugins import contexts, outbox
from outfitter.plugins.channels.catalog_types import Connection, Unit, UnitKind
from outfitter.plugins.channels.errors import UnknownProduct
from outfitter.plugins.channels.own_settings import read_settings
from outfitter_tenants.audit.operations import record
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.channels import adapters
from outfitter_tenants.channels.models import ChannelConnection, ExternalBooking, ProductMapping, UnitMapping
from outfitter_tenants.channels.queries import connections as connected
from outfitter_tenants.channels.queries import mappings, products
from outfitter_tenants.channels.rules.product_options import MappedOption
from outfitter_tenants.channels.rules.settings_validation import checked_settings

# What those who set channels up are told (notifications.words).
REFUSED: Final = "product_refused"


@dataclass(frozen=True, slots=True)
class Draft:
    """
    What staff say of a mapping; `units` are the channel's names -> experience customer types.

    Without units every type is sold that strangers may buy, under the names the channel has.
    `settings` are the plugin's own (`ChannelAdapter.mapping_settings`); None leaves them as they are.
    """

    experience_id: int
    product_ref: str | None = None
    option_ref: str | None = None
    title: str = ""
    start_times: Sequence[time] = ()
    state: str = "draft"
    units: Mapping[str, int] | None = None
    settings: Mapping[str, Any] | None = None


def save(
    *, connection_id: int, mapping_id: int | None, draft: Draft, at: datetime, version: int | None = None
) -> ProductMapping:
    """
    Make a mapping or change one.

    :raises ConnectionNotFound, MappingNotFound, ExperienceNotFound: as named
    :raises StaleVersion: somebody changed it since `version`
    :raises Invalid: names that are taken, units of another experience, settings the channel does not
        take (`settings.field`), or it cannot go live
    """
    with atomic():
        connection = connected.lock_connection(connection_id=connection_id)
        experience = catalog.get_experience(experience_id=draft.experience_id)
        row = _row(connection, mapping_id, at)
        if version is not None and version != row.version:
            raise StaleVersion("Someone changed this in the meantime.", version=row.version)
        before = facts_of(row) if row.pk else {}
        row.experience_id = experience.id
        row.product_ref = draft.product_ref or row.product_ref or str(experience.id)
        row.option_ref = draft.option_ref or row.option_ref or "DEFAULT"
        row.title, row.start_times = draft.title, sorted(set(draft.start_times))
        row.settings, row.state, row.changed_at = _settings(row, draft.settings), draft.state, at
        _require_free(row)
        if row.pk:
            row.version += 1
        row.save()
        _set_units(connection, row, experience, draft.units)
        one = mappings.get_mapped(mapping_id=row.pk)
        if draft.state == "live" and (found := problems_of(connection, one, at=at)):
            raise Invalid({"state": [problem["message"] for problem in found]})
        after = facts_of(row)
        if before != after:
            record(
                entity_type="channel",
                entity_id=connection.pk,
                action="channel_mapping.saved",
                at=at,
                before=before,
                after=after,
            )
    return row


def _row(connection: ChannelConnection, mapping_id: int | None, at: datetime) -> ProductMapping:
    if mapping_id is None:
        adapter = adapters.all_adapters().get(connection.channel)
        return ProductMapping(
            connection=connection,
            created_at=at,
            changed_at=at,
            option_ref="",
            is_push_refused=adapter is not None and adapter.is_told_on_request,
        )
    row = mappings.lock_mapping(mapping_id=mapping_id)
    if row.connection_id != connection.pk:
        raise mappings.MappingNotFound("Mapping not found.")
    return row


def _settings(row: ProductMapping, wanted: Mapping[str, object] | None) -> dict[str, object]:
    adapter = adapters.all_adapters().get(row.connection.channel)
    if wanted is None or adapter is None:
        kept: dict[str, object] = row.settings
        return kept
    return checked_settings(adapter.mapping_settings, wanted, part="settings")


def settings_of(row: ProductMapping) -> dict[str, object]:
    """Return the plugin's own settings of a mapping, as its form shows them."""
    adapter = adapters.all_adapters().get(row.connection.channel)
    if adapter is None or adapter.mapping_settings is None:
        return {}
    return read_settings(adapter.mapping_settings, row.settings).model_dump(mode="json")


def _require_free(row: ProductMapping) -> None:
    same = ProductMapping.objects.filter(
        connection_id=row.connection_id, product_ref=row.product_ref, option_ref=row.option_ref
    )
    if same.exclude(pk=row.pk or 0).exists():
        raise Invalid({"option_ref": ["Another mapping has this product and option."]})


def _set_units(
    connection: ChannelConnection,
    row: ProductMapping,
    experience: catalog.ExperienceRow,
    wanted: Mapping[str, int] | None,
) -> None:
    kinds = {kind.id: kind for kind in experience.online_types}
    units = dict(wanted) if wanted is not None else _suggested(connection.channel, experience)
    if strange := [name for name, kind in units.items() if kind not in kinds]:
        raise Invalid({"units": [f"{strange[0]} is of another experience."]})
    if len(set(units.values())) < len(units):
        raise Invalid({"units": ["One guest type has two names."]})
    row.units.all().delete()
    UnitMapping.objects.bulk_create(
        UnitMapping(mapping=row, experience_customer_type_id=kind, unit_ref=name)
        for name, kind in units.items()
    )


def _suggested(channel: str, experience: catalog.ExperienceRow) -> dict[str, int]:
    """Return the channel's names of the tickets of an experience; a name is given once."""
    adapter = adapters.all_adapters().get(channel)
    found: dict[str, int] = {}
    for kind in experience.online_types:
        name: str | None = str(kind.id)
        if adapter is not None and adapter.suggest_unit is not None:
            unit = Unit(
                "",
                kind.id,
                kind.name,
                cast("UnitKind", kind.kind),
                kind.pax_of(1),
                kind.pax_per_booking,
                kind.min_age,
                kind.max_age,
            )
            name = adapter.suggest_unit(unit)
        if name is not None:
            found.setdefault(name, kind.id)
    return found


def delete(*, mapping_id: int, at: datetime) -> None:
    """
    Take a mapping away; one that has sold something is paused instead, for its bookings.

    :raises MappingNotFound: there is none
    """
    with atomic():
        row = mappings.lock_mapping(mapping_id=mapping_id)
        before, connection_id = facts_of(row), row.connection_id
        if ExternalBooking.objects.filter(mapping_id=row.pk).exists():
            row.state, row.changed_at = "paused", at
            row.version += 1
            row.save()
        else:
            row.delete()
        record(
            entity_type="channel",
            entity_id=connection_id,
            action="channel_mapping.deleted",
            at=at,
            before=before,
        )


def create_mappings(*, connection: ChannelConnection, at: datetime) -> int:
    """
    Map every live experience that has no mapping yet, in the caller's transaction.

    For channels that are open to all: the product is the experience, its option the default one.
    """
    have = set(ProductMapping.objects.filter(connection=connection).values_list("experience_id", flat=True))
    made = 0
    for experience in catalog.list_live():
        if experience.id in have or not experience.online_types:
            continue
        row = ProductMapping.objects.create(
            connection=connection,
            experience_id=experience.id,
            product_ref=str(experience.id),
            state="live",
            created_at=at,
            changed_at=at,
        )
        _set_units(connection, row, experience, None)
        made += 1
    if made:
        record(
            entity_type="channel",
            entity_id=connection.pk,
            action="channel_mapping.saved",
            at=at,
            after={"mapped": made},
        )
    return made


def follow_types(*, experience_id: int) -> None:
    """Give mappings of open channels the tickets that an experience has come to sell."""
    rows = ProductMapping.objects.filter(
        experience_id=experience_id, connection__is_open_to_all=True, connection__archived_at__isnull=True
    )
    experience = catalog.find_experience(experience_id=experience_id)
    if experience is None:
        return
    for row in rows.select_related("connection").prefetch_related("units"):
        have = {unit.experience_customer_type_id for unit in row.units.all()}
        names = {unit.unit_ref for unit in row.units.all()}
        UnitMapping.objects.bulk_create(
            UnitMapping(mapping=row, experience_customer_type_id=kind, unit_ref=name)
            for name, kind in _suggested(row.connection.channel, experience).items()
            if kind not in have and name not in names
        )


def problems_of(connection: ChannelConnection, one: MappedOption, *, at: datetime) -> list[dict[str, str]]:
    """Return what is wrong with a mapping before it goes live: code, words, product."""
    about = f"{one.product_ref} {one.option_ref}"
    if not one.units:
        return [_problem("no_units", "No guest type is mapped.", about)]
    try:
        product = products.product_of(options=[one], reseller_id=connection.reseller_id, locale=None, at=at)
    except UnknownProduct:
        return [_problem("not_on_sale", "The experience is not on sale for this partner.", about)]
    found = []
    if not product.options[0].units:
        found.append(_problem("no_units", "No mapped guest type is on sale.", about))
    adapter = adapters.all_adapters().get(connection.channel)
    if adapter is not None and adapter.check is not None:
        ctx = contexts.context_for(schema_name=current_schema(), slug=connection.channel)
        words = adapter.check(ctx, connected.serialize_connection(connection), product)
        found += [_problem("channel_says", text, about) for text in words]
    return found


def _problem(code: str, message: str, about: str) -> dict[str, str]:
    return {"code": code, "message": message, "about": about}


def facts_of(row: ProductMapping) -> dict[str, Any]:
    """Return a mapping as the log has it."""
    units = row.units.order_by("unit_ref").values_list("unit_ref", "experience_customer_type_id")
    return {
        "mapping_id": row.pk,
        "experience_id": row.experience_id,
        "product_ref": row.product_ref,
        "option_ref": row.option_ref,
        "title": row.title,
        "state": row.state,
        "start_times": [one.isoformat() for one in row.start_times],
        "units": dict(units),
        "settings": dict(row.settings),
    }


def stop_selling(connection: Connection, *, product_id: str, why: str) -> None:
    """
    Note that the channel has taken a product off sale, and tell who sets channels up.

    :raises UnknownProduct: this connection does not sell it
    """
    at = utc_now()
    with atomic():
        rows = ProductMapping.objects.select_for_update(of=("self",)).filter(
            connection_id=connection.id, product_ref=product_id
        )
        found = list(rows)
        if not found:
            raise UnknownProduct(product_id)
        for row in found:
            refuse(row, why, at)


def refuse(row: ProductMapping, why: str, at: datetime) -> None:
    """Write on a locked mapping that the channel does not want it, and tell of it."""
    before, row.state = row.state, "refused"
    row.why, row.is_push_refused, row.changed_at = why[:2000], True, at
    row.version += 1
    row.save()
    record(
        entity_type="channel",
        entity_id=row.connection_id,
        action="channel_mapping.refused",
        at=at,
        before={"state": before},
        reason=row.why[:500],
        after={"mapping_id": row.pk, "product_ref": row.product_ref, "state": "refused"},
    )
    tell_people(row, at)


def tell_people(row: ProductMapping, at: datetime) -> None:
    """Tell those who set channels up that one does not want a product, once a day."""
    channel = row.connection.channel
    outbox.publish(
        outbox.PLUGIN_FAILING, at=at, slug=channel, title=adapters.title_of(channel), reason=REFUSED
    )
