"""People: standing, riding, flying."""

from typing import Final

from outfitter_demo.drawings.canvas import Canvas, Color, Point, mix, smooth
from outfitter_demo.drawings.outlines import BLACK, WHITE, Put, bar, disc, putter

SKIN: Final = (172, 118, 86)
LANTERN_ARM: Final = [bar((0.1, -0.76), (0.36, -0.62), 0.07), bar((0.36, -0.63), (0.36, -0.52), 0.015)]
PADDLE_ARMS: Final = [
    bar((0.1, -0.76), (0.3, -0.66), 0.07),
    bar((-0.1, -0.74), (0.22, -0.9), 0.06),
    bar((0.2, -1.0), (0.46, 0.06), 0.022),
    disc((0.45, 0.04), 0.04, 0.1),
]
LOOSE_ARMS: Final = [bar((0.12, -0.78), (0.2, -0.46), 0.075), bar((-0.12, -0.78), (-0.19, -0.46), 0.075)]
ARMS: Final = {"lantern": LANTERN_ARM, "paddle": PADDLE_ARMS, "": LOOSE_ARMS}
FRAME: Final[list[list[Point]]] = [
    [(-0.5, -0.3), (-0.12, -0.32), (0.36, -0.72), (-0.26, -0.74), (-0.12, -0.32)],
    [(-0.5, -0.3), (-0.26, -0.74), (-0.3, -0.86)],
    [(0.5, -0.3), (0.34, -0.86), (0.46, -0.92)],
]
LEGS: Final[list[list[Point]]] = [
    [(-0.28, -0.9), (0.02, -0.62), (-0.08, -0.16)],
    [(-0.28, -0.9), (0.06, -0.72), (-0.16, -0.42)],
]
BACK: Final = [
    (-0.36, -0.84),
    (-0.34, -1.1),
    (-0.14, -1.38),
    (0.04, -1.44),
    (0.1, -1.32),
    (-0.02, -1.1),
    (-0.18, -0.86),
]
HELMET: Final = [(0.02, -1.55), (0.05, -1.68), (0.17, -1.72), (0.29, -1.64), (0.31, -1.56)]


def standing(
    at: Point, size: float, *, holds: str = "", long_coat: bool = False, flip: bool = False
) -> list[list[Point]]:
    """Return the outlines of somebody, feet at `at`, who holds a lantern, a paddle or nothing."""
    hem = -0.2 if long_coat else -0.44
    coat = smooth(
        [
            (-0.15, hem),
            (-0.14, -0.62),
            (-0.12, -0.8),
            (-0.04, -0.86),
            (0.05, -0.86),
            (0.13, -0.79),
            (0.14, -0.62),
            (0.16, hem),
        ]
    )
    legs = [bar((-0.07, hem - 0.05), (-0.08, 0.0), 0.1), bar((0.07, hem - 0.05), (0.1, 0.0), 0.1)]
    put = putter(at, size, flip=flip)
    return [put(part) for part in (coat, *legs, disc((0.01, -0.95), 0.072, 0.085), *ARMS[holds])]


def cyclist(canvas: Canvas, at: Point, size: float, bike: Color, body: Color, shirt: Color) -> None:
    """Draw somebody on a bicycle, wheels on the ground at `at`."""
    put = putter(at, size)
    wheels = [put(disc((x, -0.3), 0.3, 0.3, 40)) for x in (-0.5, 0.5)]
    canvas.strokes([[*wheel, wheel[0]] for wheel in wheels], size * 0.034, bike)
    canvas.strokes([put(line) for line in FRAME], size * 0.038, bike)
    canvas.polygon(put(disc((-0.12, -0.32), 0.06, 0.06)), bike)
    canvas.strokes([put(leg) for leg in LEGS], size * 0.11, body)
    canvas.polygon(put(smooth(BACK)), shirt)
    canvas.strokes([put([(0.03, -1.34), (0.2, -1.08), (0.42, -0.93)])], size * 0.085, shirt)
    canvas.strokes([put([(0.01, -1.38), (0.12, -1.52)])], size * 0.085, SKIN)
    canvas.polygon(put(disc((0.15, -1.54), 0.1, 0.115)), SKIN)
    canvas.polygon(put(smooth(HELMET)), mix(shirt, WHITE, 0.75))


def flyer(canvas: Canvas, at: Point, size: float, clothes: Color, helmet: Color) -> None:
    """Draw somebody hanging from a zip-line's pulley at `at`."""
    put = putter(at, size, turn=7)
    dark = mix(clothes, BLACK, 0.55)
    canvas.strokes([put([(0, 0.02), (0, 0.34)])], size * 0.025, dark)
    canvas.polygon(put([(-0.1, -0.05), (0.1, -0.05), (0.06, 0.06), (-0.06, 0.06)]), dark)
    canvas.strokes([put([(-0.1, 0.55), (-0.06, 0.3), (-0.02, 0.06)])], size * 0.075, clothes)
    legs = [[(0.02, 0.86), (0.34, 0.72), (0.62, 0.86)], [(0.02, 0.9), (0.3, 0.82), (0.5, 1.04)]]
    canvas.strokes([put(leg) for leg in legs], size * 0.125, dark)
    _torso(canvas, put, size, clothes, helmet)


def _torso(canvas: Canvas, put: Put, size: float, clothes: Color, helmet: Color) -> None:
    body = [(-0.2, 0.5), (-0.08, 0.44), (0.06, 0.54), (0.14, 0.84), (0.0, 0.97), (-0.13, 0.86)]
    hat = [(-0.26, 0.36), (-0.26, 0.25), (-0.14, 0.2), (-0.02, 0.27), (-0.02, 0.34)]
    canvas.polygon(put(smooth(body)), clothes)
    canvas.strokes([put([(-0.14, 0.58), (-0.4, 0.5), (-0.6, 0.3)])], size * 0.075, clothes)
    canvas.polygon(put(disc((-0.14, 0.36), 0.1, 0.115)), mix(SKIN, WHITE, 0.2))
    canvas.polygon(put(smooth(hat)), helmet)


def sitting(canvas: Canvas, at: Point, coat: Color) -> None:
    """Draw somebody who sits on the ground, small, with a straw hat."""
    x, y = at
    back = [(x - 17, y), (x - 14, y - 42), (x, y - 52), (x + 15, y - 42), (x + 24, y)]
    canvas.polygon(smooth(back), coat)
    canvas.ellipses([(x + 1, y - 64, 11, 13)], SKIN)
    canvas.ellipses([(x + 1, y - 72, 15, 6)], (232, 207, 154))
