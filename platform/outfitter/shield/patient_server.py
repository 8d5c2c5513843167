"""A web server that, told to end, first says that it is not ready and serves on for a while."""

import contextlib
import os
import threading
from typing import Any

from granian.server import Server

from outfitter.kit import drain_flag


class PatientServer(Server):  # type: ignore[misc,valid-type]  # which of Granian's it is depends on Python
    """
    Granian, with time between the first signal to end and the end.

    A load balancer notices in that time that `/readyz` says no, and sends new requests elsewhere. The
    second signal ends at once.
    """

    drain_seconds = 0.0
    _is_told = False

    def signal_handler_interrupt(self, *args: Any, **kwargs: Any) -> None:
        """Begin to end."""
        if self._is_told or not self.drain_seconds:
            super().signal_handler_interrupt(*args, **kwargs)
            return
        self._is_told = True
        for worker in self.wrks:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.inner.pid, drain_flag.SIGNAL)
        end = threading.Timer(self.drain_seconds, super().signal_handler_interrupt)
        end.daemon = True
        end.start()
