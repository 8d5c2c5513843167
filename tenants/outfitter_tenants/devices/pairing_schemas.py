"""Bodies of pairing, and of what a device hears when it says that it is there."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Out
from outfitter_tenants.devices.schemas import DeviceName

Kind = Literal["pos", "kiosk", "waiver_tablet", "card_reader", "printer", "tts"]
Showing = Literal["", "start", "printer", "waiver", "announcer", "kiosk", "register", "agent"]


class PairingIn(In):
    """A code for one new device."""

    kind: Kind
    location_id: Id | None = None


class PairingOut(Out):
    """A code that makes one device, shown this once."""

    pairing_id: int
    code: str
    url: str = Field(description="what the QR code says")
    qr: list[str] = Field(description="the QR code by rows, 1 is dark")
    expires_at: datetime


class PairingStateOut(Out):
    """How far a pairing is."""

    state: Literal["waiting", "paired", "expired"]
    device_id: int | None
    device_name: str


class PairIn(In):
    """A device that was shown a code."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=SINGLE_LINE)]
    name: DeviceName
    platform: Annotated[str, StringConstraints(max_length=40, pattern=SINGLE_LINE)] = ""
    is_agent: bool = Field(
        default=False, description="no browser: the binding is answered instead of set as a cookie"
    )


class PairedOut(Out):
    """A device's secrets, shown this once."""

    device_id: int
    name: str
    kind: str
    token: str
    binding: str | None = Field(description="for agents: to be sent as X-Outfitter-Binding")


class DeviceStateOut(Out):
    """What a device is, for itself."""

    id: int
    name: str
    kind: str
    location: str
    account: str
    waiting_jobs_cnt: int
    is_waiver_shown: bool


class DeviceStateParams(In):
    """What a device says of itself."""

    showing: Showing = ""
