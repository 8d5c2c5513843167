"""The HTTP side: loopback only."""

from __future__ import annotations

import json
import re
import socket
import threading
from html import escape
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from doubles.loopback_server import LoopbackHandler, LoopbackServer
from doubles.page_frame import whole
from ses_double.account import MOST_BYTES, VERIFIED, Account, Refused
from ses_double.sns_notices import CERTIFICATE, Courier

_SUPPRESSION = "/v2/email/suppression/addresses"


class DoubleServer(LoopbackServer):
    """The listening socket together with what it serves."""

    def __init__(self, port: int, key: str, product: int) -> None:
        """Listen on the loopback interface; port 0 takes a free one."""
        super().__init__(port, Handler)
        self.key = key
        self.account = Account()
        self.courier = Courier(self.base, product, self.account)


class Handler(LoopbackHandler):
    """One request."""

    server: DoubleServer
    most_bytes = MOST_BYTES * 2

    def do_GET(self) -> None:
        """Answer the page, the certificate, a confirmation, the account, an identity or the list."""
        parts = urlsplit(self.path)
        if parts.path == "/healthz":
            self.answer_text(200, "ok")
        elif parts.path == CERTIFICATE:
            self.answer(200, self.server.courier.signer.certificate, "application/x-pem-file")
        elif parts.path == "/" and "Action=ConfirmSubscription" in parts.query:
            self.server.courier.confirmed.add(parse_qs(parts.query).get("host", [""])[0])
            self.answer(200, b"<ConfirmSubscriptionResponse/>", "text/xml")
        elif parts.path == "/":
            self.answer_page(_page(self.server.account))
        elif self._is_signed_in():
            self._read(parts.path)

    def _read(self, path: str) -> None:
        if path == "/v2/email/account":
            quota = {"Max24HourSend": 50_000.0, "MaxSendRate": 14.0, "SentLast24Hours": 0.0}
            told = {"SendingEnabled": True, "ProductionAccessEnabled": True, "SendQuota": quota}
            self.answer_json(
                200, {**told, "SuppressionAttributes": {"SuppressedReasons": ["BOUNCE", "COMPLAINT"]}}
            )
        elif found := re.fullmatch(r"/v2/email/identities/([^/]+)", path):
            name = unquote(found[1])
            if name.rpartition("@")[2] != VERIFIED:
                self._refuse(Refused(404, "NotFoundException", f"Email identity {name} does not exist."))
                return
            kind = "EMAIL_ADDRESS" if "@" in name else "DOMAIN"
            self.answer_json(200, {"IdentityType": kind, "VerifiedForSendingStatus": True})
        elif path == _SUPPRESSION:
            self.answer_json(200, {"SuppressedDestinationSummaries": self.server.account.suppressed()})
        elif path.startswith(f"{_SUPPRESSION}/"):
            row = self.server.account.find_suppressed(unquote(path.rpartition("/")[2]))
            if row is None:
                self._refuse(_not_listed())
            else:
                self.answer_json(200, {"SuppressedDestination": row})
        else:
            self._refuse(Refused(404, "NotFoundException", "No such address."))

    def do_DELETE(self) -> None:
        """Take an address off the suppression list."""
        path = urlsplit(self.path).path
        if not self._is_signed_in():
            return
        if path.startswith(f"{_SUPPRESSION}/") and self.server.account.forget(
            unquote(path.rpartition("/")[2])
        ):
            self.answer_json(200, {})
        else:
            self._refuse(_not_listed())

    def do_PUT(self) -> None:
        """Put an address on the suppression list."""
        body = self._body()
        if not self._is_signed_in() or body is None:
            return
        self.server.account.suppress(str(body.get("EmailAddress", "")), str(body.get("Reason", "BOUNCE")))
        self.answer_json(200, {})

    def do_POST(self) -> None:
        """Take a mail."""
        body = self._body()
        if not self._is_signed_in() or body is None:
            return
        if urlsplit(self.path).path != "/v2/email/outbound-emails":
            self._refuse(Refused(404, "NotFoundException", "No such address."))
            return
        try:
            made = self.server.account.take(body)
        except Refused as problem:
            self._refuse(problem)
            return
        if made.name.startswith("silent"):
            # Taken, and nobody is told: what a broken line looks like from the other end.
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
        else:
            self.answer_json(200, {"MessageId": made.id})
        threading.Thread(target=self.server.courier.report, args=(made,), daemon=True).start()

    def _body(self) -> dict[str, Any] | None:
        raw = self.read_body()
        if raw is None:
            self._refuse(Refused(413, "BadRequestException", "Too large"))
            return None
        try:
            found = json.loads(raw)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            self._refuse(Refused(400, "BadRequestException", "This is no JSON."))
            return None
        return found

    def _is_signed_in(self) -> bool:
        # Amazon's own check of the signature is not repeated here, only whose it is.
        if f"Credential={self.server.key}/" in self.headers.get("Authorization", ""):
            return True
        self._refuse(Refused(403, "UnrecognizedClientException", "The security token is invalid."))
        return False

    def _refuse(self, problem: Refused) -> None:
        told = {"x-amzn-ErrorType": problem.code}
        self.answer_json(problem.status, {"message": problem.message}, told)


def _not_listed() -> Refused:
    return Refused(404, "NotFoundException", "Email address is not on the suppression list.")


def _page(account: Account) -> str:
    mails = "".join(
        f"<tr><td>{one.at:%H:%M:%S}</td><td>{escape(one.to)}</td><td>{one.status}</td></tr>"
        for one in account.newest_first()
    )
    listed = "".join(
        f"<tr><td>{escape(one['EmailAddress'])}</td><td>{one['Reason']}</td></tr>"
        for one in account.suppressed()
    )
    return whole("Mails", f"<table>{mails}</table><h2>Suppression list</h2><table>{listed}</table>")
