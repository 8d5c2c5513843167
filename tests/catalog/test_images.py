"""Pictures of experiences over HTTP, in a folder and in an S3-compatible store."""

import re
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from outfitter.accounts.models import Account
from outfitter.kit.clock import utc_now
from outfitter.plugins.models import DueJob
from outfitter.settings import env
from outfitter_tenants.audit.models import AuditLog
from outfitter_tenants.catalog import queries
from outfitter_tenants.catalog.models import Experience, ExperienceImage
from outfitter_tenants.catalog.operations import images
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience
from tests.support.owner_client import owner_of
from tests.support.picture_store import make_picture, object_store
from tests.support.picture_uploads import FILES, PICTURE, files, size_of, upload


@pytest.fixture
def commits(django_capture_on_commit_callbacks: Any) -> Any:
    return lambda: django_capture_on_commit_callbacks(execute=True)


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


class TestUpload:
    def test_a_hero_is_drawn_stored_served_and_shown(
        self, owner: Client, folder: Path, reef: Any, client_for: Any
    ) -> None:
        made = make_experience()
        answer = upload(owner, made.pk, role="Hero", name="../../evil.html").json()
        hero = answer["hero"]
        assert answer["image"] == hero
        assert (hero["role"], hero["width"], hero["height"], hero["alt"]) == ("hero", 900, 600, "")
        assert [v["width"] for v in hero["variants"]] == [320, 480, 800, 900]
        stored = files(folder)
        # Four widths in two kinds, the plain one as JPEG too, two squares in three kinds.
        assert len(stored) == FILES == 4 * 2 + 1 + 2 * 3
        assert {path.split("/")[:3][1] for path in stored} == {str(reef.pk)}
        public = client_for("reef")
        for variant in hero["variants"]:
            for kind in ("avif", "webp"):
                shown = public.get(variant[kind])
                assert (shown.status_code, shown["Content-Type"]) == (200, f"image/{kind}")
        shown = public.get(hero["url"])
        assert (shown["Content-Type"], size_of(shown.content)) == ("image/jpeg", (900, 600))
        # The color that holds its place stands in the address.
        assert re.fullmatch(r"/media/pictures/\d{8}-[0-9a-f]{24}-[0-9a-f]{6}/900\.jpg", hero["url"])
        assert shown["Cache-Control"] == "public, max-age=31536000, immutable"
        assert shown["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert shown["X-Content-Type-Options"] == "nosniff"
        assert shown["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert not shown.cookies
        assert public.get(hero["url"], headers={"if-none-match": shown["ETag"]}).status_code == 304
        read = public.get(f"/api/experience/{made.pk}/get").json()["experience"]
        assert (read["hero"], read["hero_image"], read["gallery"]) == (hero, hero["url"], [])
        assert AuditLog.objects.filter(action="experience.image_added").count() == 1

    def test_the_same_file_twice_is_one_picture(self, owner: Client, folder: Path) -> None:
        made = make_experience()
        first, again = (upload(owner, made.pk).json() for _ in range(2))
        assert first == again
        assert len(files(folder)) == FILES
        assert len(upload(owner, make_experience().pk).json()["gallery"]) == 1

    def test_another_hero_takes_its_place_and_its_files(
        self, owner: Client, folder: Path, commits: Any
    ) -> None:
        made = make_experience()
        with commits():
            upload(owner, made.pk, role="Hero")
            answer = upload(owner, made.pk, role="Hero", data=make_picture(color="#123456")).json()
        assert ExperienceImage.objects.count() == 1
        assert len(files(folder)) == FILES
        assert Experience.objects.get(pk=made.pk).hero_image == answer["hero"]["url"]

    @pytest.mark.parametrize(
        "data", [b"", b"<svg/>", b"MZ\x90\x00", PICTURE[:500], make_picture(width=50, height=50)]
    )
    def test_what_is_no_picture_leaves_nothing(self, owner: Client, folder: Path, data: bytes) -> None:
        problem = assert_error(upload(owner, make_experience().pk, data=data), 422)
        assert set(problem["detail"]["fields"]) == {"file"}
        assert (files(folder), ExperienceImage.objects.count()) == ([], 0)

    def test_too_large_none_at_all_and_too_many(self, owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        made = make_experience()
        huge = upload(owner, made.pk, data=b"\0" * (10 * 1024 * 1024 + 1))
        assert set(assert_error(huge, 422)["detail"]["fields"]) == {"file"}
        none = owner.post(f"/api/experience/{made.pk}/uploadGalleryImage")
        assert set(assert_error(none, 422)["detail"]["fields"]) == {"file"}
        monkeypatch.setattr(images, "MOST_IN_GALLERY", 1)
        assert upload(owner, made.pk).status_code == 200
        full = upload(owner, made.pk, data=make_picture(color="#123456"))
        assert "Delete one" in assert_error(full, 422)["message"]

    def test_a_transaction_that_fails_leaves_no_files(
        self, owner: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: Any, **__: Any) -> None:
            raise RuntimeError("the audit log is full")

        made = make_experience().pk
        monkeypatch.setattr(images, "record", fail)
        with pytest.raises(RuntimeError):
            images.add_image(experience_id=made, role="hero", data=PICTURE, at=utc_now())
        assert (files(folder), ExperienceImage.objects.count()) == ([], 0)
        assert Experience.objects.get(pk=made).hero_image is None

    def test_a_store_that_fails_leaves_no_files_and_no_row(
        self, owner: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from django.core.files.storage import default_storage

        save = default_storage.save
        calls: list[str] = []

        def flaky(name: str, content: Any) -> Any:
            calls.append(name)
            if len(calls) == 4:
                raise OSError("disk full")
            return save(name, content)

        monkeypatch.setattr(default_storage._wrapped, "save", flaky)  # type: ignore[attr-defined]
        with pytest.raises(OSError, match="disk full"):
            images.add_image(experience_id=make_experience().pk, role="hero", data=PICTURE, at=utc_now())
        assert (files(folder), ExperienceImage.objects.count()) == ([], 0)

    def test_strangers_and_neighbours(self, owner: Client, client_for: Any) -> None:
        made = make_experience()
        assert_error(upload(client_for("reef"), made.pk), 401, "unauthenticated")
        url = upload(owner, made.pk).json()["image"]["url"]
        peak = owner_of(client_for, "peak")
        assert_error(upload(peak, made.pk), 404, "not_found")
        assert_error(peak.get(f"/api/experience/{made.pk}/images/get"), 404, "not_found")
        assert peak.get(url).status_code == 404
        draft = make_experience(status="draft").pk
        assert_error(client_for("reef").get(f"/api/experience/{draft}/images/get"), 404)

    @pytest.mark.parametrize("name", ["0.webp", "800.svg", "800.webp.html", "..", "%2e%2e%2fa"])
    def test_other_names_are_not_found(self, owner: Client, name: str) -> None:
        url = upload(owner, make_experience().pk).json()["image"]["url"]
        assert owner.get(f"{url.rpartition('/')[0]}/{name}").status_code == 404


class TestGallery:
    @pytest.fixture
    def gallery(self, owner: Client) -> tuple[str, list[int]]:
        made = make_experience()
        ids = [
            upload(owner, made.pk, data=make_picture(color=color)).json()["image"]["id"]
            for color in ("#111111", "#222222", "#333333")
        ]
        return f"/api/experience/{made.pk}", ids

    def test_ordered_described_and_deleted(
        self, owner: Client, gallery: Any, folder: Path, commits: Any
    ) -> None:
        base, ids = gallery
        turned = post(owner, f"{base}/images/reorder", {"ids": ids[::-1]}).json()["gallery"]
        assert [image["id"] for image in turned] == ids[::-1]
        post(owner, f"{base}/image/{ids[0]}/save", {"alt": " Two kayaks at sunset "})
        shown = owner.get(f"{base}/images/get").json()["gallery"]
        assert shown[-1]["alt"] == "Two kayaks at sunset"
        with commits():
            left = post(owner, f"{base}/image/{ids[1]}/delete").json()["gallery"]
        assert [image["id"] for image in left] == [ids[2], ids[0]]
        assert len(files(folder)) == 2 * FILES
        assert_error(post(owner, f"{base}/image/{ids[1]}/delete"), 404, "not_found")

    def test_bad_orders_and_words(self, owner: Client, gallery: Any) -> None:
        base, ids = gallery
        for wrong in (ids[:2], [*ids, 999_999], []):
            problem = assert_error(post(owner, f"{base}/images/reorder", {"ids": wrong}), 422)
            assert set(problem["detail"]["fields"]) == {"ids"}
        answer = post(owner, f"{base}/image/{ids[0]}/save", {"alt": "x" * 301})
        assert set(assert_error(answer, 422)["detail"]["fields"]) == {"alt"}

    def test_a_picture_of_another_experience_is_not_found(self, owner: Client, gallery: Any) -> None:
        other = f"/api/experience/{make_experience().pk}/image/{gallery[1][0]}"
        assert_error(post(owner, f"{other}/delete"), 404, "not_found")
        assert_error(post(owner, f"{other}/save", {"alt": "a"}), 404, "not_found")

    def test_without_its_hero_an_experience_shows_none(self, owner: Client, commits: Any) -> None:
        made = make_experience()
        hero = upload(owner, made.pk, role="Hero").json()["hero"]["id"]
        post(owner, f"/api/experience/{made.pk}/image/{hero}/delete")
        assert Experience.objects.get(pk=made.pk).hero_image is None


def test_what_was_left_behind_is_swept(owner: Client, folder: Path) -> None:
    upload(owner, make_experience().pk)
    [shelf] = (folder / "operators").glob("*/pictures")
    for day in ("20200101", "29990101"):
        (shelf / f"{day}-{'0' * 24}").mkdir()
        (shelf / f"{day}-{'0' * 24}" / "320.webp").write_bytes(b"left")
    later = utc_now() + timedelta(days=3)
    assert images.sweep_files(at=later) == 1
    assert sorted(path.name[:4] for path in shelf.iterdir()) == [f"{utc_now():%Y}", "2999"]
    assert DueJob.objects.filter(kind=images.SWEEP).count() == 1


def test_a_copy_has_all_files_and_its_color(owner: Client, folder: Path) -> None:
    made = make_experience()
    url = upload(owner, made.pk, role="Hero").json()["hero"]["url"]
    copy = make_experience()
    images.copy_images(source_id=made.pk, target_id=copy.pk, at=utc_now())
    [image] = queries.images_of(experience_id=copy.pk)
    assert image.url != url
    assert image.url[-15:] == url[-15:]
    assert len(files(folder)) == 2 * FILES


@pytest.fixture
def store(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    with object_store() as (address, kept):
        for name, value in {
            "BUCKET": "bucket",
            "ENDPOINT": address,
            "ACCESS_KEY": "a",
            "SECRET_KEY": "s",
            "ADDRESSING": "path",
        }.items():
            monkeypatch.setenv(f"OUTFITTER_S3_{name}", value)
        settings.STORAGES = env.storages(tmp_path)
        yield kept


def test_an_s3_compatible_store_does_as_well(
    store: dict[str, bytes], reef: Any, client_for: Any, commits: Any
) -> None:
    made, owner = make_experience(), owner_of(client_for)
    image = upload(owner, made.pk).json()["image"]
    assert len(store) == FILES
    assert all(key.startswith(f"operators/{reef.pk}/pictures/") for key in store)
    shown = client_for("reef").get(image["url"])
    assert (shown.status_code, shown.content[:4]) == (200, b"\xff\xd8\xff\xe0")
    assert client_for("reef").get(image["url"].replace("900.", "901.")).status_code == 404
    base = image["url"].rpartition("/")[0]
    del store[next(key for key in store if key.endswith("/96.avif"))]
    assert size_of(client_for("reef").get(f"{base}/96.avif").content) == (96, 96)
    assert len(store) == FILES
    assert client_for("reef").get(f"{base}/97.avif").status_code == 404
    store[f"operators/{reef.pk}/pictures/20200101-{'0' * 24}/320.webp"] = b"left"
    assert images.sweep_files(at=utc_now() + timedelta(days=3)) == 1
    with commits():
        post(owner, f"/api/experience/{made.pk}/image/{image['id']}/delete")
    assert store == {}


@pytest.mark.django_db(transaction=True)
def test_two_at_once_are_one_picture(folder: Path) -> None:
    account = Account.objects.get(schema_name=database.REEF.schema_name)
    connection.set_tenant(account)
    made = make_experience().pk
    together = threading.Barrier(2)
    found: list[int] = []

    def add() -> None:
        try:
            connection.set_tenant(account)
            together.wait()
            found.append(images.add_image(experience_id=made, role="hero", data=PICTURE, at=utc_now()))
        finally:
            connection.close()

    threads = [threading.Thread(target=add) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found) == 2
    assert len(queries.images_of(experience_id=made)) == 1
    assert len(files(folder)) == FILES
