"""The HTTP side: loopback only."""

from __future__ import annotations

import base64
import hmac
import socket
import threading
from email.utils import format_datetime
from typing import Any

from doubles.loopback_server import LoopbackHandler, LoopbackServer, form_of
from twilio_double import page
from twilio_double.courier import Courier
from twilio_double.guest_phones import TOO_MANY, Phones, Refused, Text


class DoubleServer(LoopbackServer):
    """The listening socket together with what it serves."""

    def __init__(self, port: int, account: str, token: str) -> None:
        """Listen on the loopback interface; port 0 takes a free one."""
        super().__init__(port, Handler)
        self.account, self.token = account, token
        self.phones = Phones()
        self.courier = Courier(account, token, self.phones)


class Handler(LoopbackHandler):
    """One request."""

    server: DoubleServer

    def do_GET(self) -> None:
        """Answer the page, the account, or the list of texts."""
        if self.path == "/healthz":
            self.answer_text(200, "ok")
        elif self.path == "/":
            self.answer_page(page.render(self.server.phones.newest_first()))
        elif self.path == "/texts.json":
            self.answer_json(
                200, [_shown(one, self.server.account) for one in self.server.phones.newest_first()]
            )
        elif self.path == f"/2010-04-01/Accounts/{self.server.account}.json":
            if self._is_signed_in():
                self.answer_json(
                    200, {"sid": self.server.account, "status": "active", "friendly_name": "Stand-in"}
                )
        else:
            self._refuse(404, 20404, "The requested resource was not found")

    def do_POST(self) -> None:
        """Take a text, or what a guest answers."""
        raw = self.read_body()
        if raw is None:
            self._refuse(413, 20413, "Too large")
            return
        form = form_of(raw)
        if self.path in {"/reply", "/read"}:
            self._press(form)
        elif self.path == f"/2010-04-01/Accounts/{self.server.account}/Messages.json":
            if self._is_signed_in():
                self._take(form)
        else:
            self._refuse(404, 20404, "The requested resource was not found")

    def _take(self, form: dict[str, str]) -> None:
        try:
            made = self.server.phones.take(form)
        except Refused as problem:
            self._refuse(429 if problem.code == TOO_MANY else 400, problem.code, problem.message)
            return
        if made.to.endswith("0006"):
            # Taken, and nobody is told: what a broken line looks like from the other end.
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
        else:
            self.answer_json(201, _shown(made, self.server.account))
        threading.Thread(target=self.server.courier.report, args=(made,), daemon=True).start()

    def _press(self, form: dict[str, str]) -> None:
        if not self.is_own_page():
            self._refuse(403, 20403, "Forbidden")
            return
        phones, sid = self.server.phones, form.get("sid", "")
        if self.path == "/read":
            made = phones.find(sid)
        else:
            made = phones.write_back(sid, form.get("body", ""), whatsapp=form.get("whatsapp", ""))
        if made is None:
            self._refuse(404, 20404, "The requested resource was not found")
            return
        if self.path == "/read":
            self.server.courier.tell(made, "read")
        else:
            self.server.courier.hand_in(made)
        self.back_to_page()

    def _is_signed_in(self) -> bool:
        wanted = base64.b64encode(f"{self.server.account}:{self.server.token}".encode()).decode()
        if hmac.compare_digest(self.headers.get("Authorization", ""), f"Basic {wanted}"):
            return True
        self._refuse(401, 20003, "Authenticate")
        return False

    def _refuse(self, status: int, code: int, message: str) -> None:
        more = f"https://www.twilio.com/docs/errors/{code}"
        self.answer_json(status, {"code": code, "message": message, "more_info": more, "status": status})


def _shown(text: Text, account: str) -> dict[str, Any]:
    when = format_datetime(text.at)
    return {
        "sid": text.sid,
        "account_sid": account,
        "status": text.status,
        "direction": "inbound" if text.direction == "in" else "outbound-api",
        "from": text.sender,
        "to": text.to,
        "body": text.body,
        "content": text.content,
        "variables": dict(text.variables),
        "num_segments": "1",
        "num_media": "0",
        "price": None,
        "price_unit": "USD",
        "error_code": None,
        "error_message": None,
        "messaging_service_sid": None,
        "date_created": when,
        "date_sent": None,
        "date_updated": when,
        "api_version": "2010-04-01",
        "uri": f"/2010-04-01/Accounts/{account}/Messages/{text.sid}.json",
        "subresource_uris": {},
    }
