"""Whatever colour an operator chose, people can read what stands on it and in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit.colors import DARK_CARD, WHITE, contrast, normalize, palette

pytestmark = pytest.mark.rules
ANY = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#0f766e", "#ffffff", 5.47)],
)
def test_contrast_is_what_wcag_says(one, other, ratio):
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)
    assert contrast(other, one) == contrast(one, other)


@given(ANY)
def test_every_brand_colour_becomes_readable(brand):
    found = palette(brand)

    assert contrast(found.fill, found.on_fill) >= 4.5
    assert contrast(found.ink, WHITE) >= 4.5
    assert contrast(found.ink_dark, DARK_CARD) >= 4.5


@pytest.mark.parametrize("brand", ["#0f766e", "#1e3a8a", "#7c2d12"])
def test_a_readable_colour_stays_as_it_is(brand):
    assert palette(brand).fill == brand
    assert palette(brand).ink == brand


def test_a_light_colour_keeps_its_hue_as_a_button_and_darkens_as_text():
    found = palette("#facc15")

    assert (found.fill, found.on_fill) == ("#facc15", "#111827")
    assert found.ink != "#facc15"
    assert int(found.ink[1:3], 16) > int(found.ink[5:7], 16)  # still yellow, not grey


@pytest.mark.parametrize(
    ("typed", "color"),
    [
        ("#ABC", "#aabbcc"),
        (" #0F766E ", "#0f766e"),
        ("red", "#0f766e"),
        ("#12345", "#0f766e"),
        ("#fff;background:url(x)", "#0f766e"),
        ("", "#0f766e"),
    ],
)
def test_only_colours_get_into_the_mail(typed, color):
    assert normalize(typed) == color
