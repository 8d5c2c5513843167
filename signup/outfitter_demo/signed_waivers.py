"""The waiver of the demonstration's kayak tour: who signed it, who still has to, and who nobody knows yet."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from outfitter.kit.person_names import full_name
from outfitter_demo.experiences import PLANS
from outfitter_tenants.catalog.models import Experience, ExperienceCustomerType
from outfitter_tenants.checkout.sale_terms.waiver_requirements import recount
from outfitter_tenants.trips.models import Booking
from outfitter_tenants.waivers import operations as waivers
from outfitter_tenants.waivers.types import Circumstances, Minor, Signer, SignRequest, TemplateValues

_DAY: Final = timedelta(days=1)
_WRITTEN: Final = 120 * _DAY
# Ticket -> how old whoever travels on it is, of those for whom a parent signs.
_AGES: Final = {"youth": 14, "child": 8, "infant": 2}
_ENGLISH: Final = (
    "<h2>Sea kayaking in cold water</h2>"
    "<p>The water of Frenchman Bay is cold all year, and wind and tides change quickly. Paddling "
    "there can lead to injury, hypothermia, and in the worst case death.</p>"
    "<ul><li>I wear my life jacket at all times.</li><li>I follow what the guide says.</li>"
    "<li>I tell the guide if I feel unwell.</li></ul>"
    "<p>I know these risks, take part of my own free will, and do not hold Harbor &amp; Pine liable "
    "for them, except for gross negligence.</p>"
)
_SPANISH: Final = (
    "<h2>Kayak de mar en agua fría</h2>"
    "<p>El agua de Frenchman Bay es fría todo el año, y el viento y las mareas cambian rápido. "
    "Remar allí puede causar lesiones, hipotermia y, en el peor de los casos, la muerte.</p>"
    "<ul><li>Llevo puesto el chaleco salvavidas en todo momento.</li>"
    "<li>Sigo las indicaciones del guía.</li><li>Aviso al guía si me siento mal.</li></ul>"
    "<p>Conozco estos riesgos, participo por voluntad propia y no hago responsable a Harbor &amp; Pine "
    "de ellos, salvo en caso de negligencia grave.</p>"
)
_TEMPLATE: Final[TemplateValues] = {
    "name": "Kayaking in cold water",
    "kind": "any",
    "locale": "en",
    "requires": ["initials"],
    "valid_days": 365,
    "is_reusable": True,
    "is_active": True,
    "texts": [{"locale": "en", "body_html": _ENGLISH}, {"locale": "es", "body_html": _SPANISH}],
    "questions": [
        {
            "id": "swim",
            "kind": "yes_no",
            "is_required": True,
            "labels": {
                "en": "Can everyone you sign for swim?",
                "es": "¿Saben nadar todas las personas por quienes firma?",
            },
            "options": [],
        },
        {
            "id": "health",
            "kind": "text",
            "is_required": False,
            "labels": {
                "en": "Anything about your health our guides should know?",
                "es": "¿Algo sobre su salud que deban saber nuestros guías?",
            },
            "options": [],
        },
    ],
}
# Who signed on the tablet at the dock today, under names that no trip has.
_WALKED_UP: Final = (("Priya", "Natarajan"), ("Jonas", "Lindqvist"))


def sign_waivers(*, today: date, at: datetime) -> int:
    """Have the kayak tour's tickets ask for a waiver and many of its guests sign; returns how many did."""
    experience = Experience.objects.get(name=PLANS[0].name)
    template = waivers.save_template(values=_TEMPLATE, template_id=None, version=None, at=at - _WRITTEN)
    tickets = ExperienceCustomerType.objects.filter(experience=experience)
    tickets.filter(customer_type__slug__in=_AGES).update(requires_waiver="minor")
    tickets.exclude(customer_type__slug__in=_AGES).update(requires_waiver="adult")
    waivers.set_experience_waivers(experience_id=experience.pk, template_ids=[template], at=at - _WRITTEN)
    signed_cnt = 0
    parties = _parties(experience, today)
    for place, party in enumerate(parties):
        # Two of three have signed, the third still has to.
        if place % 3 < 2:
            signed_cnt += _sign_party(template, party, at - (place % 20) * timedelta(minutes=40))
        recount(party, experience_id=experience.pk)
    for place, (first, last) in enumerate(_WALKED_UP):
        _sign(template, Signer(first, last), [], today, at - (place + 1) * timedelta(minutes=25), None)
    return signed_cnt


def _parties(experience: Experience, today: date) -> list[list[Booking]]:
    """Return the guests of every order that is still to come, the first departure first."""
    rows = Booking.objects.select_related(
        "trip_order__timeslot", "trip_order__trip", "experience_customer_type__customer_type"
    ).filter(
        trip_order__experience=experience,
        trip_order__status="active",
        trip_order__timeslot__date__gte=today,
        trip_order__trip__status="reserved",
        cancelled_at__isnull=True,
    )
    found: dict[int, list[Booking]] = {}
    for row in rows.order_by("trip_order__timeslot__start_at", "trip_order_id", "position"):
        found.setdefault(row.trip_order_id, []).append(row)
    return list(found.values())


def _sign_party(template: int, party: Sequence[Booking], at: datetime) -> int:
    """Have whoever booked sign, and for the children whose names are known; returns for how many."""
    lead = party[0]
    slot: Any = lead.trip_order.timeslot
    children = [one for one in party[1:] if one.guest_first_name and _age(one) is not None]
    minors = [Minor(one.guest_first_name, one.guest_last_name, _born(one, slot.date)) for one in children]
    signer = Signer(
        lead.guest_first_name,
        lead.guest_last_name,
        email=lead.guest_email,
        relation="parent" if minors else "self",
    )
    signature: Any = _sign(template, signer, minors, slot.date, at, lead.trip_order.trip_id)
    for guest, waiver in zip([lead, *children], signature.all_waivers, strict=True):
        waivers.assign(booking_id=guest.pk, waiver=waiver, by=None, at=at)
    return 1 + len(children)


def _age(guest: Booking) -> int | None:
    return _AGES.get(guest.experience_customer_type.customer_type.slug)


def _born(guest: Booking, day: date) -> date:
    """Return a birthday in June that makes the guest as old as their ticket says, near enough."""
    return date(day.year - (_age(guest) or 0) - 1, 6, 15)


def _sign(
    template: int, signer: Signer, minors: Sequence[Minor], day: date, at: datetime, trip_id: int | None
) -> Any:
    request = SignRequest(
        template_id=template,
        template_version=1,
        locale="en",
        signer=signer,
        consent_at=at,
        minors=minors,
        answers={"swim": True},
        initials=f"{signer.first_name[:1]}{signer.last_name[:1]}",
        typed_name=full_name(signer.first_name, signer.last_name),
    )
    return waivers.sign(request, Circumstances(at=at, day=day, trip_id=trip_id))
