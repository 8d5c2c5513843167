"""Small shapes that figures are put together from."""

import math
from collections.abc import Callable, Sequence
from typing import Final

from outfitter_demo.drawings.canvas import Canvas, Color, Fill, Point, place

BLACK: Final = (0, 0, 0)
WHITE: Final = (255, 255, 255)
Put = Callable[[Sequence[Point]], list[Point]]


def putter(at: Point, size: float, *, turn: float = 0.0, flip: bool = False) -> Put:
    """Return a function that sizes and places unit drawings."""
    return lambda points: place(points, at, size, turn=turn, flip=flip)


def mirrored(shapes: Sequence[Sequence[Point]], waterline: float, squash: float) -> list[list[Point]]:
    """Return shapes upside down below a waterline."""
    return [[(x, waterline + (waterline - y) * squash) for x, y in shape] for shape in shapes]


def afloat(
    canvas: Canvas,
    shapes: Sequence[Sequence[Point]],
    waterline: float,
    fill: Fill,
    shade: Color,
    *,
    squash: float = 0.75,
    alpha: float = 0.42,
) -> None:
    """Draw shapes and, below them, what the water shows of them."""
    canvas.polygons(mirrored(shapes, waterline, squash), shade, alpha=alpha, blur=2.2)
    canvas.polygons(shapes, fill)


def disc(middle: Point, rx: float, ry: float, corners: int = 20) -> list[Point]:
    """Return the outline of an ellipse."""
    turns = [math.tau * corner / corners for corner in range(corners)]
    return [(middle[0] + math.cos(t) * rx, middle[1] + math.sin(t) * ry) for t in turns]


def bar(one: Point, other: Point, width: float) -> list[Point]:
    """Return the outline of a straight bar between two points."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = math.hypot(dx, dy) or 1.0
    sx, sy = -dy / length * width / 2, dx / length * width / 2
    return [
        (one[0] + sx, one[1] + sy),
        (other[0] + sx, other[1] + sy),
        (other[0] - sx, other[1] - sy),
        (one[0] - sx, one[1] - sy),
    ]


def box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """Return the outline of an upright rectangle."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]
