"""What people built: a lighthouse, old houses, lanterns; and the bare trees between them."""

import math
from typing import Final

from outfitter_demo.drawings.canvas import WIDTH, Canvas, Color, Point, mix, rgb, smooth
from outfitter_demo.drawings.outlines import BLACK, Put, bar, box, putter

DOME: Final = [(-0.075, -0.915), (-0.04, -0.985), (0, -1.03), (0.04, -0.985), (0.075, -0.915)]


def lighthouse(canvas: Canvas, foot: Point, height: float, light: Color, shade: Color, roof: Color) -> None:
    """Draw a white tower with its lantern, a keeper's house beside it."""
    put = putter(foot, height)
    _keepers_house(canvas, put, light, shade, roof)
    tower = [(-0.13, 0.02), (-0.085, -0.78), (0.085, -0.78), (0.13, 0.02)]
    canvas.polygon(put(tower), light)
    for left, alpha in ((0.02, 0.55), (0.075, 0.7)):
        side = [(left, 0.02), (left * 0.9, -0.78), (0.085, -0.78), (0.13, 0.02)]
        canvas.polygon(put(side), shade, alpha=alpha)
    gallery = [bar((-0.13, -0.79), (0.13, -0.79), 0.035), box(-0.055, -0.92, 0.055, -0.8)]
    canvas.polygons([put(part) for part in gallery], mix(roof, BLACK, 0.45))
    canvas.polygon(put(box(-0.042, -0.915, 0.042, -0.81)), (255, 240, 190))
    canvas.polygon(put(smooth(DOME, closed=False)), roof)
    slits = [box(-0.02, y, 0.015, y + 0.06) for y in (-0.62, -0.42, -0.2)]
    canvas.polygons([put(slit) for slit in slits], mix(shade, BLACK, 0.55))
    canvas.glow((foot[0], foot[1] - 0.86 * height), 0.6 * height, (255, 226, 150), 0.5)


def _keepers_house(canvas: Canvas, put: Put, light: Color, shade: Color, roof: Color) -> None:
    canvas.polygon(put(box(0.16, -0.2, 0.68, 0.02)), [(0, light), (1, mix(light, shade, 0.55))])
    canvas.polygon(put([(0.12, -0.19), (0.24, -0.36), (0.6, -0.36), (0.72, -0.19)]), roof)
    canvas.polygon(put(box(0.5, -0.44, 0.56, -0.34)), mix(roof, BLACK, 0.3))
    panes = [put(box(x, -0.14, x + 0.06, -0.06)) for x in (0.23, 0.38, 0.53)]
    canvas.polygons(panes, mix(shade, BLACK, 0.5))


def roofs(canvas: Canvas, base: float, tall: tuple[float, float], color: str, lit: float) -> None:
    """Draw a row of old houses, some of their windows lit."""
    rng, x = canvas.rng, -30.0
    walls: list[list[Point]] = []
    windows: list[list[Point]] = []
    while x < WIDTH + 30:
        wide, high = rng.uniform(90, 170), rng.uniform(*tall)
        top = base - high
        peak = top - wide * rng.uniform(0.3, 0.55)
        gable = [(x, top), (x + wide / 2, peak), (x + wide, top)]
        walls.append([(x, base + 80), *gable, (x + wide, base + 80)])
        chimney = x + wide * rng.choice((0.24, 0.7))
        walls.append(box(chimney, peak - 6, chimney + 15, top))
        for row in range(int(high // 62) + 1):
            for column in range(int(wide // 46)):
                if rng.random() < lit + 0.06:
                    left, upper = x + 18 + column * 44, top + 16 + row * 60
                    windows.append(box(left, upper, left + 19, upper + 28))
        x += wide - rng.uniform(2, 8)
    canvas.polygons(walls, rgb(color))
    if windows:
        canvas.polygons(windows, rgb("#ffc163"), alpha=0.5, blur=7)
        canvas.polygons(windows, rgb("#ffcf80"), alpha=0.95)


def church(canvas: Canvas, color: Color) -> None:
    """Draw a tower with its spire and one lit window."""
    canvas.polygon(
        [(420, 690), (420, 395), (448, 395), (470, 215), (492, 395), (520, 395), (520, 690)], color
    )
    canvas.strokes([[(470, 222), (470, 186)], [(459, 199), (481, 199)]], 4, color)
    window = smooth([(458, 470), (458, 440), (470, 424), (482, 440), (482, 470)])
    canvas.polygon(window, rgb("#ffcf7a"))


def bare_tree(canvas: Canvas, foot: Point, size: float) -> None:
    """Draw a tree without leaves."""
    rng = canvas.rng

    def grow(at: Point, turn: float, length: float, width: float) -> None:
        end = (at[0] + math.cos(turn) * length, at[1] - math.sin(turn) * length)
        bend = ((at[0] + end[0]) / 2 + rng.uniform(-0.06, 0.06) * length, (at[1] + end[1]) / 2)
        canvas.strokes([smooth([at, bend, end], closed=False)], width, rgb("#171231"))
        if width <= 1.6:
            return
        for side in (-1, 1):
            spread = turn + side * rng.uniform(0.22, 0.62)
            grow(end, spread, length * rng.uniform(0.62, 0.8), width * 0.63)

    grow(foot, math.pi / 2 + rng.uniform(-0.08, 0.08), size * 0.3, size * 0.045)


def lantern_light(canvas: Canvas, at: Point, size: float) -> None:
    """Light what is around a lantern."""
    canvas.glow(at, size * 1.9, rgb("#ffa84a"), 0.5)
    pool = [(at[0], at[1] + size * 0.55, size * 0.9, size * 0.16)]
    canvas.ellipses(pool, rgb("#ffb45e"), alpha=0.3, blur=22)


def lantern(canvas: Canvas, at: Point, size: float) -> None:
    """Draw a burning lantern."""
    wide, high = size * 0.05, size * 0.085
    x, y = at
    canvas.glow(at, size * 0.42, rgb("#ffd27a"), 0.9)
    canvas.ellipses([(x, y, wide, high)], rgb("#fff3cf"))
    corners = box(x - wide, y - high, x + wide, y + high)
    handle = [(x, y - high), (x, y - high * 1.7)]
    canvas.strokes([[*corners, corners[0]], handle], 2.6, rgb("#1a1430"))
