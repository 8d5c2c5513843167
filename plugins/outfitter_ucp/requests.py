"""What platforms send, in the protocol's shape; what we don't know is passed over, as it demands."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, EmailStr, Field, StringConstraints

from outfitter.sdk.carts import Contact, Ticket

_LINE: Final = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"
# "<departure>.<ticket>": `identifier` of the Event and `sku` of the Offer on the public page.
_ITEM: Final = r"^[1-9][0-9]{0,17}\.[1-9][0-9]{0,17}$"
Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80, pattern=_LINE)]


class _Part(BaseModel):
    # The protocol grows by members that older businesses do not know.
    model_config = ConfigDict(extra="ignore")


class Item(_Part):
    """What is sold."""

    id: Annotated[str, StringConstraints(pattern=_ITEM)]


class LineItem(_Part):
    """So many of something."""

    item: Item
    quantity: Annotated[int, Field(ge=1, le=50)]


class Buyer(_Part):
    """Whose booking it is; all of it may come later."""

    first_name: Name = ""
    last_name: Name = ""
    email: EmailStr | None = None
    phone_number: Annotated[str, StringConstraints(max_length=30, pattern=_LINE)] | None = None


class Session(_Part):
    """A checkout session as a platform wants it: whole, also when it is changed."""

    line_items: Annotated[list[LineItem], Field(min_length=1, max_length=30)]
    buyer: Buyer | None = None


def tickets_of(session: Session) -> list[Ticket]:
    """Return the tickets of a session."""
    return [
        Ticket(int(departure), int(ticket), line.quantity)
        for line in session.line_items
        for departure, _, ticket in [line.item.id.partition(".")]
    ]


def contact_of(session: Session) -> Contact | None:
    """Return whose session it is; None as long as there is no name."""
    buyer = session.buyer
    if buyer is None or not (buyer.first_name or buyer.last_name):
        return None
    return Contact(buyer.first_name, buyer.last_name, buyer.email, buyer.phone_number, None)
