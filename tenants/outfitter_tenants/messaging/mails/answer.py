"""The operator's answer to what a customer asked about their trip."""

from dataclasses import dataclass

from outfitter_tenants.messaging.mails import renderer
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.merge_values import MergeValues
from outfitter_tenants.messaging.mjml.text_blocks import note_block, question_block
from outfitter_tenants.messaging.rendered_message import RenderedMessage


@dataclass(frozen=True, slots=True)
class AnswerData:
    """What somebody answers, to which question (empty: none), and where the trip's page is."""

    body: str
    question: str
    confirmation_code: str
    portal_url: str
    locale: str


def values(data: AnswerData) -> MergeValues:
    """Return what stands in the message."""
    return MergeValues(
        "answer",
        {"trip.confirmation_code": data.confirmation_code, "trip.link": data.portal_url},
        {"note": note_block(data.body), "question": question_block(data.question)},
    )


def render(*, data: AnswerData, operator: Operator) -> RenderedMessage:
    """Return the mail in the words that ship; what people typed is escaped in the HTML."""
    return renderer.render_shipped(
        "answer", values(data), locale=data.locale, currency="USD", operator=operator
    )
