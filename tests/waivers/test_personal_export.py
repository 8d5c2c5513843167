"""What a guest signed and said of a trip is in the export of their data."""

import io
import json
import zipfile
from typing import Any

import pytest

from outfitter.kit.clock import utc_now
from outfitter_tenants.crm.operations import export
from outfitter_tenants.messaging import reviews
from outfitter_tenants.messaging.reviews import ReviewDraft
from outfitter_tenants.trips.models import Trip
from tests.waivers.conftest import hash_of

pytestmark = pytest.mark.usefixtures("reef")


def test_it_has_signed_waivers_on_paper_and_reviews(tour: Any, signer: Any) -> None:
    trip = Trip.objects.get(pk=tour.book())
    signer.done(hash=hash_of(trip.pk))
    draft = ReviewDraft(4, "Lovely reef")
    reviews.write_review(
        trip_id=trip.pk, customer_id=trip.customer_id, experience_id=None, draft=draft, at=utc_now()
    )

    _, body = export.export_person(customer_id=trip.customer_id, operator="Reef", at=utc_now())

    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        data, page = json.loads(archive.read("data.json")), archive.read("index.html").decode()
        [paper] = data["waivers"]
        assert paper["signed_by"] == "Ana Ruiz"
        assert archive.read(paper["file"]).startswith(b"%PDF")
    [said] = data["reviews"]
    assert (said["rating"], said["text"], said["is_published"]) == (4, "Lovely reef", False)
    assert "Lovely reef" in page
    assert "Signed waivers" in page
