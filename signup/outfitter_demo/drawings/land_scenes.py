"""The pictures on land and at night."""

import math
from collections.abc import Callable
from typing import Final

from PIL import Image

from outfitter_demo.drawings import buildings, figures, nature
from outfitter_demo.drawings.canvas import HEIGHT, WIDTH, Canvas, Point, mix, rgb, smooth
from outfitter_demo.drawings.outlines import WHITE

# Layers of a forest: height, swell, trees from-to, gap, colour at the top and further down.
LAYERS: Final = (
    (565, 60, (60, 120), 19, "#6fa07c", "#94b98c"),
    (655, 55, (110, 210), 27, "#4a8163", "#6a9a70"),
    (780, 50, (190, 330), 40, "#2f6450", "#437a59"),
    (930, 40, (170, 290), 44, "#214d3f", "#1a4034"),
)
AUTUMN: Final = (
    ("#b5622e", "#d98a3a", "#efb25a"),
    ("#a8452a", "#cf6a35", "#e89a4e"),
    ("#b98a2c", "#dcb343", "#f2d573"),
    ("#8f3a2b", "#b9542f", "#d98146"),
)
# Those who follow the lantern: x, y, size, whether they carry one.
GUESTS: Final = (
    (905, 838, 150, False),
    (985, 850, 168, True),
    (1075, 842, 140, False),
    (1150, 858, 172, False),
    (1240, 846, 128, False),
    (1310, 862, 160, True),
)
HAT: Final[list[Point]] = [
    (556, 662),
    (640, 662),
    (640, 652),
    (622, 650),
    (618, 600),
    (578, 600),
    (574, 650),
    (556, 652),
]
# The Milky Way from its haze to its core: colour, strength, breadth, size of its clouds.
GALAXY: Final = (
    ("#4a5aa0", 0.1, 120, 70),
    ("#8a7cc0", 0.09, 80, 48),
    ("#d9b8c8", 0.08, 44, 30),
    ("#fff1dc", 0.1, 24, 16),
)


def _sky(*stops: tuple[float, str]) -> list[tuple[float, tuple[int, int, int]]]:
    return [(place, rgb(color)) for place, color in stops]


def zip_line() -> Image.Image:
    """Draw somebody flying over the tops of old spruces."""
    sky = _sky((0, "#6fb0c9"), (0.3, "#b5d8d6"), (0.55, "#eef0d4"), (1, "#f5efcf"))
    canvas = Canvas("zip-line-3", sky)
    nature.clouds(canvas, 12, 60, 300, WHITE, 0.6)
    nature.sun(canvas, (300, 190), 36, rgb("#fffdf0"), rgb("#fff0b8"))
    for height, rough, color, low in ((400, 70, "#a3c6b8", "#cfdec3"), (480, 56, "#7fae95", "#b4cfac")):
        line = nature.ridge(canvas, height, rough, tilt=canvas.rng.uniform(-70, 70))
        nature.ground(canvas, line, _sky((0, color), (0.5, low)))
    nature.ground(canvas, nature.hill(520, 2, 1), _sky((0, "#a9cfd2"), (0.1, "#8fbfc4")), bottom=600)
    for height, swell, tall, gap, color, low in LAYERS:
        line = nature.hill(height, swell, canvas.rng.uniform(0, 6), 0.8)
        needles = [(0, mix(rgb(color), WHITE, 0.12)), (1, rgb(color))]
        nature.forest(canvas, line, tall, gap, needles, sink=0.22)
        nature.ground(canvas, line, _sky((0, color), (0.6, low)))
        if height < 900:
            canvas.band(height + 20, height + 150, rgb("#e8f0d2"), 0.34)
    canvas.strokes([[(x, _cable(x)) for x in range(-10, WIDTH + 11, 20)]], 3.4, rgb("#2a3b36"))
    figures.flyer(canvas, (880, _cable(880)), 235, rgb("#d8562c"), rgb("#f4d35e"))
    near = _sky((0, "#23503f"), (1, "#122e27"))
    nature.forest(canvas, lambda _x: 1020, (330, 520), 60, near, between=(-80, 330))
    nature.forest(canvas, lambda _x: 1020, (300, 560), 66, near, between=(1290, 1680))
    return canvas.finish()


def _cable(x: float) -> float:
    return 236 + 0.115 * x + 58 * math.sin(math.pi * x / WIDTH)


