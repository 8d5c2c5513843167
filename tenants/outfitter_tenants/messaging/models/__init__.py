"""Tables of messages (domain.md 3.9)."""

from outfitter_tenants.messaging.models.automation import Automation, MessagingSettings
from outfitter_tenants.messaging.models.conversation import Conversation
from outfitter_tenants.messaging.models.message import Message, MessageEvent, MessageLink
from outfitter_tenants.messaging.models.opt_out import Suppression
from outfitter_tenants.messaging.models.review import Review
from outfitter_tenants.messaging.models.template import Template, TemplateText, TemplateVersion

__all__ = [
    "Automation",
    "Conversation",
    "Message",
    "MessageEvent",
    "MessageLink",
    "MessagingSettings",
    "Review",
    "Suppression",
    "Template",
    "TemplateText",
    "TemplateVersion",
]
