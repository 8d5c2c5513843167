"""The pictures on the water."""

from typing import Final

from PIL import Image

from outfitter_demo.drawings import boats, buildings, figures, nature
from outfitter_demo.drawings.canvas import Canvas, Point, mix, rgb, smooth
from outfitter_demo.drawings.outlines import WHITE, mirrored

SHORE: Final = [
    (590.0, 640.0),
    (680.0, 668.0),
    (800.0, 700.0),
    (980.0, 746.0),
    (1200.0, 806.0),
    (1420.0, 846.0),
    (1650.0, 866.0),
]
LEDGES: Final = [
    (930, 655, 52),
    (1010, 690, 70),
    (1110, 712, 88),
    (1230, 722, 80),
    (1350, 728, 92),
    (1470, 724, 74),
    (1590, 726, 90),
]


def _sky(*stops: tuple[float, str]) -> list[tuple[float, tuple[int, int, int]]]:
    return [(place, rgb(color)) for place, color in stops]


def sea_kayak() -> Image.Image:
    """Draw kayaks between islands at sunrise."""
    sky = _sky((0, "#2b3a67"), (0.22, "#6a5a8c"), (0.4, "#d98a7b"), (0.52, "#ffc98b"), (0.62, "#ffe3b0"))
    canvas = Canvas("sea-kayak-3", sky)
    nature.clouds(canvas, 16, 90, 420, rgb("#ffb59a"), 0.55)
    nature.clouds(canvas, 8, 300, 520, rgb("#ffe2c0"), 0.6)
    nature.sun(canvas, (1035, 505), 40, rgb("#fff6df"), rgb("#ffb366"))
    far = nature.ridge(canvas, 520, 26, tilt=-50)
    nature.ground(canvas, far, _sky((0, "#b98791"), (0.4, "#e5ad94")))
    island = nature.ridge(canvas, 543, 15, tilt=60)
    nature.forest(canvas, island, (22, 46), 13, rgb("#7d5468"), between=(-20, 640))
    nature.ground(canvas, island, rgb("#7d5468"))
    nature.water(canvas, 560, rgb("#e9a886"), rgb("#27365e"), mirror=0.62, calm=0.8)
    nature.glitter(canvas, (1035, 562), 1000, 90, rgb("#fff0cf"), 420)
    canvas.band(528, 596, rgb("#ffd9b8"), 0.55)
    near = nature.hill(585, 16, 2.2, 0.8)
    nature.forest(canvas, near, (70, 150), 26, rgb("#33304f"), between=(-60, 300))
    ledge = [(60, 628, 62), (160, 634, 44), (262, 628, 34), (322, 632, 18)]
    nature.rocks(canvas, ledge, rgb("#2c2b47"), rgb("#c98f7d"))
    boats.kayak(canvas, (560, 690), 118, rgb("#8e3b3b"), rgb("#2d2440"), phase=1)
    boats.kayak(canvas, (985, 792), 205, rgb("#c2452f"), rgb("#251d38"))
    flock = [(700, 250, 26), (760, 282, 19), (655, 300, 15), (1260, 330, 20)]
    nature.birds(canvas, flock, rgb("#453a5a"))
    return canvas.finish()


def schooner() -> Image.Image:
    """Draw a schooner before a red evening."""
    sky = _sky((0, "#24304f"), (0.2, "#5d4a6f"), (0.38, "#c06a5e"), (0.5, "#f2a05f"), (0.6, "#ffd489"))
    canvas = Canvas("schooner-2", sky)
    nature.stars(canvas, 60, 190)
    nature.clouds(canvas, 20, 120, 470, rgb("#e8735a"), 0.5)
    nature.clouds(canvas, 9, 380, 560, rgb("#ffc27a"), 0.6)
    nature.sun(canvas, (500, 560), 62, rgb("#fff0c4"), rgb("#ff9a4d"))
    far = nature.ridge(canvas, 575, 34, tilt=36)
    nature.ground(canvas, far, _sky((0, "#8a4f5f"), (0.3, "#c77a5f")))
    nature.water(canvas, 610, rgb("#e8925c"), rgb("#251f3e"), mirror=0.6, calm=0.55)
    nature.glitter(canvas, (500, 612), 1000, 100, rgb("#ffe2a6"), 520)
    cloth = _sky((0, "#ffd9a8"), (0.55, "#f2a377"), (1, "#c96f5c"))
    boats.schooner(canvas, (965, 735), 335, rgb("#2a1b2c"), cloth, rgb("#4a2a3c"))
    flock = [(360, 250, 24), (418, 224, 18), (1330, 330, 20)]
    nature.birds(canvas, flock, rgb("#3b2a45"))
    return canvas.finish()


