"""Experiences: made, changed, sold, retired."""

from datetime import timedelta
from typing import Any

import pytest

from outfitter.kit.errors import Invalid, StaleVersion
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.models import Category, Experience, ExperienceCustomerType
from outfitter_tenants.catalog.operations import CustomerTypeDraft, IllegalStatus
from outfitter_tenants.catalog.queries import CategoryNotFound, ExperienceNotFound
from outfitter_tenants.scheduling import operations
from outfitter_tenants.scheduling.models import ExperienceDate, Timeslot
from outfitter_tenants.scheduling.operations.experiences import SoldAlready
from tests.support.catalog import make_customer_type, make_experience, price_ids
from tests.support.departures import NOW, TOMORROW, make_hold, make_rule, make_timeslot
from tests.support.resources import make_blackout

pytestmark = pytest.mark.usefixtures("reef")


def ticket(slug: str = "adult", base_price: int = 4900, **given: Any) -> CustomerTypeDraft:
    kind = make_customer_type(slug=slug)
    return CustomerTypeDraft(customer_type_id=kind.pk, base_price=base_price, **given)


def save(experience_id: int | None = None, *tickets: CustomerTypeDraft, **values: Any) -> int:
    version = values.pop("version", None)
    return operations.save_experience(
        values=values,
        experience_id=experience_id,
        version=version,  # type: ignore[arg-type]
        customer_types=tickets or None,
        at=NOW,
    )


def test_an_experience_is_made() -> None:
    shelf = Category.objects.create(name="Water", slug="water")
    made = save(
        None,
        ticket(),
        ticket("child", 2900, min_age=3, max_age=12),
        name="Réef Tour!",
        status="live",
        duration_minutes=120,
        category_ids=[shelf.pk],
        description_html="<p>Hi<script>alert(1)</script></p>",
    )
    row = queries.get_experience(experience_id=made)
    assert (row.slug, row.status, row.version, row.category_ids) == ("reef-tour", "live", 1, (shelf.pk,))
    assert row.description_html == "<p>Hi</p>"
    assert [(k.name, k.base_price, k.position) for k in row.customer_types] == [
        ("Adult", 4900, 0),
        ("Child", 2900, 1),
    ]
    assert queries.get_experience(experience_id=save(None, name="Reef tour")).slug == "reef-tour-2"
    assert AuditLog.objects.filter(action="experience.created").count() == 2


def test_only_what_is_named_changes_and_the_log_says_what() -> None:
    made = save(None, ticket(), name="Reef", duration_minutes=90, meeting_point="Pier 4")
    save(made, name="Reef", duration_minutes=120)
    row = queries.get_experience(experience_id=made)
    assert (row.duration_minutes, row.meeting_point, row.version) == (120, "Pier 4", 2)
    log = AuditLog.objects.get(action="experience.changed")
    assert (log.before, log.after) == ({"duration_minutes": 90}, {"duration_minutes": 120})
    save(made, name="Reef")
    assert queries.get_experience(experience_id=made).version == 2
    assert AuditLog.objects.filter(action="experience.changed").count() == 1


