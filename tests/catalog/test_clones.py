"""A copy of an experience, with whatever belongs to it."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter.settings import env
from outfitter_tenants.backoffice.inventory import clones
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.models import Category, Experience, ExperienceContent
from outfitter_tenants.catalog.operations import addons, images
from outfitter_tenants.fields import operations as fields
from outfitter_tenants.fields import queries as asked
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.operations import save_rate_sheet, save_surcharge
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.operations.resource_usages import save_usages
from outfitter_tenants.scheduling.operations.resources import save_group
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience, price_ids
from tests.support.owner_client import owner_of
from tests.support.picture_store import make_picture
from tests.support.setup_rows import FIELD

RATES: Any = {
    "name": "Groups",
    "status": "live",
    "priority": 3,
    "channels": [],
    "reseller_ids": [],
    "season_ids": [],
    "weekdays": [0, 6],
    "time_from": None,
    "time_to": None,
    "pax_min": 4,
    "pax_max": None,
    "is_same_type_only": False,
    "remaining_min": None,
    "remaining_max": None,
    "advance_min_minutes": None,
    "advance_max_minutes": None,
    "valid_from": None,
    "valid_to": None,
}
NEED = {
    "units_per_booking": 1,
    "duration_mode": "timeslot",
    "duration_minutes": None,
    "offset_minutes": 0,
    "sharing_scope": "any",
    "is_required": True,
}


PHOTOS: Any = {
    "name": "Photos",
    "description": "",
    "scope": "booking",
    "input": "toggle",
    "value_type_id": None,
    "is_required": False,
    "min_qty": 0,
    "max_qty": None,
    "price": 900,
    "price_per": "unit",
    "tax_ids": None,
    "is_taxable": True,
    "is_commissionable": True,
    "stock_product_id": None,
    "enabled_customer_type_ids": [],
    "methods": [],
}


@pytest.fixture
def source(reef: Any, settings: Any, tmp_path: Path) -> Experience:
    settings.STORAGES = env.storages(tmp_path)
    at = utc_now()
    made = make_experience(name="Reef tour", sku="RT", min_pax=2, ical_hash="a" * 24)
    adult, child = price_ids(made)
    made.categories.add(Category.objects.create(name="Water", slug="water"))
    made.experience_customer_types.filter(pk=child).update(accompanied_by=[adult])
    ExperienceContent.objects.create(experience=made, locale="de", name="Riff", inclusions="Fins")
    images.add_image(experience_id=made.pk, role="hero", data=make_picture(), at=at)
    addon = addons.save_addon(experience_id=made.pk, values=PHOTOS, at=at)
    field = fields.save_field(values=FIELD, field_id=None, version=None, at=at)
    fields.assign(experience_id=made.pk, field_id=field, is_required=True, at=at)
    save_surcharge(
        kind="tax",
        at=at,
        values={
            "name": "VAT",
            "calc": "percent",
            "rate_ppm": 1,
            "applies_to": ["tickets"],
            "experience_ids": [made.pk],
        },
    )
    save_rate_sheet(experience_id=made.pk, values={**RATES, "prices": {adult: ("absolute", 100)}}, at=at)
    group = save_group(values={"name": "Boats"}, group_id=None, at=at)
    needs = [{"experience_customer_type_id": adult}, {"addon_id": addon}]
    save_usages(experience_id=made.pk, rows=[{**NEED, "resource_group_id": group, **n} for n in needs], at=at)
    rule = scheduling.RuleDraft(
        date_from=at.date() + timedelta(days=2),
        date_to=at.date() + timedelta(days=4),
        times=(at.replace(hour=9, minute=0, second=0, microsecond=0).time(),),
        capacity=7,
        price_override={str(child): 500},
    )
    scheduling.create_rule(experience_id=made.pk, draft=rule, is_dry_run=False, at=at)
    return made


def clone(client: Client, source: int, **body: Any) -> Any:
    body = {"name": "Night tour", **body}
    path = f"/setup/experience/{source}/clone"
    return client.post(path, body, content_type="application/json")


def test_everything_that_is_wished_for_comes_along(source: Experience, client_for: Any) -> None:
    owner = owner_of(client_for)
    answer = clone(owner, source.pk, copy={"availabilities": True}).json()
    made = queries.get_experience(experience_id=answer["experience"]["id"])
    assert answer["skipped_availabilities_cnt"] == 0
    assert (made.name, made.slug, made.status, made.version) == ("Night tour", "night-tour", "draft", 1)
    assert (made.sku, made.min_pax, len(made.category_ids)) == ("RT", 2, 1)
    assert Experience.objects.get(pk=made.id).ical_hash is None
    adult, child = made.customer_types
    assert (adult.base_price, child.base_price) == (4900, 2900)
    assert child.accompanied_by == (adult.id,)
    [german] = queries.list_contents(experience_id=made.id)
    assert (german.locale, german.name, german.inclusions) == ("de", "", "Fins")
    [hero] = queries.images_of(experience_id=made.id)
    [former] = queries.images_of(experience_id=source.pk)
    assert hero.url != former.url
    assert client_for("reef").get(hero.url).status_code == 200
    [photos] = queries.list_addons(experience_id=made.id)
    [field] = asked.assigned(experience_id=made.id)
    assert (photos.name, field.is_required) == ("Photos", True)
    [tax] = prices.list_surcharges(kind="tax")
    assert tax.experience_ids == [source.pk, made.id]
    [sheet] = prices.list_rate_sheets(experience_id=made.id)
    assert [(p.experience_customer_type_id, p.value) for p in sheet.prices.all()] == [(adult.id, 100)]
    needs = schedule.list_usages(experience_id=made.id)
    assert {(n.experience_customer_type_id, n.addon_id) for n in needs} == {
        (adult.id, None),
        (None, photos.id),
    }
    [rule] = schedule.list_rules(experience_id=made.id)
    assert (rule.capacity, rule.price_override) == (7, {str(child.id): 500})
    assert Timeslot.objects.filter(experience_id=made.id).count() == 3


def test_what_is_not_wished_for_stays(source: Experience, client_for: Any) -> None:
    parts = dict.fromkeys(("availabilities", "rates", "addons", "resources", "templates"), False)
    made = clone(owner_of(client_for), source.pk, copy=parts).json()["experience"]["id"]
    assert queries.list_addons(experience_id=made) == []
    assert prices.list_rate_sheets(experience_id=made) == []
    assert schedule.list_usages(experience_id=made) == []
    assert schedule.list_rules(experience_id=made) == []


def test_without_add_ons_nothing_needs_them(source: Experience, client_for: Any) -> None:
    made = clone(owner_of(client_for), source.pk, copy={"addons": False}).json()["experience"]
    assert [n.addon_id for n in schedule.list_usages(experience_id=made["id"])] == [None]


def test_a_copy_that_fails_leaves_nothing(
    source: Experience, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("no")

    def files() -> int:
        folder = Path(settings.STORAGES["default"]["OPTIONS"]["location"])
        return sum(path.is_file() for path in folder.rglob("*"))

    before = files()
    monkeypatch.setattr(clones, "_copy_rates", fail)
    with pytest.raises(RuntimeError):
        clones.clone(experience_id=source.pk, name="A", parts=clones.Parts(), at=utc_now())
    assert Experience.objects.count() == 1
    assert files() == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "🐠" * 200}, "name"),
        ({"copy": {"guests": True}}, "copy.guests"),
        ({"copy": 1}, "copy"),
    ],
)
def test_a_bad_field_is_named(source: Experience, client_for: Any, body: Any, field: str) -> None:
    problem = assert_error(clone(owner_of(client_for), source.pk, **body), 422)
    assert set(problem["detail"]["fields"]) == {field}


def test_strangers_and_neighbours_copy_nothing(source: Experience, client_for: Any) -> None:
    assert_error(clone(client_for("reef"), source.pk), 401, "unauthenticated")
    assert_error(clone(owner_of(client_for, "peak"), source.pk), 404, "not_found")
