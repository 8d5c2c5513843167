"""octo/pickups: where guests can be fetched, and where they want to be."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, StringConstraints

from outfitter.sdk.channels import Product, read_settings
from outfitter_octo.content_types import PickupPointShape
from outfitter_octo.errors import unprocessable
from outfitter_octo.settings import OctoMapping, PickupPoint
from outfitter_octo.times import local

Words = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)]
# Under which names a booking keeps what was said.
POINT: Final = "pickup_point"
HOTEL: Final = "pickup_hotel"
ROOM: Final = "pickup_room"
WANTED: Final = "pickup_wanted"
_NAMES: Final = (WANTED, POINT, HOTEL, ROOM)


class PickupBody(BaseModel):
    """What a reservation, an update and a confirmation say of the pickup; null takes it back."""

    model_config = ConfigDict(extra="ignore", strict=True)

    pickupRequested: bool | None = None
    pickupPointId: Words | None = None
    pickupHotel: Words | None = None
    pickupHotelRoom: Words | None = None

    @property
    def is_said(self) -> bool:
        """Tell whether the request speaks of a pickup at all."""
        return bool(self.model_fields_set & set(PickupBody.model_fields))


@dataclass(frozen=True, slots=True)
class Pickup:
    """What a booking has of a pickup."""

    is_wanted: bool = False
    point_id: str = ""
    hotel: str = ""
    room: str = ""

    @classmethod
    def of(cls, extra: Mapping[str, str]) -> "Pickup":
        """Return what is kept with a booking."""
        return cls(extra.get(WANTED) == "yes", *(extra.get(name, "") for name in _NAMES[1:]))

    @property
    def extra(self) -> dict[str, str]:
        """Return it as it is kept with a booking."""
        return dict(
            zip(_NAMES, ("yes" if self.is_wanted else "", self.point_id, self.hotel, self.room), strict=True)
        )


def pickups_of(product: Product) -> OctoMapping:
    """Return where and whether guests of a product are fetched."""
    return read_settings(OctoMapping, product.settings)


def parse_pickup(said: PickupBody, before: Pickup, offered: OctoMapping) -> Pickup:
    """
    Return the pickup of a booking with what a request says of it.

    :raises OctoError: nobody is fetched there, or not from that place
    """
    names = said.model_fields_set
    point = (said.pickupPointId or "") if "pickupPointId" in names else before.point_id
    hotel = (said.pickupHotel or "") if "pickupHotel" in names else before.hotel
    room = (said.pickupHotelRoom or "") if "pickupHotelRoom" in names else before.room
    is_wanted = bool(point or hotel)
    if "pickupRequested" in names and said.pickupRequested is not None:
        is_wanted = said.pickupRequested
    found = Pickup(True, point, hotel, room) if is_wanted else Pickup()
    if found.is_wanted and offered.pickup == "none":
        raise unprocessable("This product has no pickup.")
    if found.point_id and _point(offered, found.point_id) is None:
        raise unprocessable("pickupPointId names no pickup point of this product.")
    if found.hotel and not offered.is_hotel_taken:
        raise unprocessable("Guests of this product are fetched from pickup points only.")
    return found


def require_pickup(found: Pickup, offered: OctoMapping) -> None:
    """
    Refuse to sell what needs a pickup without one.

    :raises OctoError: no place is named
    """
    if offered.pickup == "required" and not (found.point_id or found.hotel):
        raise unprocessable("This product needs a pickup point.")


def words_of(found: Pickup, offered: OctoMapping) -> tuple[str, ...]:
    """Return what the operator's note says of a pickup."""
    point = _point(offered, found.point_id)
    place = ", ".join(part for part in (point.name if point else "", found.hotel, found.room) if part)
    return (f"Pickup: {place or 'place not named yet'}",) if found.is_wanted else ()


def serialize_points(offered: OctoMapping, start: datetime) -> list[PickupPointShape]:
    """Return the pickup points of a departure."""
    return [serialize_point(one, start) for one in offered.pickup_points if offered.pickup != "none"]


def point_of(found: Pickup, offered: OctoMapping, start: datetime) -> PickupPointShape | None:
    """Return the point that a booking names, None without one."""
    point = _point(offered, found.point_id)
    return serialize_point(point, start) if point is not None else None


def serialize_point(point: PickupPoint, start: datetime) -> PickupPointShape:
    """Return a pickup point of a departure: when guests have to be there."""
    at = start - timedelta(minutes=point.minutes_before)
    until = at + timedelta(minutes=point.window_minutes) if point.window_minutes else None
    return {
        "id": point.id,
        "name": point.name,
        "directions": point.directions or None,
        "address": point.address,
        "latitude": point.latitude,
        "longitude": point.longitude,
        "googlePlaceId": None,
        "street": None,
        "postalCode": None,
        "locality": None,
        "region": None,
        "state": None,
        "country": None,
        "localDateTime": local(at),
        "localDateTimeTo": local(until) if until is not None else None,
    }


def _point(offered: OctoMapping, point_id: str) -> PickupPoint | None:
    return next((one for one in offered.pickup_points if one.id == point_id), None)
