"""Reads of the operator's settings and people."""

from outfitter_tenants.people.queries.avatars import (
    AvatarRow,
    find_avatar,
    get_avatar,
    list_agents,
    list_avatars,
    list_guides,
)
from outfitter_tenants.people.queries.brands import Brand, brands_of
from outfitter_tenants.people.queries.invitations import (
    InvitationNotFound,
    InvitationRow,
    find_invitation,
    invitation_hash,
    invitation_token,
)
from outfitter_tenants.people.queries.members import (
    MemberNotFound,
    MemberRow,
    find_members,
    get_member,
    list_creditable,
    list_members,
    list_possible_guides,
    list_tippable,
)
from outfitter_tenants.people.queries.properties import (
    PROPERTIES,
    PaymentSettings,
    PropertiesRow,
    get_all_properties,
    get_payment_settings,
    get_properties,
    get_tip_mode,
    properties_of,
)
from outfitter_tenants.people.queries.roles import (
    RoleNotFound,
    RoleRow,
    get_full_role,
    list_full_roles,
    list_roles,
    power_of_avatar,
)

__all__ = [
    "PROPERTIES",
    "AvatarRow",
    "Brand",
    "InvitationNotFound",
    "InvitationRow",
    "MemberNotFound",
    "MemberRow",
    "PaymentSettings",
    "PropertiesRow",
    "RoleNotFound",
    "RoleRow",
    "brands_of",
    "find_avatar",
    "find_invitation",
    "find_members",
    "get_all_properties",
    "get_avatar",
    "get_full_role",
    "get_member",
    "get_payment_settings",
    "get_properties",
    "get_tip_mode",
    "invitation_hash",
    "invitation_token",
    "list_agents",
    "list_avatars",
    "list_creditable",
    "list_full_roles",
    "list_guides",
    "list_members",
    "list_possible_guides",
    "list_roles",
    "list_tippable",
    "power_of_avatar",
    "properties_of",
]
