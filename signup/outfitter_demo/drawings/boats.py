"""What is on the water: kayaks, a schooner, a lobster boat, and the tail of a whale."""

from collections.abc import Sequence
from typing import Final

from outfitter_demo.drawings.canvas import Canvas, Color, Fill, Point, mix, place, smooth
from outfitter_demo.drawings.outlines import BLACK, WHITE, afloat, bar, box, disc, putter

# Unit drawings, about two units wide, standing on the waterline.
KAYAK: Final = [
    (-1.08, -0.115),
    (-0.7, -0.035),
    (0, -0.015),
    (0.7, -0.035),
    (1.08, -0.115),
    (0.78, 0.035),
    (0.3, 0.06),
    (-0.3, 0.06),
    (-0.78, 0.035),
]
DECK: Final = smooth([(-1.0, -0.16), (-0.5, -0.1), (0.1, -0.085), (0.6, -0.12), (1.12, -0.24)], closed=False)
HULL: Final = [*DECK, (0.96, -0.1), (0.74, 0.06), (-0.72, 0.06), (-0.94, -0.04)]
SAILS: Final[list[list[Point]]] = [
    [(-0.4, -0.2), (-0.4, -0.98), (-0.88, -1.22), (-1.14, -0.24)],
    [(-0.4, -1.02), (-0.4, -1.5), (-0.86, -1.24)],
    [(0.16, -0.22), (0.16, -0.94), (-0.24, -1.14), (-0.36, -0.24)],
    [(0.16, -0.98), (0.16, -1.4), (-0.22, -1.16)],
]
JIBS: Final[list[tuple[Point, Point, Point]]] = [
    ((0.2, -1.12), (0.68, -0.24), (0.22, -0.27)),
    ((0.25, -1.26), (1.02, -0.3), (0.56, -0.3)),
    ((0.29, -1.36), (1.46, -0.4), (0.88, -0.42)),
]
SPARS: Final = [
    bar((-0.4, -0.05), (-0.4, -1.56), 0.026),
    bar((0.16, -0.05), (0.16, -1.48), 0.026),
    bar((0.9, -0.18), (1.56, -0.42), 0.022),
    bar((-0.38, -0.22), (-1.18, -0.24), 0.018),
    bar((0.18, -0.23), (-0.38, -0.24), 0.018),
    bar((-0.4, -0.98), (-0.92, -1.24), 0.016),
    bar((0.16, -0.94), (-0.26, -1.16), 0.016),
]
RIGGING: Final[list[list[Point]]] = [
    [(0.16, -1.47), (1.55, -0.42)],
    [(-0.4, -1.55), (0.16, -1.47)],
    [(-0.4, -1.55), (-1.0, -0.16)],
    [(0.16, -1.2), (0.36, -0.12)],
    [(-0.4, -1.2), (-0.2, -0.1)],
]
FLUKE: Final = [
    (0.0, -0.5),
    (0.05, -0.6),
    (0.16, -0.7),
    (0.4, -0.82),
    (0.72, -0.88),
    (1.02, -0.82),
    (1.2, -0.7),
    (1.02, -0.71),
    (0.78, -0.64),
    (0.6, -0.54),
    (0.42, -0.48),
    (0.26, -0.36),
    (0.165, -0.2),
    (0.175, 0.0),
    (0.24, 0.1),
]
SHEER: Final = smooth([(-1.0, -0.17), (-0.4, -0.15), (0.2, -0.19), (0.7, -0.28), (1.08, -0.42)], closed=False)
WORKBOAT: Final = [*SHEER, (0.94, -0.12), (0.8, 0.05), (-0.96, 0.05)]
STRAKE: Final = [*SHEER, (1.05, -0.36), (0.68, -0.22), (0.2, -0.135), (-0.4, -0.1), (-1.0, -0.12)]
CABIN: Final = [
    (-0.1, -0.15),
    (-0.08, -0.53),
    (0.36, -0.53),
    (0.43, -0.33),
    (0.66, -0.31),
    (0.72, -0.24),
    (0.3, -0.17),
]
PANES: Final[list[list[Point]]] = [
    [(0.0, -0.47), (0.13, -0.47), (0.14, -0.33), (0.0, -0.33)],
    [(0.18, -0.47), (0.32, -0.47), (0.37, -0.34), (0.18, -0.33)],
]
POLES: Final = [
    bar((-0.38, -0.15), (-0.38, -0.55), 0.022),
    bar((0.1, -0.55), (0.1, -0.92), 0.016),
    bar((0.02, -0.8), (0.18, -0.8), 0.012),
    bar((-0.85, -0.15), (-0.72, -0.45), 0.014),
]
HELMSMAN: Final = [
    disc((-0.24, -0.42), 0.036, 0.045),
    smooth([(-0.31, -0.14), (-0.31, -0.32), (-0.24, -0.37), (-0.17, -0.32), (-0.17, -0.14)]),
]
TRAPS: Final = [box(x, y, x + 0.16, -0.15) for x, y in ((-0.86, -0.27), (-0.68, -0.27), (-0.78, -0.38))]


def kayak(canvas: Canvas, at: Point, size: float, hull: Color, people: Color, *, phase: int = 0) -> None:
    """Draw a tandem kayak; `phase` turns the paddles."""
    put = putter(at, size)
    crew = [
        *_paddler(-0.36, -0.02, up=1 if phase % 2 else -1),
        *_paddler(0.3, 0.03, up=-1 if phase % 2 else 1),
    ]
    afloat(canvas, [put(s) for s in crew], at[1] + 0.03 * size, people, mix(people, BLACK, 0.2))
    outline = [put(smooth(KAYAK))]
    afloat(canvas, outline, at[1] + 0.05 * size, hull, mix(hull, BLACK, 0.5))


