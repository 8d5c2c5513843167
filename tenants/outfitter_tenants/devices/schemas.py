"""Bodies of devices (domain.md 5.9)."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import SINGLE_LINE, Id, In, Out, Visible

DeviceName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=SINGLE_LINE), Visible
]


class DeviceRegisterIn(In):
    """A device to register."""

    name: DeviceName
    kind: Literal["pos", "kiosk", "waiver_tablet", "card_reader", "printer", "tts"]
    platform: Annotated[str, StringConstraints(max_length=40, pattern=SINGLE_LINE)] = ""
    push_token: Annotated[str, StringConstraints(max_length=2000, pattern=SINGLE_LINE)] | None = None
    location_id: Id | None = None


class DeviceRegisteredOut(Out):
    """The device's token, shown this once."""

    device_id: int
    token: str


class DeviceChangeIn(In):
    """A device's name and place."""

    name: DeviceName
    location_id: Id | None = None


class DevicePlaceOut(Out):
    """Where a device stands."""

    id: int
    name: str


class DeviceOut(Out):
    """One registered device."""

    id: int
    name: str
    kind: str
    platform: str
    location: DevicePlaceOut | None
    created_at: datetime
    last_seen_at: datetime | None
    listened_at: datetime | None = Field(description="when it last asked for announcements")
    is_bound: bool = Field(description="its token works on one browser or machine alone")
    showing: str = Field(description="what it last said that it shows; empty: nothing yet")


class DevicesOut(Out):
    """The devices in service, by name."""

    devices: list[DeviceOut]


class SpeechAccountIn(In):
    """
    A voice; `credentials` are written and never read back, null keeps those there are.
    """

    id: Id | None = None
    provider: Annotated[
        str, StringConstraints(max_length=40, pattern=r"^[a-z][a-z0-9_]*$", strip_whitespace=True)
    ] = Field(description="browser, or the plugin that speaks")
    region: Annotated[str, StringConstraints(max_length=40, pattern=SINGLE_LINE)] = ""
    voice: DeviceName
    language: Annotated[str, StringConstraints(pattern=r"^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$")]
    is_default: bool = False
    credentials: (
        dict[
            Annotated[str, StringConstraints(max_length=40, pattern=SINGLE_LINE)],
            Annotated[str, StringConstraints(max_length=2000)],
        ]
        | None
    ) = None


class SpeechAccountsIn(In):
    """The operator's voices, all of them."""

    accounts: Annotated[list[SpeechAccountIn], Field(max_length=20)]


class SpeechAccountOut(Out):
    """A voice; whether it can sign in is told, what with is not."""

    id: int
    provider: str
    region: str
    voice: str
    language: str
    is_default: bool
    has_credentials: bool
    is_available: bool = Field(description="false: its provider is switched off, and the browser speaks")


class SignQuery(In):
    """What the print bridge wants signed: a SHA-256 in hex and nothing else."""

    request: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
