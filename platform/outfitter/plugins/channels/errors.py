"""Why the engine refuses a channel. A plugin says each in the words of its protocol."""

from collections.abc import Sequence
from typing import Literal

from outfitter.kit.errors import DomainError

CancelRefusal = Literal["past_cutoff", "past_departure", "redeemed", "not_refundable", "other"]


class ChannelError(DomainError):
    """Base of every refusal. `code` is the neutral word, `detail` the facts, fit for JSON."""

    code = "channel_problem"
    status = 409


class BadCredentials(ChannelError):
    """No connection has these; `is_missing` when none were given."""

    code = "bad_credentials"
    status = 401

    def __init__(self, message: str = "Unknown credentials.", *, is_missing: bool = False) -> None:
        super().__init__(message, is_missing=is_missing)
        self.is_missing = is_missing


class ConnectionClosed(ChannelError):
    """The operator has not opened this connection yet, or has paused it."""

    code = "connection_closed"
    status = 403


class MalformedRequest(ChannelError):
    """A request that makes no sense; `field` is where, in the engine's words."""

    code = "malformed"
    status = 422

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message, field=field)
        self.field = field


class UnknownProduct(ChannelError):
    """This connection does not sell that product."""

    code = "unknown_product"
    status = 404

    def __init__(self, product_id: str) -> None:
        super().__init__("Product not found.", product_id=product_id)
        self.product_id = product_id


class UnknownOption(ChannelError):
    """The product has no such option."""

    code = "unknown_option"
    status = 404

    def __init__(self, option_id: str) -> None:
        super().__init__("Option not found.", option_id=option_id)
        self.option_id = option_id


class UnknownUnit(ChannelError):
    """The option has no such unit."""

    code = "unknown_unit"
    status = 404

    def __init__(self, unit_id: str) -> None:
        super().__init__("Unit not found.", unit_id=unit_id)
        self.unit_id = unit_id


class UnknownDeparture(ChannelError):
    """Nothing starts at that time."""

    code = "unknown_departure"
    status = 404

    def __init__(self, departure_id: str = "") -> None:
        super().__init__("Nothing starts at that time.", departure_id=departure_id)
        self.departure_id = departure_id


class NoAvailability(ChannelError):
    """The departure is not on sale: closed, cancelled, not yet or refused by a plugin."""

    code = "no_availability"


class SoldOut(NoAvailability):
    """Fewer seats are left than were asked for; `left` may be more than none."""

    code = "sold_out"

    def __init__(self, message: str = "Sold out.", *, left: int = 0) -> None:
        super().__init__(message, left=left)
        self.left = left


class PastCutoff(NoAvailability):
    """Sales of this departure have ended."""

    code = "past_cutoff"


class PartyRefused(ChannelError):
    """The party is too small, too large or of the wrong make; None where there is no bound."""

    code = "party_refused"
    status = 422

    def __init__(
        self,
        message: str,
        *,
        least: int | None = None,
        most: int | None = None,
        unit_id: str | None = None,
        most_group_size: int | None = None,
    ) -> None:
        super().__init__(message, least=least, most=most, unit_id=unit_id, most_group_size=most_group_size)
        self.least, self.most = least, most
        self.unit_id, self.most_group_size = unit_id, most_group_size


class HoldExpired(ChannelError):
    """The seats are no longer held."""

    code = "hold_expired"
    status = 410


class UnknownBooking(ChannelError):
    """This connection has no such booking. Another connection's is not known either."""

    code = "unknown_booking"
    status = 404


class AlreadyCancelled(ChannelError):
    """The booking has ended, so that nothing can be changed on it."""

    code = "already_cancelled"


class CancellationRefused(ChannelError):
    """The booking cannot be cancelled (any more)."""

    code = "cancellation_refused"

    def __init__(self, message: str, *, reason: CancelRefusal) -> None:
        super().__init__(message, reason=reason)
        self.reason = reason


class ChangeRefused(ChannelError):
    """This cannot be changed on a booking in its state."""

    code = "change_refused"


class PriceChanged(ChannelError):
    """The channel sells at a price that is not ours (minor units)."""

    code = "price_changed"

    def __init__(self, *, ours: int, theirs: int) -> None:
        super().__init__("The price has changed.", ours=ours, theirs=theirs)
        self.ours, self.theirs = ours, theirs


class CurrencyMismatch(ChannelError):
    """The operator sells in another currency."""

    code = "currency_mismatch"
    status = 422

    def __init__(self, *, ours: str, theirs: str) -> None:
        super().__init__(f"Prices are in {ours}.", ours=ours, theirs=theirs)
        self.ours, self.theirs = ours, theirs


class DuplicateReference(ChannelError):
    """The reference was used for something else."""

    code = "duplicate_reference"


class TooManyRequests(ChannelError):
    """More requests than agreed; try again after `seconds`."""

    code = "too_many_requests"
    status = 429

    def __init__(self, *, seconds: int) -> None:
        super().__init__("Too many requests.", seconds=seconds)
        self.seconds = seconds


class TemporarilyUnavailable(ChannelError):
    """Nobody is to blame: the same request may go through in a moment."""

    code = "try_again"
    status = 503


def neutral_codes() -> Sequence[str]:
    """Return the codes of all refusals, for tests that a plugin has words for each."""
    found, waiting = [], list(ChannelError.__subclasses__())
    while waiting:
        one = waiting.pop()
        found.append(one.code)
        waiting.extend(one.__subclasses__())
    return sorted(found)
