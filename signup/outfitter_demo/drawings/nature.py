"""Skies, ridges, trees, water: what every scene is made of."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from outfitter_demo.drawings.canvas import HEIGHT, WIDTH, Canvas, Color, Fill, Point, mix, smooth

WHITE: Final = (255, 255, 255)
Line = Callable[[float], float]


def sun(canvas: Canvas, at: Point, radius: float, color: Color, glow: Color) -> None:
    """Put a sun or a moon into the sky, with its light around it."""
    canvas.glow(at, radius * 9, glow, 0.5)
    canvas.glow(at, radius * 3.2, glow, 0.6)
    canvas.ellipses([(at[0], at[1], radius, radius)], color)


def clouds(canvas: Canvas, count: int, top: float, bottom: float, color: Color, alpha: float) -> None:
    """Draw long, soft clouds between two heights; lower ones are flatter."""
    rng = canvas.rng
    for _ in range(count):
        y = rng.uniform(top, bottom)
        x = rng.uniform(-100, WIDTH + 100)
        length = rng.uniform(140, 420)
        flat = 0.35 + 0.65 * (bottom - y) / max(1.0, bottom - top)
        puffs = [
            (
                x + length * rng.uniform(-0.5, 0.5),
                y + rng.uniform(-7, 7) * flat,
                length * rng.uniform(0.12, 0.34),
                rng.uniform(5, 17) * flat,
            )
            for _ in range(9)
        ]
        canvas.ellipses(puffs, color, alpha=alpha * rng.uniform(0.5, 1), blur=5 + 5 * flat)


def stars(canvas: Canvas, count: int, bottom: float, color: Color = (235, 240, 255)) -> None:
    """Scatter stars, few of them bright, fewer near the horizon."""
    rng = canvas.rng
    for alpha, size, share in ((0.35, 0.8, 0.7), (0.65, 1.1, 0.24), (1.0, 1.7, 0.06)):
        dots = []
        for _ in range(round(count * share)):
            y = bottom * rng.random() ** 1.35
            radius = size * rng.uniform(0.7, 1.2)
            dots.append((rng.uniform(0, WIDTH), y, radius, radius))
        canvas.ellipses(dots, color, alpha=alpha)


def ridge(canvas: Canvas, height: float, rough: float, *, detail: int = 7, tilt: float = 0) -> Line:
    """Return a mountain line around `height`, `rough` pixels high and low."""
    rng = canvas.rng
    heights = [rng.uniform(-1, 1), rng.uniform(-1, 1)]
    spread = 1.0
    for _ in range(detail):
        finer: list[float] = []
        for one, other in pairwise(heights):
            finer += [one, (one + other) / 2 + rng.uniform(-spread, spread)]
        heights = [*finer, heights[-1]]
        spread *= 0.52
    last = len(heights) - 1

    def line(x: float) -> float:
        place = min(max(x / WIDTH, 0.0), 1.0) * last
        index = min(int(place), last - 1)
        share = place - index
        middle = heights[index] * (1 - share) + heights[index + 1] * share
        return height + middle * rough + tilt * (x / WIDTH - 0.5)

    return line


def hill(height: float, swell: float, phase: float, waves: float = 1.0) -> Line:
    """Return a round hill line."""

    def line(x: float) -> float:
        turn = x / WIDTH * math.tau * waves + phase
        return height - swell * (math.sin(turn) + 0.3 * math.sin(2.3 * turn + 1))

    return line


def ground(canvas: Canvas, line: Line, fill: Fill, *, bottom: float = HEIGHT + 4) -> None:
    """Fill everything between a line and `bottom`; where the line is lower there is nothing."""
    top = [(x, min(line(x), bottom)) for x in range(-8, WIDTH + 9, 4)]
    canvas.polygon([*top, (WIDTH + 8, bottom), (-8, bottom)], fill)


def conifer(canvas: Canvas, foot: Point, height: float) -> list[Point]:
    """Return the outline of one spruce, no two alike."""
    rng = canvas.rng
    tiers = max(5, round(height / 13))
    lean = rng.uniform(-0.02, 0.02) * height
    half = height * rng.uniform(0.15, 0.21)
    left: list[Point] = []
    right: list[Point] = []
    for tier in range(tiers):
        down = (tier + 0.6) / tiers
        width = half * down**0.86
        y = foot[1] - height * (1 - down * 0.94)
        x = foot[0] + lean * (1 - down)
        step = height / tiers
        for side, points in ((-1, left), (1, right)):
            reach = width * rng.uniform(0.78, 1.16)
            points.append((x + side * reach, y + step * rng.uniform(0.1, 0.34)))
            points.append((x + side * reach * rng.uniform(0.42, 0.6), y - step * 0.05))
    trunk = max(1.2, height * 0.016)
    tip = (foot[0] + lean, foot[1] - height)
    base = [(foot[0] + trunk, foot[1] + 6), (foot[0] - trunk, foot[1] + 6)]
    return [tip, *right, *base, *reversed(left)]


def forest(
    canvas: Canvas,
    line: Line,
    tall: tuple[float, float],
    gap: float,
    fill: Fill,
    *,
    between: tuple[float, float] = (-40, WIDTH + 40),
    skip: float = 0.0,
    sink: float = 0.12,
) -> None:
    """Plant spruces along a line, `gap` pixels apart on average; `skip` leaves clearings."""
    rng = canvas.rng
    trees: list[list[Point]] = []
    x = between[0]
    while x < between[1]:
        x += gap * rng.uniform(0.45, 1.55)
        if rng.random() < skip:
            continue
        height = rng.triangular(tall[0], tall[1], tall[0] + (tall[1] - tall[0]) * 0.4)
        trees.append(conifer(canvas, (x, line(x) + height * sink), height))
    if trees:
        canvas.polygons(trees, fill)


def leafy(canvas: Canvas, foot: Point, size: float, colors: Sequence[Color], bark: Color) -> None:
    """Draw one broad tree: trunk, a dark crown, lighter leaves towards the light."""
    rng = canvas.rng
    x, y = foot
    trunk = [(x - size * 0.045, y), (x + size * 0.045, y), (x + size * 0.02, y - size * 0.7)]
    canvas.polygon([*trunk, (x - size * 0.02, y - size * 0.7)], bark)
    middle = y - size * 0.72
    for layer, color in enumerate(colors):
        reach = 0.37 - 0.065 * layer
        shift = -0.06 * layer * size
        blobs = []
        for _ in range(150 - 25 * layer):
            turn, far = rng.uniform(0, math.tau), rng.random() ** 0.55
            radius = size * rng.uniform(0.016, 0.05) * (1.25 if layer == 0 else 0.8)
            blobs.append(
                (
                    x + shift * 0.6 + math.cos(turn) * far * reach * size,
                    middle + shift + math.sin(turn) * far * reach * 0.82 * size,
                    radius,
                    radius * 0.9,
                )
            )
        canvas.ellipses(blobs, color)


def water(
    canvas: Canvas,
    top: float,
    tint: Color,
    deep: Color,
    *,
    mirror: float = 0.6,
    calm: float = 1.0,
    bottom: float = HEIGHT,
) -> None:
    """
    Turn everything below `top` into water that mirrors what stands above.

    `mirror` is how much of it is seen, `calm` 1 is a lake and 0.3 a choppy sea.
    """
    height = round(bottom - top)
    above = canvas.image.crop((0, max(0, round(top) - height), WIDTH, round(top)))
    flipped = above.transpose(Image.Transpose.FLIP_TOP_BOTTOM).resize((WIDTH, height))
    flipped = flipped.filter(ImageFilter.BoxBlur((1.5 + 3 * (1 - calm), 3 + 10 * (1 - calm))))
    rippled = Image.new("RGB", (WIDTH, height))
    rng, y = canvas.rng, 0.0
    while y < height:
        near = y / height
        step = 1.0 + 4.5 * near
        swing = (1.5 + 26 * near) * (1.25 - calm)
        shift = round(swing * math.sin(y / (3 + 13 * near)) + rng.uniform(-1, 1) * swing * 0.35)
        strip = flipped.crop((0, round(y), WIDTH, round(y + step) + 1))
        rippled.paste(ImageChops.offset(strip, shift, 0), (0, round(y)))
        y += step
    body = _body(tint, deep, height)
    canvas.image.paste(Image.blend(body, rippled, mirror), (0, round(top)))
    _ripples(canvas, top, height, mix(tint, WHITE, 0.5), mix(deep, (0, 0, 0), 0.35), calm)


def _body(tint: Color, deep: Color, height: int) -> Image.Image:
    column = Image.new("RGB", (1, 64))
    column.putdata([mix(tint, deep, (step / 63) ** 0.8) for step in range(64)])
    return column.resize((WIDTH, height), Image.Resampling.BICUBIC)


def _ripples(canvas: Canvas, top: float, height: float, light: Color, dark: Color, calm: float) -> None:
    rng = canvas.rng
    for color, alpha, count in ((dark, 0.16, 150), (light, 0.17, 190)):
        marks = []
        for _ in range(round(count * (1.7 - calm))):
            near = rng.random() ** 1.6
            y = top + 3 + near * height
            long = (9 + 130 * near) * rng.uniform(0.4, 1.3)
            marks.append((rng.uniform(-50, WIDTH + 50), y, long, 0.5 + 2.0 * near))
        canvas.ellipses(marks, color, alpha=alpha, blur=0.6)


def glitter(canvas: Canvas, start: Point, bottom: float, width: float, color: Color, count: int) -> None:
    """Lay the path of light that a low sun draws on water, from `start` towards us."""
    rng, (x, top) = canvas.rng, start
    for alpha in (0.28, 0.5, 0.85):
        marks = []
        for _ in range(count // 3):
            near = rng.random() ** 1.5
            spread = width * (0.22 + near) * (1.15 - alpha)
            marks.append(
                (
                    rng.gauss(x, spread),
                    top + 2 + near * (bottom - top),
                    (3 + 30 * near) * rng.uniform(0.4, 1.2),
                    0.6 + 1.9 * near,
                )
            )
        canvas.ellipses(marks, color, alpha=alpha, blur=0.5)


def rocks(canvas: Canvas, middles: Sequence[tuple[float, float, float]], fill: Fill, shine: Color) -> None:
    """Draw shore rocks given as (x, y, size), lit from above."""
    rng = canvas.rng
    for x, y, size in middles:
        outline = []
        for corner in range(9):
            turn = math.pi + math.pi * corner / 8
            far = size * rng.uniform(0.72, 1.05)
            outline.append((x + math.cos(turn) * far * 1.5, y + math.sin(turn) * far * 0.75))
        canvas.polygon(outline, fill)
        lit = [
            (px * 0.62 + x * 0.38 - size * 0.14, py * 0.7 + (y - size * 0.5) * 0.3) for px, py in outline[1:6]
        ]
        canvas.polygon(smooth(lit), shine, alpha=0.35, blur=1.4)


def birds(canvas: Canvas, flock: Sequence[tuple[float, float, float]], color: Color) -> None:
    """Draw far gulls given as (x, y, span)."""
    wings = []
    for x, y, span in flock:
        left = smooth([(x - span, y - span * 0.12), (x - span * 0.45, y - span * 0.34), (x, y)], closed=False)
        right = smooth([(x, y), (x + span * 0.4, y - span * 0.38), (x + span, y - span * 0.06)], closed=False)
        wings.append([*left, *right[1:]])
    canvas.strokes(wings, 2.0, color, alpha=0.8)
