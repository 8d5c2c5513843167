"""Pictures in templates: taken, drawn anew, shown in mails at a whole address, kept while shown."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog.operations import images
from outfitter_tenants.people.models import Role, UserAvatar
from tests.messaging.template_calls import Desk, words
from tests.messaging.test_documents import doc
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.picture_store import make_picture

pytestmark = pytest.mark.django_db
ROUTE = "/api/template/picture/upload"


@pytest.fixture
def store(tmp_path: Path, settings: Any) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def desk(reef: Any, client_for: Any, store: Path) -> Desk:
    cache.clear()
    return Desk(owner_of(client_for))


def upload(desk: Desk, data: bytes | None = None, name: str = "a.jpg") -> Any:
    return desk.client.post(ROUTE, {"file": SimpleUploadedFile(name, data or make_picture())})


def showing(address: str) -> dict[str, Any]:
    picture = {"type": "picture", "attrs": {"src": address, "alt": "The reef"}}
    return words(document=doc(picture))


def test_a_mail_shows_it_at_a_whole_address(desk: Desk, client_for: Any) -> None:
    address = upload(desk).json()["address"]
    assert address.startswith("/media/pictures/")
    assert address.endswith(".jpg")
    served = client_for("reef").get(address)
    assert (served.status_code, served["Content-Type"]) == (200, "image/jpeg")
    made = desk.save(texts=[showing(address)])
    draft = {"category": "custom", "subject": "Sun", "document": showing(address)["document"]}
    shown = desk.post(f"/api/template/{made['template']['id']}/preview", locale="en", draft=draft).json()
    assert re.search(rf'src="https?://[^"/]+{re.escape(address)}"', shown["html"])
    assert 'alt="The reef"' in shown["html"]


def test_it_stays_while_any_version_shows_it(desk: Desk) -> None:
    kept, left = (upload(desk, make_picture(width=500 + n)).json()["address"] for n in (0, 1))
    made = desk.save(texts=[showing(kept)])["template"]
    desk.save(id=made["id"], version=made["version"], texts=[words()])
    images.sweep_files(at=utc_now() + timedelta(days=3))
    assert desk.client.get(kept).status_code == 200
    assert desk.client.get(left).status_code == 404


def test_what_is_no_picture(desk: Desk) -> None:
    for answer in (desk.client.post(ROUTE), upload(desk, b"<svg onload=alert(1)>", "a.svg")):
        assert_error(answer, 422, "validation_failed")
    assert_error(upload(desk, b"\0" * (10 * 1024 * 1024 + 1)), 422, "validation_failed")


def test_only_who_writes_templates(desk: Desk) -> None:
    role = Role.objects.create(slug="desk", name="Desk", permissions=["crm.send"])
    UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)
    assert_error(upload(desk), 403, "forbidden")