def test_tickets_are_changed_added_and_archived() -> None:
    made = save(None, ticket(), ticket("child"), name="Reef")
    adult, child = queries.experience_customer_types(experience_id=made)
    save(
        made,
        CustomerTypeDraft(
            id=adult.id, customer_type_id=adult.customer_type_id, base_price=5500, is_public=False
        ),
        ticket("senior", 4000),
        name="Reef",
    )
    kinds = queries.experience_customer_types(experience_id=made)
    assert [(k.customer_type_slug, k.base_price) for k in kinds] == [("adult", 5500), ("senior", 4000)]
    assert kinds[0].id == adult.id
    online = queries.experience_customer_types(experience_id=made, audience="online")
    assert [k.customer_type_slug for k in online] == ["senior"]
    assert ExperienceCustomerType.objects.get(pk=child.id).archived_at == NOW


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": "  "}, "name"),
        ({"location_id": 99}, "location_id"),
        ({"category_ids": [99]}, "category_ids"),
        ({"capacity_type": "seats"}, "capacity_type"),
        ({"capacity_type": "experience_date"}, "default_capacity"),
        ({"min_pax": 5, "max_pax": 2}, "max_pax"),
        ({"status": "live"}, "customerTypes"),
    ],
)
def test_fields_that_break_a_rule(values: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refused:
        save(None, **{"name": "Reef", **values})
    assert list(refused.value.detail["fields"]) == [field]  # type: ignore[call-overload]
    assert not Experience.objects.exists()


def test_tickets_that_break_a_rule() -> None:
    adult = make_customer_type()
    other = make_experience()
    wrong: list[tuple[list[CustomerTypeDraft], str]] = [
        ([ticket(), ticket()], "customerTypes.1.label"),
        ([ticket(min_qty=3, max_qty=2)], "customerTypes.0.max_qty"),
        ([ticket(min_age=9, max_age=3)], "customerTypes.0.max_age"),
        ([CustomerTypeDraft(customer_type_id=999, base_price=1)], "customerTypes"),
        (
            [CustomerTypeDraft(customer_type_id=adult.pk, base_price=1, id=price_ids(other)[0])],
            "customerTypes",
        ),
    ]
    for tickets, field in wrong:
        with pytest.raises(Invalid) as refused:
            save(None, *tickets, name="Reef")
        assert list(refused.value.detail["fields"]) == [field]  # type: ignore[call-overload]
    made = save(None, ticket(label="Early"), ticket(label="Late"), name="Two labels")
    mine = queries.experience_customer_types(experience_id=made)[0]
    child = make_customer_type(slug="child")
    with pytest.raises(Invalid):
        save(made, CustomerTypeDraft(customer_type_id=child.pk, base_price=1, id=mine.id), name="x")


@pytest.mark.parametrize(
    ("before", "after", "is_allowed"),
    [
        ("draft", "live", True),
        ("draft", "hidden", True),
        ("live", "hidden", True),
        ("hidden", "live", True),
        ("live", "archived", True),
        ("live", "draft", False),
        ("archived", "live", False),
    ],
)
def test_the_states_of_an_experience(before: str, after: str, is_allowed: bool) -> None:
    experience = make_experience(status=before)
    if is_allowed:
        save(experience.pk, name="Reef", status=after)
        assert queries.get_experience(experience_id=experience.pk).status == after
        return
    with pytest.raises(IllegalStatus):
        save(experience.pk, name="Reef", status=after)


def test_who_sees_what() -> None:
    rows = {status: make_experience(status=status) for status in ("draft", "live", "hidden")}
    assert [row.id for row in queries.list_live()] == [rows["live"].pk]
    assert len(queries.list_all()) == 3
    for status in ("live", "hidden"):
        queries.get_experience(experience_id=rows[status].pk, is_public=True)
    for unseen in (rows["draft"].pk, 999_999):
        with pytest.raises(ExperienceNotFound):
            queries.get_experience(experience_id=unseen, is_public=True)
    Category.objects.create(name="Inner", slug="inner", is_public=False)
    assert queries.get_category(category="inner", is_public=False).name == "Inner"
    assert queries.list_categories(is_public=True) == []
    with pytest.raises(CategoryNotFound):
        queries.get_category(category="inner", is_public=True)


def test_free_tickets_beside_paid_ones_are_not_the_from_price() -> None:
    def excluded(experience_id: int) -> list[bool]:
        kinds = queries.experience_customer_types(experience_id=experience_id)
        return [kind.is_exclude_from_min_price for kind in kinds]

    made = save(None, ticket(), ticket("infant", 0), name="Reef", duration_minutes=60)
    assert excluded(made) == [False, True]
    make_rule(experience=Experience.objects.get(pk=made), date_to=TOMORROW, capacity=5)
    assert Timeslot.objects.get().min_price == 4900
    infant = queries.experience_customer_types(experience_id=made)[1]
    paid = CustomerTypeDraft(infant.customer_type_id, 500, id=infant.id)
    assert excluded(save(made, paid, name="Reef")) == [False]
    assert excluded(save(None, ticket("adult", 0), name="Free walk")) == [False]
    chosen = ticket("infant", 0, is_exclude_from_min_price=False)
    assert excluded(save(None, ticket(), chosen, name="From nothing")) == [False, False]


def test_two_who_save_at_once() -> None:
    experience = make_experience()
    save(experience.pk, name="A", version=1)
    with pytest.raises(StaleVersion):
        save(experience.pk, name="B", version=1)
    with pytest.raises(ExperienceNotFound):
        save(999_999, name="C")


def test_prices_and_cut_offs_reach_the_timeslots() -> None:
    experience = make_experience()
    adult, child = price_ids(experience)
    make_rule(experience=experience, date_to=TOMORROW)
    make_rule(
        experience=experience,
        date_from=TOMORROW + timedelta(days=1),
        date_to=TOMORROW + timedelta(days=1),
        price_override={str(child): 1000},
    )
    own = make_timeslot(experience=experience, price_override={str(child): 700})
    past = make_timeslot(experience=experience, start_at=NOW - timedelta(hours=2))
    kinds = {k.id: k for k in queries.experience_customer_types(experience_id=experience.pk)}
    save(
        experience.pk,
        CustomerTypeDraft(id=adult, customer_type_id=kinds[adult].customer_type_id, base_price=900),
        CustomerTypeDraft(id=child, customer_type_id=kinds[child].customer_type_id, base_price=2500),
        name="Reef",
        cutoff_minutes_online=120,
        cutoff_minutes_direct=-30,
    )
    prices = Timeslot.objects.filter(experience=experience).order_by("start_at", "id")
    assert list(prices.values_list("min_price", flat=True)) == [2900, 900, 700, 900]
    own.refresh_from_db()
    assert own.start_at - own.cutoff_at_online == timedelta(minutes=120)
    assert own.cutoff_at_direct - own.start_at == timedelta(minutes=30)
    past.refresh_from_db()
    assert past.start_at - past.cutoff_at_online == timedelta(minutes=60)


def test_another_duration_reaches_what_nobody_has_bought() -> None:
    experience = make_experience(duration_minutes=60)
    make_rule(experience=experience)
    make_rule(experience=experience, times=(NOW.time(),), duration_minutes=45, date_to=TOMORROW)
    slots = list(Timeslot.objects.filter(experience=experience).order_by("start_at"))
    make_hold(timeslot=slots[0], qty=2)
    make_blackout(experience=experience, begin=slots[3].end_at, end=slots[3].end_at + timedelta(hours=1))
    save(experience.pk, name="Reef", duration_minutes=90)
    rows = Timeslot.objects.filter(experience=experience).order_by("start_at")
    lengths = [(row.end_at - row.start_at) // timedelta(minutes=1) for row in rows]
    assert lengths == [60, 45, 90, 90, 90, 90, 90, 90]
    assert [row.is_blacked_out for row in rows].index(True) == 3


def test_the_default_capacity_reaches_what_had_it_and_is_not_fuller() -> None:
    experience = make_experience(default_capacity=10)
    make_rule(experience=experience)
    make_rule(experience=experience, times=(NOW.time(),), capacity=4, date_to=TOMORROW)
    first = Timeslot.objects.filter(experience=experience).order_by("start_at")[0]
    make_hold(timeslot=first, qty=9)
    save(experience.pk, name="Reef", default_capacity=8)
    found = Timeslot.objects.filter(experience=experience).order_by("start_at")
    assert list(found.values_list("capacity", flat=True)) == [10, 4, 8, 8, 8, 8, 8, 8]


def test_seats_are_counted_in_another_way_only_while_nobody_is_booked() -> None:
    experience = make_experience(default_capacity=10)
    make_rule(experience=experience, times=(NOW.time(),))
    save(experience.pk, name="Reef", capacity_type="experience_date")
    assert set(Timeslot.objects.values_list("capacity", "is_day_limited")) == {(None, True)}
    assert set(ExperienceDate.objects.values_list("capacity", flat=True)) == {10}
    save(experience.pk, name="Reef", default_capacity=6)
    assert set(ExperienceDate.objects.values_list("capacity", flat=True)) == {6}
    save(experience.pk, name="Reef", capacity_type="timeslot")
    assert set(Timeslot.objects.values_list("capacity", "is_day_limited")) == {(6, False)}
    hold = make_hold(timeslot=Timeslot.objects.order_by("start_at")[0])
    for values in ({"capacity_type": "unlimited"}, {"status": "archived"}):
        with pytest.raises(SoldAlready):
            save(experience.pk, name="Reef", **values)
    operations.release_hold(hold_id=hold.id, at=NOW)
    save(experience.pk, name="Reef", capacity_type="unlimited")
    assert set(Timeslot.objects.values_list("capacity", flat=True)) == {None}


def test_listing_takes_a_fixed_number_of_queries(django_assert_num_queries: Any) -> None:
    for number in range(5):
        make_experience(name=f"Tour {number}")
    with django_assert_num_queries(3):
        assert len(queries.list_live()) == 5
