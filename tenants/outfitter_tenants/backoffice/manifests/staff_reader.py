"""In whose language staff read what is printed for them."""

from outfitter.accounts import business_profile
from outfitter.api.principal import Principal
from outfitter.db.tenant_schema import current_schema
from outfitter.pdf.recipient import Recipient
from outfitter_tenants.backoffice.manifests import printout
from outfitter_tenants.people import queries as people
from outfitter_tenants.people.queries.members import find_members


def reader_of(caller: Principal) -> Recipient:
    """Return the reader of a paper that a member of staff prints: their own language, else the operator's."""
    properties = people.get_properties()
    business = business_profile.get_business(schema_name=current_schema())
    mine = find_members(ids=[caller.avatar_id] if caller.avatar_id else [])
    return Recipient(
        printout.WORDS,
        locale=next((row.locale for row in mine if row.locale), properties.locale),
        time_zone=properties.time_zone,
        currency=properties.currency,
        operator=business.name,
        country=business.country,
    )
