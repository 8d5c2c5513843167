"""Amazon's shapes, as far as we read them."""

from typing import Any, TypedDict


class Envelope(TypedDict, total=False):
    """What SNS posts: a notice, or the question whether notices are wanted."""

    Type: str
    MessageId: str
    TopicArn: str
    Subject: str
    Message: str
    Timestamp: str
    Token: str
    SubscribeURL: str
    SignatureVersion: str
    Signature: str
    SigningCertURL: str


class Notice(TypedDict, total=False):
    """What SES says of a mail: `notificationType` of identities, `eventType` of configuration sets."""

    notificationType: str
    eventType: str
    mail: dict[str, Any]
    bounce: dict[str, Any]
    complaint: dict[str, Any]
    delivery: dict[str, Any]