def carriage_road() -> Image.Image:
    """Draw two riders on a broken-stone road in autumn."""
    sky = _sky((0, "#6fa3c4"), (0.3, "#b6d0d4"), (0.55, "#f6e7c4"), (1, "#f6e7c4"))
    canvas = Canvas("carriage-7", sky)
    nature.clouds(canvas, 12, 60, 320, WHITE, 0.65)
    for height, rough, color, low in ((380, 80, "#93a9b0", "#c9c9b4"), (455, 55, "#8f8f7c", "#cdb98c")):
        line = nature.ridge(canvas, height, rough, tilt=canvas.rng.uniform(-60, 60))
        nature.ground(canvas, line, _sky((0, color), (0.5, low)))
    _woods(canvas)
    _road(canvas)
    shadow = smooth([(560, 900), (900, 872), (1120, 884), (860, 920)])
    canvas.polygon(shadow, rgb("#5b4730"), alpha=0.4, blur=6)
    figures.cyclist(canvas, (610, 760), 108, rgb("#2b2723"), rgb("#3a3430"), rgb("#2f6f7c"))
    figures.cyclist(canvas, (890, 890), 182, rgb("#231f1c"), rgb("#352e29"), rgb("#c4452e"))
    rng = canvas.rng
    leaves = [
        (rng.uniform(0, WIDTH), rng.uniform(600, HEIGHT), rng.uniform(3, 8), rng.uniform(2, 4))
        for _ in range(170)
    ]
    for part, color in enumerate(("#d9822f", "#b8432a", "#e9b84a")):
        canvas.ellipses(leaves[part::3], rgb(color), alpha=0.85)
    return canvas.finish(vignette=0.2)


def _woods(canvas: Canvas) -> None:
    rng = canvas.rng
    back = nature.hill(560, 26, 1.1, 0.7)
    for number in range(34):
        x = -40 + number * 51 + rng.uniform(-20, 20)
        colors = [mix(rgb(color), rgb("#e8d5a8"), 0.28) for color in AUTUMN[number * 7 % 4]]
        nature.leafy(canvas, (x, back(x) + 14), rng.uniform(110, 165), colors, rgb("#6b5340"))
    nature.ground(canvas, back, _sky((0, "#b99c55"), (0.4, "#9b8a48"), (1, "#6f6a35")))
    for x in (90, 250, 1290, 1440, 1570):
        foot = (x, 640 + rng.uniform(-12, 26))
        colors = [rgb(color) for color in AUTUMN[x % 4]]
        nature.leafy(canvas, foot, rng.uniform(330, 430), colors, rgb("#4a3628"))


def _road(canvas: Canvas) -> None:
    rng = canvas.rng
    right = smooth([(905, 640), (1130, 820), (1370, 1010)], closed=False)
    left = smooth([(150, 1010), (455, 820), (660, 640)], closed=False)
    gravel = _sky((0, "#d9c9a6"), (1, "#c7ae84"))
    canvas.polygon([(760, 552), (800, 552), *right, *left], gravel)
    stones = [(rng.uniform(330, 1230), rng.uniform(690, 990), rng.uniform(2, 6), 1.6) for _ in range(240)]
    canvas.ellipses(stones, rgb("#a58a63"), alpha=0.5)


def lantern_walk() -> Image.Image:
    """Draw a night street, a host with a lantern and those who follow."""
    sky = _sky((0, "#101433"), (0.35, "#27265a"), (0.6, "#5a4175"), (0.75, "#8f5c7d"))
    canvas = Canvas("lantern-6", sky)
    nature.stars(canvas, 260, 480)
    nature.sun(canvas, (1225, 190), 54, rgb("#f6ecd2"), rgb("#b9a7d9"))
    nature.clouds(canvas, 9, 150, 420, rgb("#6d5890"), 0.5)
    buildings.roofs(canvas, 560, (60, 120), "#43346b", 0.1)
    buildings.roofs(canvas, 660, (120, 220), "#2b234d", 0.28)
    buildings.church(canvas, rgb("#1f1a3d"))
    buildings.bare_tree(canvas, (150, 730), 400)
    buildings.bare_tree(canvas, (1490, 740), 460)
    street = nature.hill(720, 8, 0.4, 0.5)
    nature.ground(canvas, street, _sky((0, "#3a2c55"), (0.4, "#241d3f"), (1, "#120f26")))
    rng = canvas.rng
    rows = [rng.uniform(735, 990) for _ in range(330)]
    cobbles = [(rng.uniform(0, WIDTH), y, 10 + (y - 720) * 0.12, 1.5 + (y - 720) * 0.012) for y in rows]
    canvas.ellipses(cobbles, rgb("#6a5180"), alpha=0.22)
    _procession(canvas)
    canvas.band(690, 800, rgb("#a889b5"), 0.2)
    return canvas.finish(vignette=0.3)