def whales() -> Image.Image:
    """Draw the tail of a humpback, the boat far behind."""
    sky = _sky((0, "#5d93b8"), (0.25, "#94bdd2"), (0.45, "#d3e4e6"), (0.55, "#eef2ea"))
    canvas = Canvas("whales-4", sky)
    nature.clouds(canvas, 18, 60, 420, WHITE, 0.6)
    nature.clouds(canvas, 10, 330, 470, rgb("#f7f4ea"), 0.7)
    nature.sun(canvas, (360, 210), 30, rgb("#fffdf2"), rgb("#fff2cf"))
    far = nature.ridge(canvas, 488, 10, tilt=-24)
    nature.ground(canvas, far, _sky((0, "#9db9c4"), (0.2, "#b8ccd2")))
    nature.water(canvas, 505, rgb("#8fb6c3"), rgb("#123f58"), mirror=0.42, calm=0.3)
    nature.glitter(canvas, (380, 508), 1000, 150, WHITE, 320)
    skin = _sky((0, "#1b2f3e"), (0.5, "#2b4557"), (1, "#182a38"))
    boats.fluke(canvas, (930, 735), 330, skin, rgb("#0b2233"))
    boats.workboat(canvas, (300, 536), 62, rgb("#20506b"), rgb("#f2f4f0"), rgb("#1a2f3d"))
    flock = [(1240, 250, 34), (1320, 296, 27), (1180, 320, 22), (1415, 240, 20), (640, 330, 16)]
    nature.birds(canvas, flock, rgb("#23394a"))
    return canvas.finish()


def lighthouse() -> Image.Image:
    """Draw a lighthouse on its ledge, a lobster boat below."""
    sky = _sky((0, "#3d7fb5"), (0.3, "#86b7d6"), (0.5, "#cfe3ea"), (0.6, "#f3efe2"))
    canvas = Canvas("lighthouse-2", sky)
    nature.clouds(canvas, 14, 70, 330, WHITE, 0.75)
    nature.clouds(canvas, 10, 300, 480, rgb("#fff7ec"), 0.7)
    far = nature.ridge(canvas, 508, 30, tilt=-30)
    nature.ground(canvas, far, _sky((0, "#8fb0bf"), (0.2, "#b3c9ce")))
    near = nature.ridge(canvas, 530, 10, tilt=24)
    nature.forest(canvas, near, (16, 36), 8, rgb("#5e8288"), between=(-20, 760))
    nature.ground(canvas, lambda x: near(x) + max(0.0, x - 640) / 9, rgb("#6f9094"), bottom=548)
    nature.water(canvas, 545, rgb("#86b3c4"), rgb("#124a66"), mirror=0.45, calm=0.55)
    _headland(canvas)
    boats.workboat(canvas, (470, 748), 230, rgb("#a33327"), rgb("#faf6ea"), rgb("#22333f"))
    buoys = [(720, 820), (300, 860), (860, 880)]
    canvas.ellipses([(x, y, 9, 13) for x, y in buoys], rgb("#e2572f"))
    canvas.ellipses([(x, y - 5, 9, 5) for x, y in buoys], rgb("#f6efe0"))
    flock = [(560, 300, 30), (640, 332, 22), (500, 350, 18), (800, 250, 16)]
    nature.birds(canvas, flock, rgb("#41566a"))
    return canvas.finish()


