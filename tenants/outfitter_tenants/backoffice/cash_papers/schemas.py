"""Bodies of what a cash drawer's printer and papers are asked."""

from typing import Literal

from outfitter.api.schemas import In, Out
from outfitter_tenants.checkout.cash_drawers.requests import Reason
from outfitter_tenants.devices.print_queue.schemas import PrintDataOut


class DrawerOpenIn(In):
    """Why a drawer is opened although no cash was taken."""

    reason: Reason


class DrawerOpenedOut(Out):
    """Who opens it: a `device`, or by `qz` the browser that asks with the bytes in `data`; `none` can."""

    via: Literal["device", "qz", "none"]
    data: PrintDataOut | None