def _procession(canvas: Canvas) -> None:
    for x, y, size, has_lantern in GUESTS:
        if has_lantern:
            buildings.lantern_light(canvas, (x - 0.36 * size, y - 0.45 * size), size)
    buildings.lantern_light(canvas, (520, 770), 215)
    coat = _sky((0, "#2c2145"), (1, "#120e24"))
    for x, y, size, has_lantern in GUESTS:
        holds = "lantern" if has_lantern else ""
        guest = figures.standing((x, y), size, holds=holds, long_coat=True, flip=True)
        canvas.polygons(guest, coat)
    host = figures.standing((598, 872), 226, holds="lantern", long_coat=True, flip=True)
    canvas.polygons(host, _sky((0, "#33224a"), (1, "#120d22")))
    canvas.polygon(HAT, rgb("#241937"))
    for at, size in (((517, 766), 215), ((924, 782), 168), ((1252, 796), 160)):
        buildings.lantern(canvas, at, size)


def stargazing() -> Image.Image:
    """Draw the Milky Way over a summit, somebody at a telescope."""
    sky = _sky((0, "#060b22"), (0.35, "#0e1d44"), (0.6, "#1f3a68"), (0.74, "#4d6f8f"), (0.8, "#9fae9a"))
    canvas = Canvas("stars-8", sky)
    _milky_way(canvas)
    for x, y, radius in ((1240, 130, 2.6), (470, 210, 2.4), (820, 330, 2.2), (1410, 420, 2.4)):
        canvas.glow((x, y), 22, rgb("#cfe0ff"), 0.6)
        canvas.ellipses([(x, y, radius, radius)], WHITE)
    canvas.strokes([[(1130, 250), (1255, 318)]], 1.6, WHITE, alpha=0.7, blur=0.6)
    for height, rough, color in ((735, 42, "#2c4763"), (785, 36, "#1b3049")):
        line = nature.ridge(canvas, height, rough, tilt=canvas.rng.uniform(-60, 60))
        nature.ground(canvas, line, rgb(color))
        canvas.band(height + 20, height + 110, rgb("#6f8a9c"), 0.25)
    summit = nature.hill(880, 34, 3.9, 0.55)
    nature.forest(canvas, summit, (40, 130), 40, rgb("#0b1526"), between=(-40, 420))
    nature.forest(canvas, summit, (40, 110), 44, rgb("#0b1526"), between=(1320, 1640))
    nature.ground(canvas, summit, _sky((0, "#101d31"), (1, "#050a15")))
    _watchers(canvas, summit)
    return canvas.finish(vignette=0.28, grain=4)


def _milky_way(canvas: Canvas) -> None:
    rng = canvas.rng

    def somewhere(spread: float) -> Point:
        along, across = rng.random(), rng.gauss(0, spread)
        return 300 + along * 1150 + across * 0.6, 820 - along * 900 + across * 0.75

    for color, alpha, spread, size in GALAXY:
        cloud = [
            (*somewhere(spread), size * rng.uniform(0.5, 1.5), size * rng.uniform(0.4, 1.1))
            for _ in range(150)
        ]
        for part in range(3):
            canvas.ellipses(cloud[part::3], rgb(color), alpha=alpha, blur=26)
    dust = [(*somewhere(20), rng.uniform(20, 60), rng.uniform(8, 24)) for _ in range(46)]
    canvas.ellipses(dust, rgb("#0c1738"), alpha=0.34, blur=14)
    nature.stars(canvas, 1500, 760)
    river = [(*somewhere(70), rng.uniform(0.4, 1.1), rng.uniform(0.4, 1.1)) for _ in range(1300)]
    canvas.ellipses(river, rgb("#f4efff"), alpha=0.6)


def _watchers(canvas: Canvas, summit: Callable[[float], float]) -> None:
    dark, foot = rgb("#060d1b"), summit(868)
    for x, size in ((770, 128), (640, 104), (598, 78)):
        canvas.polygons(figures.standing((x, summit(x) + 3), size, flip=x == 640), dark)
    head = (868, foot - 100)
    legs = [[head, (830, foot + 4)], [head, (900, foot + 3)], [head, (872, foot + 6)]]
    canvas.strokes(legs, 5, dark)
    canvas.strokes([[(812, foot - 72), (948, foot - 156)]], 23, dark)
    canvas.strokes([[(936, foot - 148), (962, foot - 164)]], 30, dark)
    canvas.glow((846, foot - 66), 60, rgb("#ff4a3a"), 0.55)
    canvas.ellipses([(846, foot - 66, 3, 3)], rgb("#ff8a70"))
