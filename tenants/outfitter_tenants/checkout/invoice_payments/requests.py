"""What the calls around paying an invoice by card take; amounts in minor units."""

from typing import Annotated

from pydantic import Field

from outfitter.api.schemas import Id, In, Positive, Version

Sealed = Annotated[str, Field(max_length=80, description="what stands behind /pay/ of an invoice")]


class InvoicePayIn(In):
    """Begin to pay so much of an invoice; `balance` is what its page showed as still to be paid."""

    amount: Positive
    balance: Positive


class InvoicePayConfirmIn(In):
    """Ask what became of a payment that was begun at an invoice's address."""

    intent_id: Id


class InvoiceLinkReplaceIn(In):
    """Give an invoice another address; the old one opens nothing then."""

    version: Version | None = None
