"""What a token of an agent, or a program that acts for staff, may be allowed. Pure."""

from typing import Final, Literal

PhoneScope = Literal["read", "create", "payment_link"]
StaffScope = Literal["trips.read", "manifest.read", "check_in"]

# Of voice agents: telling, holding seats, asking for money.
PHONE_SCOPES: Final[tuple[PhoneScope, ...]] = ("read", "create", "payment_link")
# Of programs that act for staff. Each is worth no more than the person's own permissions.
STAFF_SCOPES: Final[tuple[StaffScope, ...]] = ("trips.read", "manifest.read", "check_in")