def _paddler(seat: float, lean: float, *, up: int) -> list[list[Point]]:
    torso = [
        (seat - 0.085, 0),
        (seat - 0.1 + lean, -0.17),
        (seat - 0.06 + lean, -0.255),
        (seat + 0.05 + lean, -0.26),
        (seat + 0.095 + lean, -0.17),
        (seat + 0.08, 0),
    ]
    low, high = (seat - 0.42 * up, 0.0), (seat + 0.44 * up, -0.37)
    return [
        smooth(torso),
        disc((seat + lean * 1.6, -0.335), 0.056, 0.066),
        disc((seat + lean * 1.6, -0.372), 0.085, 0.022),
        bar(low, high, 0.018),
        bar((seat - 0.06, -0.2), (seat + 0.17 * up, -0.26), 0.05),
        bar((seat + 0.06, -0.19), (seat - 0.16 * up, -0.1), 0.05),
        disc(low, 0.085, 0.03),
        disc(high, 0.085, 0.03),
    ]


def schooner(canvas: Canvas, at: Point, size: float, hull: Color, sails: Fill, shade: Color) -> None:
    """Draw a two-masted gaff schooner under sail."""
    put, water = putter(at, size), at[1] + 0.055 * size
    cloth = [*(_belly(sail) for sail in SAILS), *(_jib(*jib) for jib in JIBS)]
    afloat(canvas, [put(s) for s in cloth], water, sails, shade, squash=0.62, alpha=0.3)
    places = (-0.7, -0.58, 0.02, 0.34, 0.44)
    crew = [disc((x, -0.2), 0.022, 0.03) for x in places]
    crew += [bar((x, -0.18), (x, -0.08), 0.05) for x in places]
    dark = [put(s) for s in (HULL, *SPARS, *crew)]
    afloat(canvas, dark, water, hull, hull, squash=0.62, alpha=0.4)
    canvas.strokes([put(pair) for pair in RIGGING], 1.1, hull, alpha=0.75)


def _belly(sail: Sequence[Point]) -> list[Point]:
    # Wind rounds the after edge of a gaff sail: from its peak down to its clew.
    tack, peak, clew = sail[0], sail[-2], sail[-1]
    out = 0.05 if (peak[0] + clew[0]) / 2 > tack[0] else -0.05
    leech = ((peak[0] + clew[0]) / 2 + out, (peak[1] + clew[1]) / 2)
    foot = ((clew[0] + tack[0]) / 2, (clew[1] + tack[1]) / 2 + 0.03)
    edge = smooth([peak, leech, clew], closed=False)
    return [*sail[:-2], *edge, *smooth([clew, foot, tack], closed=False)[1:]]


def _jib(head: Point, tack: Point, clew: Point) -> list[Point]:
    # The luff is a straight stay; leech and foot are a little round.
    leech = ((head[0] + clew[0]) / 2 + 0.03, (head[1] + clew[1]) / 2)
    foot = ((clew[0] + tack[0]) / 2, (clew[1] + tack[1]) / 2 + 0.035)
    edge = smooth([head, leech, clew], closed=False)
    return [tack, *edge, *smooth([clew, foot, tack], closed=False)[1:]]


def fluke(canvas: Canvas, at: Point, size: float, fill: Fill, shade: Color) -> None:
    """Draw the tail of a diving humpback, with the water that runs off it."""
    left = [(-x * 0.97, y + 0.035 * x) for x, y in reversed(FLUKE[1:])]
    outline = place(smooth([*FLUKE, *left], steps=6), at, size, turn=-4)
    cut = [point for point in outline if point[1] <= at[1] + 0.03 * size]
    canvas.polygon([(x, at[1] + (at[1] - y) * 0.5) for x, y in cut], shade, alpha=0.4, blur=3)
    canvas.polygon(cut, fill)
    rng = canvas.rng
    drops = [
        (
            at[0] + rng.uniform(-0.95, 0.95) * size,
            at[1] - rng.uniform(0.0, 0.5) * size * rng.random(),
            1.5,
            3.5,
        )
        for _ in range(80)
    ]
    canvas.ellipses(drops, WHITE, alpha=0.35)
    rings = [(at[0], at[1] + 0.03 * size, size * r, size * r * 0.085) for r in (0.5, 0.34)]
    canvas.ellipses(rings, WHITE, alpha=0.22, blur=3)


def workboat(canvas: Canvas, at: Point, size: float, hull: Color, house: Color, dark: Color) -> None:
    """Draw a lobster boat with its wheelhouse, under way."""
    put, water = putter(at, size), at[1] + 0.045 * size
    roof = bar((-0.42, -0.55), (0.42, -0.55), 0.045)
    parts: list[tuple[list[list[Point]], Color]] = [
        (TRAPS, mix(dark, house, 0.35)),
        ([CABIN], house),
        (PANES, dark),
        ([*POLES, *HELMSMAN], dark),
        ([roof], mix(house, dark, 0.25)),
        ([WORKBOAT], hull),
        ([STRAKE], mix(hull, house, 0.7)),
    ]
    for shapes, color in parts:
        shade = mix(color, BLACK, 0.3)
        afloat(canvas, [put(s) for s in shapes], water, color, shade, alpha=0.3)
    foam = [
        (
            at[0] - size * (0.2 + 0.22 * n),
            at[1] + (0.05 + 0.012 * n) * size,
            size * (0.6 + 0.1 * n),
            size * 0.02,
        )
        for n in range(6)
    ]
    canvas.ellipses(foam, WHITE, alpha=0.45, blur=1.6)