def _headland(canvas: Canvas) -> None:
    land = nature.hill(560, 20, 3.6, 0.5)

    def point(x: float) -> float:
        return land(x) + float(max(0.0, 980 - x) ** 1.35) / 26 - 26

    spruce = _sky((0, "#2f5a45"), (1, "#1d3d33"))
    nature.forest(canvas, lambda x: point(x) - 4, (90, 190), 30, spruce, between=(1330, 1640))
    rock = _sky((0, "#7c8f4e"), (0.12, "#a39a72"), (0.3, "#8c7a68"), (1, "#4f4a49"))
    foot = [(560, 716), (1640, 716), (1640, 790), (1200, 772), (820, 748)]
    canvas.polygon(foot, rgb("#33454f"), alpha=0.55, blur=9)
    nature.ground(canvas, point, rock, bottom=720)
    buildings.lighthouse(canvas, (1130, 548), 350, rgb("#fbf7ec"), rgb("#9fb2bd"), rgb("#b03a2e"))
    nature.rocks(canvas, LEDGES, rgb("#6d6059"), rgb("#e3c9a4"))
    loose = [(880, 640, 24), (960, 716, 36), (1180, 752, 40)]
    nature.rocks(canvas, loose, rgb("#5b5150"), rgb("#d9bd98"))


def paddle() -> Image.Image:
    """Draw paddleboards on a misty pond."""
    sky = _sky((0, "#7fa8a8"), (0.3, "#b9cfc4"), (0.5, "#f0e6cd"), (0.6, "#f8eed8"))
    canvas = Canvas("paddle-5", sky)
    nature.sun(canvas, (1180, 265), 34, rgb("#fffbe9"), rgb("#ffe9b8"))
    hills = (
        (330, 95, "#a9c3bb", "#d8ddcc"),
        (405, 70, "#84aba4", "#bfd0c2"),
        (470, 46, "#5f8f88", "#a3c0b3"),
    )
    for height, rough, color, low in hills:
        line = nature.ridge(canvas, height, rough, tilt=canvas.rng.uniform(-60, 60))
        nature.ground(canvas, line, _sky((0, color), (0.45, low)))
        canvas.band(height + 70, height + 190, rgb("#f3ead6"), 0.4)
    shore = nature.ridge(canvas, 540, 7)
    nature.forest(canvas, shore, (34, 92), 17, _sky((0, "#3f726a"), (1, "#5c8a7e")))
    nature.ground(canvas, shore, rgb("#557f74"))
    nature.water(canvas, 556, rgb("#b9cdbf"), rgb("#2e5f60"), mirror=0.78, calm=1.0)
    canvas.band(510, 640, rgb("#f7efdf"), 0.72)
    canvas.band(600, 700, rgb("#f3ecdc"), 0.3)
    _paddler(canvas, (1085, 690), 118, "#c8553d", flip=True)
    _paddler(canvas, (560, 800), 215, "#24474b", flip=False)
    rng = canvas.rng
    stems = [rng.gauss(1450, 90) for _ in range(46)]
    reeds = [[(x, 1010), (x + rng.uniform(-14, 26), rng.uniform(800, 930))] for x in stems]
    canvas.strokes(reeds, 3.2, rgb("#284b45"), alpha=0.9)
    return canvas.finish(vignette=0.16)


def _paddler(canvas: Canvas, at: Point, size: float, shirt: str, *, flip: bool) -> None:
    x, y = at
    person = figures.standing(at, size, holds="paddle", flip=flip)
    shade = rgb("#24474b")
    canvas.polygons(mirrored(person, y + size * 0.02, 0.8), shade, alpha=0.4, blur=2.4)
    canvas.ellipses([(x, y + size * 0.05, size * 0.72, size * 0.05)], shade, alpha=0.4, blur=3)
    canvas.ellipses([(x, y, size * 0.74, size * 0.045)], rgb("#f0d9a8"))
    canvas.ellipses([(x, y - size * 0.012, size * 0.7, size * 0.03)], rgb("#fff3d6"))
    canvas.polygons(person, mix(rgb(shirt), rgb("#1c3336"), 0.55))
    canvas.polygons(person[:1], rgb(shirt))


