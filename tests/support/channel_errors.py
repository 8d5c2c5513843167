"""One of every refusal of the channel engine, for tests that a plugin has words for each."""

from typing import Final

from outfitter.sdk import channels as sdk

ONE_OF_EACH: Final[tuple[sdk.ChannelError, ...]] = (
    sdk.ChannelError("No."),
    sdk.BadCredentials(),
    sdk.ConnectionClosed("Closed."),
    sdk.MalformedRequest("What?", field="units"),
    sdk.UnknownProduct("CAVES"),
    sdk.UnknownOption("NOON"),
    sdk.UnknownUnit("DOG"),
    sdk.UnknownDeparture("d1"),
    sdk.NoAvailability("Closed."),
    sdk.SoldOut(left=1),
    sdk.PastCutoff("Too late."),
    sdk.PartyRefused("At least four.", least=4),
    sdk.HoldExpired("Gone."),
    sdk.UnknownBooking("Which?"),
    sdk.AlreadyCancelled("It has ended."),
    sdk.CancellationRefused("It was used.", reason="redeemed"),
    sdk.ChangeRefused("Not like this."),
    sdk.PriceChanged(ours=1000, theirs=900),
    sdk.CurrencyMismatch(ours="EUR", theirs="USD"),
    sdk.DuplicateReference("Used for another."),
    sdk.TooManyRequests(seconds=3),
    sdk.TemporarilyUnavailable("In a moment."),
)
