"""The picture of an add-on and of a product."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from outfitter.kit.clock import utc_now
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog.models import ExperienceAddon, Product
from outfitter_tenants.catalog.operations import extra_images, images
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.owner_client import owner_of
from tests.support.picture_store import make_picture
from tests.support.team import browser_of, make_colleague

PICTURE = make_picture()


@pytest.fixture
def addon(reef: Any) -> ExperienceAddon:
    return ExperienceAddon.objects.create(
        experience=make_experience(), name="Lunch", scope="booking", input="toggle"
    )


@pytest.fixture
def shirt(reef: Any) -> Product:
    return Product.objects.create(name="Shirt", price=2000)


def upload(client: Client, path: str, data: bytes = PICTURE) -> Any:
    return client.post(f"{path}/uploadImage", {"file": SimpleUploadedFile("a.jpg", data)})


def delete(client: Client, path: str) -> Any:
    return client.post(f"{path}/image/delete", {}, content_type="application/json")


def of(addon: ExperienceAddon) -> str:
    return f"/api/experience/{addon.experience_id}/addon/{addon.pk}"


def files(folder: Path) -> list[str]:
    return sorted(f.name for f in folder.rglob("*") if f.is_file())


def test_beside_an_addon_for_guests_too(
    owner: Client, addon: ExperienceAddon, folder: Path, client_for: Any
) -> None:
    (row,) = upload(owner, of(addon)).json()["addons"]
    assert (row["image"][-9:], row["version"]) == ("/800.webp", addon.version)
    wholes = {f"{width}.{kind}" for width in (320, 800) for kind in ("avif", "webp")}
    squares = {f"{side}.{kind}" for side in (96, 192) for kind in ("avif", "webp", "jpg")}
    assert set(files(folder)) == wholes | squares | {"800.jpg"}
    public = client_for("reef")
    assert public.get(row["image"])["Content-Type"] == "image/webp"
    read = public.get(f"/api/experience/{addon.experience_id}/get").json()["experience"]
    assert [one["image"] for one in read["addons"]] == [row["image"]]
    assert delete(owner, of(addon)).json()["addons"][0]["image"] is None
    told = AuditLog.objects.filter(action="addon.changed").order_by("pk")
    assert [one.after for one in told] == [{"image": row["image"]}, {"image": None}]
    assert delete(owner, of(addon)).status_code == 200
    assert told.count() == 2


def test_of_a_product(owner: Client, shirt: Product) -> None:
    path = f"/api/product/{shirt.pk}"
    shown = upload(owner, path).json()
    assert (shown["image"][-9:], shown["version"]) == ("/800.webp", shirt.version)
    assert owner.get("/api/products/get").json()[0]["image"] == shown["image"]
    assert delete(owner, path).json()["image"] is None


@pytest.mark.parametrize("data", [b"", b"<svg/>", PICTURE[:500], make_picture(width=50, height=50)])
def test_what_is_no_picture_leaves_nothing(
    owner: Client, addon: ExperienceAddon, shirt: Product, folder: Path, data: bytes
) -> None:
    for path in (of(addon), f"/api/product/{shirt.pk}"):
        problem = assert_error(upload(owner, path, data), 422, "validation_failed")
        assert set(problem["detail"]["fields"]) == {"file"}
        none = owner.post(f"{path}/uploadImage")
        assert set(assert_error(none, 422)["detail"]["fields"]) == {"file"}
    assert files(folder) == []


def test_a_transaction_that_fails_leaves_no_files(
    owner: Client, addon: ExperienceAddon, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("the audit log is full")

    monkeypatch.setattr(extra_images, "record_change", fail)
    assert upload(owner, of(addon)).status_code == 500
    assert files(folder) == []


def test_the_sweep_leaves_what_a_copy_still_shows(
    owner: Client, addon: ExperienceAddon, folder: Path
) -> None:
    upload(owner, of(addon))
    path = f"/setup/experience/{addon.experience_id}/clone"
    copy = owner.post(path, {"name": "Copy"}, content_type="application/json").json()
    later = utc_now() + timedelta(days=3)
    delete(owner, of(addon))
    assert (images.sweep_files(at=later), len(files(folder))) == (0, 11)
    twin = ExperienceAddon.objects.get(experience_id=copy["experience"]["id"])
    delete(owner, of(twin))
    assert (images.sweep_files(at=later), files(folder)) == (1, [])


def test_who_may(owner: Client, addon: ExperienceAddon, shirt: Product, client_for: Any) -> None:
    guide = browser_of(client_for, make_colleague("Gail", "guide"))
    peak = owner_of(client_for, "peak")
    for path in (of(addon), f"/api/product/{shirt.pk}"):
        for call in (upload, delete):
            assert_error(call(client_for("reef"), path), 401, "unauthenticated")
            assert_error(call(guide, path), 403, "forbidden")
            assert_error(call(peak, path), 404, "not_found")
    elsewhere = f"/api/experience/{make_experience().pk}/addon/{addon.pk}"
    assert_error(upload(owner, elsewhere), 404, "not_found")
    assert_error(delete(owner, elsewhere), 404, "not_found")
