"""
Permission codes in the order people read them, and which of them can do harm.

What each means in words stands in the front end's messages, by code.
"""

from typing import Final

AREAS: Final[dict[str, tuple[str, ...]]] = {
    "day": ("manifest.view", "booking.check_in", "ticket.print", "guide.assign"),
    "trips": (
        "trip.view",
        "trip.create",
        "trip.edit",
        "trip.delete",
        "trip.unlock",
        "trip.reserve_unpaid",
        "trip.confirm_review",
        "order.rebook",
        "order.cancel",
        "booking.comp",
        "booking.reprice",
        "tax.toggle",
    ),
    "money": (
        "payment.take",
        "payment.refund",
        "payment.edit",
        "payment.hold",
        "offer.apply",
        "offer.manage",
        "giftcard.view",
        "giftcard.manage",
        "invoice.manage",
    ),
    "customers": (
        "customer.view",
        "customer.edit",
        "customer.merge",
        "customer.delete",
        "customer.cards",
        "crm.send",
        "crm.manage",
        "call.view",
        "call.listen",
    ),
    "schedule": (
        "experience.view",
        "timeslot.edit",
        "timeslot.cancel",
        "timeslot.overbook",
        "timeslot.book_past",
        "resource.manage",
    ),
    "resellers": ("reseller.view", "reseller.manage"),
    "reports": ("report.view", "report.finance", "audit.view", "import", "export"),
    "setup": ("setup.experiences", "setup.general", "setup.plugins", "setup.team", "team.manage"),
    "owner": ("setup.bank", "setup.billing", "setup.security", "account.close"),
}
OFFERED: Final = frozenset(code for codes in AREAS.values() for code in codes)
# Nobody who sells for a partner has these, whatever their role says: they show or change what is
# everybody's, other partners among them.
NOT_FOR_AGENTS: Final = frozenset(
    {
        "reseller.view",
        "reseller.manage",
        "invoice.manage",
        "audit.view",
        "crm.manage",
        "call.view",
        "call.listen",
        "import",
        "team.manage",
        *AREAS["setup"],
        *AREAS["owner"],
    }
)
# What support never has, whatever its consent: secrets, payments, exports of people's data, security,
# and who belongs to the team.
NOT_FOR_SUPPORT: Final = frozenset(
    {
        "payment.take",
        "payment.refund",
        "payment.edit",
        "payment.hold",
        "customer.cards",
        "customer.delete",
        "customer.merge",
        "giftcard.manage",
        "invoice.manage",
        "reseller.manage",
        "call.listen",
        "import",
        "export",
        "setup.plugins",
        "setup.team",
        "team.manage",
        *AREAS["owner"],
    }
)
# What a PIN opens on a device at a counter: to sell, to take money and give it back, to check guests in.
# Four digits that a queue can look at open nothing else.
AT_COUNTER: Final = frozenset(
    {
        "manifest.view",
        "booking.check_in",
        "ticket.print",
        "trip.view",
        "trip.create",
        "trip.edit",
        "trip.reserve_unpaid",
        "order.rebook",
        "order.cancel",
        "payment.take",
        "payment.refund",
        "offer.apply",
        "giftcard.view",
        "customer.view",
        "customer.edit",
        "experience.view",
        "timeslot.book_past",
    }
)
DANGEROUS: Final = frozenset(
    {
        "trip.delete",
        "payment.refund",
        "payment.edit",
        "booking.comp",
        "booking.reprice",
        "customer.delete",
        "timeslot.cancel",
        "export",
        "import",
        "team.manage",
        "setup.plugins",
        "setup.bank",
        "setup.billing",
        "setup.security",
        "account.close",
    }
)
