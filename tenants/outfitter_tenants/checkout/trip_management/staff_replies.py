"""What staff answer a trip's customer, who asked by text or on their own page (domain.md 5.8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from outfitter.db.locks import atomic
from outfitter.kit.errors import Invalid
from outfitter.kit.locales import localized_path
from outfitter.kit.person_names import full_name
from outfitter.plugins.types import TenantContext
from outfitter_tenants.checkout.printouts import attached_papers
from outfitter_tenants.checkout.printouts.attached_papers import Paper
from outfitter_tenants.messaging import conversation, staff_answers
from outfitter_tenants.messaging.conversations import rows as conversations
from outfitter_tenants.messaging.staff_answers import Addressee, AnswerChannel, StaffReply
from outfitter_tenants.trips import queries as trips

if TYPE_CHECKING:
    from outfitter_tenants.messaging.models import Message
    from outfitter_tenants.trips.models import Trip


@dataclass(frozen=True, slots=True)
class ReplyRequest:
    """What staff write; without a `channel` it goes as the last question came."""

    body: str
    channel: AnswerChannel | None = None
    subject: str = ""
    papers: Sequence[Paper] = ()

    def to_reply(self, asked: "Message | None", who: Addressee, *, at: datetime) -> StaffReply:
        """
        Return the reply to somebody who asked, or who did not.

        :raises Invalid: papers are to go with a text
        :raises NoSuchPaper: there are none
        """
        channel = self.channel or staff_answers.default_channel(asked, who=who, at=at)
        if self.papers and (channel != "email" or who.trip_id is None):
            raise Invalid({"attachments": ["Files only go with an email about a trip."]})
        found = attached_papers.attach(self.papers, trip_id=who.trip_id) if who.trip_id else []
        return StaffReply(channel, self.body, self.subject, found)


def answer_question(
    *, trip_id: int, wish: ReplyRequest, sent_by: int | None, ctx: TenantContext, at: datetime
) -> "Message":
    """
    Answer a trip's customer, by email or text; they also read it on their own page.

    :raises Invalid: there is no address or number to write to
    :raises TextsNotConnected: it is a text, and nobody carries any
    :raises WindowClosed: it is for WhatsApp, where the guest has not written for a day
    :raises NoSuchPaper: what is to go with it is not there
    """
    with atomic():
        trip = trips.lock_trip(trip_id=trip_id)
        conversations.hold(trip.customer_id)
        thread = [row for row in conversation.list_thread(trip_id=trip_id) if row.direction == "in"]
        asked, who = (thread[-1] if thread else None), addressee_of(trip, ctx)
        reply = wish.to_reply(asked, who, at=at)
        return staff_answers.send_answer(who=who, reply=reply, asked=asked, sent_by=sent_by, ctx=ctx, at=at)


def addressee_of(trip: "Trip", ctx: TenantContext) -> Addressee:
    """Return whom a trip's messages go to."""
    path = localized_path("/customerPortal", trip.locale)
    return Addressee(
        customer_id=trip.customer_id,
        trip_id=trip.pk,
        address=trip.contact_email or trip.contact_phone or trip.confirmation_code,
        name=full_name(trip.contact_first_name, trip.contact_last_name),
        email=trip.contact_email,
        phone=trip.contact_phone,
        locale=trip.locale,
        confirmation_code=trip.confirmation_code,
        portal_url=f"{ctx.base_url}{path}?trip={trip.hash}",
    )
