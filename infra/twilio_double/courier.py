"""News of texts, signed and posted to the product as Twilio posts them."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit, urlunsplit

from doubles import local_post
from twilio_double.guest_phones import WHATSAPP, Phones, Text


def signature(token: str, url: str, form: Mapping[str, str]) -> str:
    """Return what Twilio signs a form with: HMAC-SHA1 of the address and the sorted fields."""
    text = url + "".join(name + form[name] for name in sorted(form))
    made = hmac.new(token.encode(), text.encode(), hashlib.sha1).digest()
    return base64.b64encode(made).decode()


class Courier:
    """Posts to the product, which runs on this machine under the host it was called by."""

    def __init__(self, account: str, token: str, phones: Phones) -> None:
        """Post on behalf of one account."""
        self.account, self.token, self.phones = account, token, phones

    def report(self, text: Text) -> None:
        """Tell what became of a text: it was sent, then it arrived, or did not."""
        trouble = self.phones.trouble_of(text)
        if text.is_whatsapp and trouble:
            # WhatsApp refuses before anything is sent.
            self.tell(text, "failed", trouble)
            return
        self.tell(text, "sent")
        self.tell(text, "undelivered" if trouble else "delivered", trouble)

    def tell(self, text: Text, status: str, trouble: int = 0) -> int:
        """Tell how far a text has come; returns the product's status, 0 where nobody is to hear of it."""
        self.phones.mark(text.sid, status)
        if not text.callback:
            return 0
        form = {
            "MessageSid": text.sid,
            "SmsSid": text.sid,
            "AccountSid": self.account,
            "From": text.sender,
            "To": text.to,
            "ApiVersion": "2010-04-01",
            "MessageStatus": status,
            "SmsStatus": status,
        }
        if trouble:
            form["ErrorCode"] = str(trouble)
        if text.is_whatsapp:
            form |= {"ChannelPrefix": "whatsapp", "ChannelToAddress": text.to}
            if status in {"delivered", "read"}:
                form["EventType"] = status.upper()
        return self.post(text.callback, form)

    def hand_in(self, text: Text) -> int:
        """Tell that a guest wrote; returns the product's status."""
        parts = urlsplit(text.callback)
        url = urlunsplit((parts.scheme, parts.netloc, "/partner/twilio/reply", "", ""))
        form = {
            "MessageSid": text.sid,
            "SmsSid": text.sid,
            "SmsMessageSid": text.sid,
            "AccountSid": self.account,
            "From": text.sender,
            "To": text.to,
            "Body": text.body,
            "NumMedia": "0",
            "NumSegments": "1",
            "SmsStatus": "received",
            "ApiVersion": "2010-04-01",
        }
        if text.to.startswith(WHATSAPP):
            form |= {"WaId": text.sender.removeprefix(f"{WHATSAPP}+"), "ProfileName": "Guest"}
        return self.post(url, form)

    def post(self, url: str, form: Mapping[str, str]) -> int:
        """Post a signed form; 0 when nobody answers."""
        headers = {
            "Content-Type": local_post.FORM,
            "X-Twilio-Signature": signature(self.token, url, form),
            "User-Agent": "TwilioProxy/1.1",
        }
        return local_post.call("POST", url, urlencode(form), headers)
