"""News of mails, signed and posted to the product as SNS posts them."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.x509.oid import NameOID

from doubles import local_post
from ses_double.account import Account, Mail

TOPIC = "arn:aws:sns:us-east-1:000000000000:outfitter"
CERTIFICATE = f"/SimpleNotificationService-{'0' * 32}.pem"
PATH = "/partner/ses/notices"
_NAMES = {
    "Notification": ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"),
    "SubscriptionConfirmation": (
        *("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"),
    ),
}
_DIGESTS: dict[str, hashes.HashAlgorithm] = {"1": hashes.SHA1(), "2": hashes.SHA256()}  # noqa: S303


class Signer:
    """A key of our own and the certificate that goes with it."""

    def __init__(self) -> None:
        """Make both anew."""
        self._key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sns double")])
        now = datetime.now(UTC)
        made = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(self._key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=30))
            .sign(self._key, hashes.SHA256())
        )
        self.certificate = made.public_bytes(serialization.Encoding.PEM)

    def signed(self, envelope: Mapping[str, str], *, version: str = "2") -> dict[str, str]:
        """Return an envelope with its signature."""
        names = _NAMES[envelope["Type"]]
        text = "".join(f"{name}\n{envelope[name]}\n" for name in names if name in envelope)
        made = self._key.sign(text.encode(), padding.PKCS1v15(), _DIGESTS[version])
        return {**envelope, "SignatureVersion": version, "Signature": base64.b64encode(made).decode()}


class Courier:
    """Posts to the product, which runs on this machine under the operators' hosts."""

    def __init__(self, base: str, product: int, account: Account) -> None:
        """Post to the product at a port; `base` is where the stand-in itself is."""
        self.base, self.product, self.account = base, product, account
        self.signer = Signer()
        self._asked: set[str] = set()
        self.confirmed: set[str] = set()

    def report(self, mail: Mail) -> None:
        """Show a mail in the mailbox, and tell what became of it."""
        self.post("localhost", "/_dev/mail/raw", mail.raw, {"Content-Type": "message/rfc822"})
        if not mail.host:
            return
        if mail.host not in self._asked:
            self._asked.add(mail.host)
            self.subscribe(mail.host)
        for notice in self._became(mail):
            self.tell(mail.host, notice)

    def subscribe(self, host: str) -> int:
        """Ask an operator's host whether it wants notices; returns its status."""
        token = secrets.token_hex(32)
        confirm = f"{self.base}/?Action=ConfirmSubscription&TopicArn={TOPIC}&Token={token}&host={host}"
        envelope = {
            **self._envelope("SubscriptionConfirmation", "You have chosen to subscribe to the topic."),
            "Token": token,
            "SubscribeURL": confirm,
        }
        return self._hand_in(host, self.signer.signed(envelope, version="1"))

    def tell(self, host: str, notice: Mapping[str, Any]) -> int:
        """Post one notice of SES; returns the product's status."""
        return self._hand_in(host, self.signer.signed(self._envelope("Notification", json.dumps(notice))))

    def _became(self, mail: Mail) -> list[dict[str, Any]]:
        if self.account.find_suppressed(mail.to):
            self.account.mark(mail, "suppressed")
            return [_bounce(mail, "Permanent", "OnAccountSuppressionList")]
        if mail.name.startswith("bounce"):
            self.account.mark(mail, "bounced")
            self.account.suppress(mail.to, "BOUNCE")
            return [_bounce(mail, "Permanent", "General")]
        if mail.name.startswith("softbounce"):
            self.account.mark(mail, "bounced")
            return [_bounce(mail, "Transient", "MailboxFull")]
        arrived = _notice(mail, "Delivery", delivery={"recipients": [mail.to], "timestamp": _now()})
        if not mail.name.startswith("complaint"):
            self.account.mark(mail, "delivered")
            return [arrived]
        self.account.mark(mail, "complained")
        self.account.suppress(mail.to, "COMPLAINT")
        complaint = {
            "complainedRecipients": [{"emailAddress": mail.to}],
            "complaintFeedbackType": "abuse",
            "feedbackId": secrets.token_hex(16),
            "timestamp": _now(),
        }
        return [arrived, _notice(mail, "Complaint", complaint=complaint)]

    def _envelope(self, kind: str, message: str) -> dict[str, str]:
        return {
            "Type": kind,
            "MessageId": secrets.token_hex(16),
            "TopicArn": TOPIC,
            "Message": message,
            "Timestamp": _now(),
            "SigningCertURL": f"{self.base}{CERTIFICATE}",
        }

    def _hand_in(self, host: str, envelope: Mapping[str, str]) -> int:
        headers = {
            "Content-Type": "text/plain; charset=UTF-8",
            "x-amz-sns-message-type": envelope["Type"],
            "User-Agent": "Amazon Simple Notification Service Agent",
        }
        return self.post(host, PATH, json.dumps(envelope).encode(), headers)

    def post(self, host: str, path: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Post to a host of the product; 0 when nobody answers."""
        return local_post.call("POST", f"http://{host}:{self.product}{path}", body, headers)


def _notice(mail: Mail, kind: str, **about: Any) -> dict[str, Any]:
    told = {"messageId": mail.id, "source": mail.sender, "destination": [mail.to], "timestamp": _now()}
    return {"eventType": kind, "mail": {**told, "tags": {"message": [mail.reference]}}, **about}


def _bounce(mail: Mail, kind: str, sort: str) -> dict[str, Any]:
    said = ("5.1.1", "550 5.1.1 user unknown") if kind == "Permanent" else ("4.2.2", "452 4.2.2 mailbox full")
    who = {"emailAddress": mail.to, "status": said[0], "diagnosticCode": f"smtp; {said[1]}"}
    about = {
        "bounceType": kind,
        "bounceSubType": sort,
        "bouncedRecipients": [who],
        "feedbackId": secrets.token_hex(16),
        "timestamp": _now(),
    }
    return _notice(mail, "Bounce", bounce=about)


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.}000Z"
