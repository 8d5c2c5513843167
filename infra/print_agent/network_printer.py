"""A printer of the network that takes raw bytes, usually on port 9100."""

from __future__ import annotations

import socket
from dataclasses import dataclass

PORT = 9100
SECONDS = 10


class PrinterAway(Exception):
    """Nobody answers there: not one byte was sent."""


class PrinterLost(Exception):
    """The connection broke while bytes were on their way: something may have come out."""


@dataclass(frozen=True)
class NetworkPrinter:
    """A printer's address in the network of the agent."""

    host: str
    port: int = PORT

    @classmethod
    def of(cls, text: str) -> NetworkPrinter:
        """Return the printer of `host` or `host:port`.

        :raises ValueError: it is neither
        """
        host, _, port = text.partition(":")
        if not host:
            raise ValueError(f"{text!r} is no address of a printer")
        return cls(host, int(port) if port else PORT)

    def connect(self) -> socket.socket:
        """Return an open connection.

        :raises PrinterAway: there is no printer, or it is off
        """
        try:
            return socket.create_connection((self.host, self.port), timeout=SECONDS)
        except OSError as problem:
            raise PrinterAway(str(problem)) from None


def send(connection: socket.socket, data: bytes) -> None:
    """Send a job whole, and wait until the printer has taken it.

    :raises PrinterLost: the connection broke meanwhile
    """
    try:
        with connection:
            connection.settimeout(SECONDS)
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            # A printer that has all of it closes; one that keeps the line open has it too.
            try:
                connection.recv(1)
            except TimeoutError:
                return
    except OSError as problem:
        raise PrinterLost(str(problem)) from None
