"""
A picture in the making: 1600 x 1000, shapes anti-aliased by drawing their masks three times as big.

Coordinates are pixels of the finished picture, colours are (red, green, blue).
"""

import math
import random
from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

WIDTH: Final = 1600
HEIGHT: Final = 1000
SCALE: Final = 3
Color = tuple[int, int, int]
Point = tuple[float, float]
Stops = Sequence[tuple[float, Color]]
Fill = Color | Stops


def rgb(text: str) -> Color:
    """Return the colour of "#rrggbb"."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(one: Color, other: Color, share: float) -> Color:
    """Return the colour between two: 0 is `one`, 1 is `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def gradient(stops: Stops, size: tuple[int, int]) -> Image.Image:
    """Return a vertical gradient through colours at places from 0 to 1."""
    column = Image.new("RGB", (1, 256))
    column.putdata([_at(stops, step / 255) for step in range(256)])
    return column.resize(size, Image.Resampling.BICUBIC)


def _at(stops: Stops, place: float) -> Color:
    before = stops[0]
    for stop in stops:
        if stop[0] >= place:
            span = stop[0] - before[0]
            return mix(before[1], stop[1], (place - before[0]) / span if span else 0)
        before = stop
    return stops[-1][1]


def smooth(points: Sequence[Point], *, closed: bool = True, steps: int = 12) -> list[Point]:
    """Return a Catmull-Rom curve through the points."""
    count = len(points)
    found: list[Point] = []
    for index in range(count if closed else count - 1):
        four = [_pick(points, index + offset, closed) for offset in (-1, 0, 1, 2)]
        found.extend(_between(four, step / steps) for step in range(steps))
    return found if closed else [*found, points[-1]]


def _pick(points: Sequence[Point], index: int, closed: bool) -> Point:
    return points[index % len(points) if closed else max(0, min(index, len(points) - 1))]


def _between(four: Sequence[Point], t: float) -> Point:
    def along(axis: int) -> float:
        a, b, c, d = (point[axis] for point in four)
        return 0.5 * (
            2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
        )

    return along(0), along(1)


def place(
    points: Sequence[Point], at: Point, size: float, *, turn: float = 0.0, flip: bool = False
) -> list[Point]:
    """Return points of a unit drawing, sized, turned (degrees, clockwise) and moved."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    side = -1 if flip else 1
    return [
        (at[0] + (x * side * cos - y * sin) * size, at[1] + (x * side * sin + y * cos) * size)
        for x, y in points
    ]


class Canvas:
    """The picture and the pencils that work on it; `rng` decides every accident."""

    def __init__(self, seed: str, sky: Stops) -> None:
        self.rng = random.Random(seed)  # noqa: S311  (a picture, not a secret)
        self.image = gradient(sky, (WIDTH, HEIGHT))

    def polygons(
        self, shapes: Sequence[Sequence[Point]], fill: Fill, *, alpha: float = 1.0, blur: float = 0
    ) -> None:
        """Fill shapes with a colour, or with a gradient over their common height."""

        def draw_all(draw: ImageDraw.ImageDraw, moved: "Moved") -> None:
            for shape in shapes:
                draw.polygon(moved(shape), fill=255)

        self._masked([point for shape in shapes for point in shape], draw_all, fill, alpha, blur)

    def polygon(self, shape: Sequence[Point], fill: Fill, **how: float) -> None:
        """Fill one shape."""
        self.polygons([shape], fill, **how)

    def strokes(
        self,
        lines: Sequence[Sequence[Point]],
        width: float,
        fill: Fill,
        *,
        alpha: float = 1.0,
        blur: float = 0,
    ) -> None:
        """Draw lines with round ends."""

        def draw_all(draw: ImageDraw.ImageDraw, moved: "Moved") -> None:
            radius = width * SCALE / 2
            for line in lines:
                path = moved(line)
                draw.line(path, fill=255, width=max(1, round(width * SCALE)), joint="curve")
                for x, y in (path[0], path[-1]):
                    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)

        points = [point for line in lines for point in line]
        around = [(x + d, y + d) for x, y in points for d in (-width, width)]
        self._masked(around, draw_all, fill, alpha, blur)

    def ellipses(
        self,
        boxes: Sequence[tuple[float, float, float, float]],
        fill: Fill,
        *,
        alpha: float = 1.0,
        blur: float = 0,
    ) -> None:
        """Fill ellipses given as (middle x, middle y, radius x, radius y)."""

        def draw_all(draw: ImageDraw.ImageDraw, moved: "Moved") -> None:
            for x, y, rx, ry in boxes:
                (left, top), (right, bottom) = moved([(x - rx, y - ry), (x + rx, y + ry)])
                draw.ellipse((left, top, right, bottom), fill=255)

        corners = [corner for x, y, rx, ry in boxes for corner in ((x - rx, y - ry), (x + rx, y + ry))]
        self._masked(corners, draw_all, fill, alpha, blur)

    def _masked(
        self,
        points: Sequence[Point],
        draw_on: "Callable[[ImageDraw.ImageDraw, Moved], object]",
        fill: Fill,
        alpha: float,
        blur: float,
    ) -> None:
        margin = math.ceil(blur * 3) + 2
        left = max(-margin, math.floor(min(x for x, _ in points)) - margin)
        top = max(-margin, math.floor(min(y for _, y in points)) - margin)
        right = min(WIDTH + margin, math.ceil(max(x for x, _ in points)) + margin)
        bottom = min(HEIGHT + margin, math.ceil(max(y for _, y in points)) + margin)
        if right <= left or bottom <= top:
            return
        size = (right - left, bottom - top)
        big = Image.new("L", (size[0] * SCALE, size[1] * SCALE), 0)
        draw_on(
            ImageDraw.Draw(big), lambda shape: [((x - left) * SCALE, (y - top) * SCALE) for x, y in shape]
        )
        mask = big.reduce(SCALE)
        if blur:
            mask = mask.filter(ImageFilter.GaussianBlur(blur))
        if alpha < 1:
            mask = mask.point(lambda value: round(value * alpha))
        paint = Image.new("RGB", size, _plain(fill)) if _is_plain(fill) else None
        self.image.paste(paint or gradient(_stops(fill), size), (left, top), mask)

    def glow(self, at: Point, radius: float, color: Color, strength: float) -> None:
        """Add light around a point; it only ever brightens."""
        size = round(radius * 2)
        # Pillow's radial gradient is 181 in the middle of its edges and 255 only in its corners.
        fall = [round(255 * max(0.0, 1 - far / 180) ** 2 * strength) for far in range(256)]
        halo = Image.radial_gradient("L").point(fall).resize((size, size))
        light = Image.merge("RGB", [halo.point(_times(part / 255)) for part in color])
        sheet = Image.new("RGB", (WIDTH, HEIGHT))
        sheet.paste(light, (round(at[0] - radius), round(at[1] - radius)))
        self.image = ImageChops.screen(self.image, sheet)

    def band(self, top: float, bottom: float, color: Color, strength: float) -> None:
        """Lay mist between two heights, thickest in the middle."""
        height = round(bottom - top)
        steps = [round(255 * strength * math.sin(math.pi * (i + 0.5) / 64) ** 2) for i in range(64)]
        column = Image.new("L", (1, 64))
        column.putdata(steps)
        mask = column.resize((WIDTH, height), Image.Resampling.BICUBIC)
        self.image.paste(Image.new("RGB", (WIDTH, height), color), (0, round(top)), mask)

    def finish(self, *, grain: float = 5.0, vignette: float = 0.22) -> Image.Image:
        """Return the picture with darker corners and the grain of film."""
        corners = Image.radial_gradient("L").resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)
        shade = corners.point([round(255 - 255 * vignette * (v / 255) ** 2.6) for v in range(256)])
        image = ImageChops.multiply(self.image, Image.merge("RGB", [shade] * 3))
        noise = _noise(self.rng, grain)
        return ImageChops.overlay(image, Image.merge("RGB", [noise] * 3))


Moved = Callable[[Sequence[Point]], list[Point]]


def _noise(rng: random.Random, sigma: float) -> Image.Image:
    # Image.effect_noise cannot be seeded. A tile of our own repeats, too fine for an eye to see.
    tile = Image.new("L", (320, 250))
    tile.putdata([128 + round(rng.gauss(0, sigma)) for _ in range(320 * 250)])
    sheet = Image.new("L", (WIDTH, HEIGHT))
    for x in range(0, WIDTH, 320):
        for y in range(0, HEIGHT, 250):
            turned = tile.transpose(rng.choice(_TURNS)) if rng.random() < 0.8 else tile
            sheet.paste(turned, (x, y))
    return sheet


_TURNS: Final = (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.ROTATE_180)


def _times(factor: float) -> list[int]:
    return [round(value * factor) for value in range(256)]


def _is_plain(fill: Fill) -> bool:
    return isinstance(fill[0], int)


def _plain(fill: Fill) -> Color:
    return fill  # type: ignore[return-value]


def _stops(fill: Fill) -> Stops:
    return fill  # type: ignore[return-value]
