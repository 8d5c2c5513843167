"""What every new operator starts with: settings, roles and an owner (domain.md 3.1, 4.29)."""

from typing import Final

from outfitter_tenants.people.models import Properties, Role, UserAvatar

SELLING: Final = (
    "trip.view",
    "trip.create",
    "trip.edit",
    "trip.delete",
    "trip.unlock",
    "trip.reserve_unpaid",
    "trip.confirm_review",
    "booking.check_in",
    "booking.comp",
    "booking.reprice",
    "order.rebook",
    "order.cancel",
    "payment.take",
    "payment.refund",
    "payment.edit",
    "payment.hold",
    "offer.apply",
    "giftcard.view",
    "customer.view",
    "customer.edit",
    "customer.cards",
    "reseller.view",
    "crm.send",
    "call.view",
    "manifest.view",
    "experience.view",
    "ticket.print",
)
RUNNING: Final = (
    "tax.toggle",
    "offer.manage",
    "giftcard.manage",
    "timeslot.edit",
    "timeslot.cancel",
    "timeslot.overbook",
    "timeslot.book_past",
    "resource.manage",
    "guide.assign",
    "customer.merge",
    "customer.delete",
    "reseller.manage",
    "invoice.manage",
    "crm.manage",
    "call.listen",
    "report.view",
    "report.finance",
    "import",
    "export",
    "setup.experiences",
    "setup.general",
    "setup.team",
    "setup.plugins",
    "team.manage",
    "audit.view",
)
OWNING: Final = ("setup.bank", "setup.billing", "setup.security", "account.close")
ALL_CODES: Final = (*SELLING, *RUNNING, *OWNING)

ROLES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "owner": ("Owner", ALL_CODES),
    "manager": ("Manager", (*SELLING, *RUNNING)),
    "reservations_agent": ("Reservations agent", SELLING),
    "analyst": (
        "Analyst",
        (
            "manifest.view",
            "trip.view",
            "customer.view",
            "reseller.view",
            "experience.view",
            "report.view",
            "report.finance",
            "export",
            "audit.view",
        ),
    ),
    "guide": ("Guide", ("manifest.view", "trip.view", "booking.check_in", "experience.view")),
    # What of it agents do to sold trips, their reseller has to allow, too (domain.md 3.6).
    "reseller_agent": (
        "Reseller agent",
        (
            "trip.view",
            "trip.create",
            "trip.edit",
            # Guests who pay on arrival; an agreement may ask for the money first (`payment_required`).
            "trip.reserve_unpaid",
            "order.rebook",
            "order.cancel",
            "experience.view",
        ),
    ),
}

# Whose bookings a role's people see, where it is not everybody's (domain.md 3.1).
SCOPES: Final[dict[str, str]] = {"guide": "assigned", "reseller_agent": "reseller"}


def create_defaults(*, currency: str, locale: str, time_zone: str, week_start: int) -> None:
    """Create the settings row and the built-in roles; what is there already stays as it is."""
    Properties.objects.get_or_create(
        pk=1,
        defaults={"currency": currency, "locale": locale, "time_zone": time_zone, "week_start": week_start},
    )
    Role.objects.bulk_create(
        [
            Role(slug=slug, name=name, permissions=list(codes), is_system=True, scope=SCOPES.get(slug, "all"))
            for slug, (name, codes) in ROLES.items()
        ],
        ignore_conflicts=True,
    )


def create_owner(*, user_id: int, name: str, email: str, phone: str | None) -> tuple[int, bool]:
    """Return the id of the owner's avatar, and whether it was made just now."""
    owner = Role.objects.get(slug="owner")
    avatar, is_new = UserAvatar.objects.get_or_create(
        user_id=user_id,
        defaults={"name": name, "email": email, "phone": phone, "kind": "staff", "role": owner},
    )
    return avatar.pk, is_new
