"""What of ours is what of a channel's."""

from collections.abc import Collection, Mapping

from outfitter.db.configuration import configuration_read
from outfitter.kit.errors import NotFound
from outfitter.plugins.channels.errors import UnknownOption, UnknownProduct
from outfitter_tenants.channels.models import ProductMapping
from outfitter_tenants.channels.rules.product_options import MappedOption


class MappingNotFound(NotFound):
    """No such mapping here."""


def sold_by(*, connection_id: int, product_ref: str | None = None) -> list[MappedOption]:
    """Return the live mappings of a connection, in the order they were made."""
    found = _of_connection(connection_id=connection_id).values()
    return [one for one in found if one.state == "live" and product_ref in {None, one.product_ref}]


def options_of(*, connection_id: int, product_ref: str) -> list[MappedOption]:
    """
    Return the options of one product.

    :raises UnknownProduct: the connection does not sell it
    """
    found = sold_by(connection_id=connection_id, product_ref=product_ref)
    if not found:
        raise UnknownProduct(product_ref)
    return found


def option_of(*, connection_id: int, product_ref: str, option_ref: str | None) -> MappedOption:
    """
    Return one option; without a name the only one, or the first.

    :raises UnknownProduct: the connection does not sell the product
    :raises UnknownOption: the product has no such option
    """
    found = options_of(connection_id=connection_id, product_ref=product_ref)
    if option_ref is None:
        return found[0]
    one = next((one for one in found if one.option_ref == option_ref), None)
    if one is None:
        raise UnknownOption(option_ref)
    return one


def mapped(row: ProductMapping) -> MappedOption:
    """Return a mapping with its units."""
    return MappedOption(
        id=row.pk,
        connection_id=row.connection_id,
        experience_id=row.experience_id,
        product_ref=row.product_ref,
        option_ref=row.option_ref,
        title=row.title,
        start_times=tuple(row.start_times),
        state=row.state,
        settings=row.settings,
        units={unit.unit_ref: unit.experience_customer_type_id for unit in row.units.all()},
        is_push_refused=row.is_push_refused,
    )


def get_mapped(*, mapping_id: int) -> MappedOption:
    """
    Return one mapping, whatever its state.

    :raises MappingNotFound: there is none
    """
    row = ProductMapping.objects.filter(pk=mapping_id).prefetch_related("units").first()
    if row is None:
        raise MappingNotFound("Mapping not found.")
    return mapped(row)


def get_row(*, mapping_id: int) -> ProductMapping:
    """
    Return one mapping as screens show it.

    :raises MappingNotFound: there is none
    """
    rows = ProductMapping.objects.select_related("connection").prefetch_related("units")
    row = rows.filter(pk=mapping_id).first()
    if row is None:
        raise MappingNotFound("Mapping not found.")
    return row


def lock_mapping(*, mapping_id: int) -> ProductMapping:
    """
    Lock one mapping for a change.

    :raises MappingNotFound: there is none
    """
    rows = ProductMapping.objects.select_for_update(of=("self",))
    row = rows.select_related("connection").filter(pk=mapping_id).first()
    if row is None:
        raise MappingNotFound("Mapping not found.")
    return row


def list_mappings(
    *, connection_id: int | None = None, experience_id: int | None = None, channel: str | None = None
) -> list[ProductMapping]:
    """Return mappings of living connections, in the order they were made."""
    rows = ProductMapping.objects.filter(connection__archived_at__isnull=True)
    if connection_id is not None:
        rows = rows.filter(connection_id=connection_id)
    if experience_id is not None:
        rows = rows.filter(experience_id=experience_id)
    if channel is not None:
        rows = rows.filter(connection__channel=channel)
    rows = rows.select_related("connection").prefetch_related("units")
    return list(rows.order_by("connection_id", "pk"))


def mappings_of(*, connection_ids: Collection[int]) -> dict[int, MappedOption]:
    """Return the mappings of connections by id, whatever their state."""
    found: dict[int, MappedOption] = {}
    for connection_id in connection_ids:
        found |= _of_connection(connection_id=connection_id)
    return found


@configuration_read
def _of_connection(*, connection_id: int) -> Mapping[int, MappedOption]:
    """Return all of a connection's: one read, whatever its channel asks for."""
    rows = ProductMapping.objects.filter(connection_id=connection_id).prefetch_related("units")
    return {row.pk: mapped(row) for row in rows.order_by("pk")}
