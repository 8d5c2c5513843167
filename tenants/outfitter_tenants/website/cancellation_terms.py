"""A cancellation policy in sentences, as it holds for who books now (domain.md 4.11)."""

from collections.abc import Iterator

from outfitter.kit.money import PPM
from outfitter_tenants.pricing.rules.cancellation_policy import Policy, Tier
from outfitter_tenants.website.reader import Reader


def sentences(policy: Policy | None, reader: Reader) -> list[str]:
    """
    Return what a customer gets back, earliest step first; nothing is said where there is no policy.

    The weather is spoken of where it does not give everything back.
    """
    if policy is None:
        return []
    return [*_of_tiers(policy, reader), *_of_weather(policy, reader)]


def _of_tiers(policy: Policy, reader: Reader) -> list[str]:
    tiers = [tier for tier in policy.tiers if tier.refund_ppm]
    if not tiers:
        return [reader.say("cancel_never")]
    found = [" ".join(_sentence(tier, reader)) for tier in tiers]
    return found if tiers[-1].hours_before == 0 else [*found, reader.say("cancel_later")]


def _of_weather(policy: Policy, reader: Reader) -> list[str]:
    if policy.weather_refund_ppm == PPM:
        return []
    if not policy.weather_refund_ppm:
        return [reader.say("cancel_weather_never")]
    return [reader.say("cancel_weather", share=reader.share(policy.weather_refund_ppm))]


def _sentence(tier: Tier, reader: Reader) -> Iterator[str]:
    kind = "cancel_free" if tier.refund_ppm == PPM and not tier.fee_amount else "cancel_share"
    share = reader.share(tier.refund_ppm)
    if tier.hours_before:
        yield reader.say(kind, time=reader.hours(tier.hours_before), share=share)
    else:
        yield reader.say(f"{kind}_always", share=share)
    if tier.fee_amount:
        yield reader.say("cancel_fee", fee=reader.money(tier.fee_amount))