def island_picnic() -> Image.Image:
    """Draw a beach on a spruce island, a boat coming in and a picnic."""
    sky = _sky((0, "#4f9ac0"), (0.3, "#9dcbd8"), (0.5, "#dfeee6"), (0.6, "#f7f1dc"))
    canvas = Canvas("island-2", sky)
    nature.clouds(canvas, 14, 80, 400, WHITE, 0.7)
    for height, rough, color in ((478, 40, "#9cbfc6"), (508, 22, "#7ba9ae")):
        line = nature.ridge(canvas, height, rough, tilt=canvas.rng.uniform(-50, 50))
        nature.ground(canvas, line, rgb(color))
    nature.water(canvas, 540, rgb("#9fd0cf"), rgb("#1c6d7d"), mirror=0.4, calm=0.75)
    _island(canvas)
    stones = [(640, 668, 30), (700, 684, 40), (1540, 836, 46), (1590, 850, 60)]
    nature.rocks(canvas, stones, rgb("#7c7067"), rgb("#f0d9b0"))
    _blanket(canvas)
    figures.sitting(canvas, (1190, 752), rgb("#2b4a66"))
    figures.sitting(canvas, (1238, 744), rgb("#efe3c8"))
    boats.workboat(canvas, (395, 742), 190, rgb("#245c6d"), rgb("#faf5e6"), rgb("#1d3640"))
    nature.birds(canvas, [(520, 240, 28), (598, 270, 20), (300, 330, 16)], rgb("#3d5a68"))
    return canvas.finish(vignette=0.18)


def _island(canvas: Canvas) -> None:
    isle = nature.hill(585, 24, 4.3, 0.55)

    def crown(x: float) -> float:
        return isle(x) + float(max(0.0, 700 - x) ** 1.3) / 18 - 14

    back, front = _sky((0, "#3f7a5b"), (1, "#1f4a3e")), _sky((0, "#4c8a5f"), (1, "#27583f"))
    nature.forest(canvas, lambda x: crown(x) - 6, (120, 300), 38, back, between=(800, 1660))
    nature.forest(canvas, lambda x: crown(x) + 10, (90, 190), 42, front, between=(880, 1660))
    edge = smooth(SHORE, closed=False)
    shallow = [(x - 30, y + 42) for x, y in edge]
    canvas.strokes([shallow], 96, rgb("#a5e0d4"), alpha=0.45, blur=26)
    beach = [(x, crown(x)) for x in range(1640, 560, -8)]
    sand = _sky((0, "#6f9659"), (0.2, "#a7ad72"), (0.34, "#ecdcb4"), (1, "#d3b785"))
    canvas.polygon([*edge, *beach], sand)
    canvas.strokes([edge], 8, WHITE, alpha=0.7, blur=2)
    canvas.strokes([[(x - 9, y + 19) for x, y in edge]], 4, WHITE, alpha=0.4, blur=2)


def _blanket(canvas: Canvas) -> None:
    blanket: list[Point] = [(1140, 742), (1290, 728), (1332, 764), (1176, 780)]
    canvas.polygon([(x + 5, y + 9) for x, y in blanket], rgb("#8f7a55"), alpha=0.5, blur=3)
    canvas.polygon(blanket, rgb("#c8402f"))
    lines = [[(1140 + 37 * n, 742 - 3.5 * n), (1176 + 39 * n, 780 - 4 * n)] for n in range(1, 4)]
    canvas.strokes(lines, 4, rgb("#f5e6cf"), alpha=0.8)
    canvas.polygon([(1268, 722), (1316, 718), (1318, 744), (1272, 748)], rgb("#9a6a38"))
    handle = smooth([(1270, 724), (1292, 696), (1315, 720)], closed=False)
    canvas.strokes([handle], 5, rgb("#7d5429"))
