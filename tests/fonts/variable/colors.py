# A small variable font in colour (COLR 1 with variable paints), drawn here, and static ones of fontTools' instancer that a test compares with it:
#
#   python3 colors.py      (fontTools 4.68)
import os
import tempfile

from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.designspaceLib import DesignSpaceDocument
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.varLib import build, instancer

HERE = os.path.dirname(os.path.abspath(__file__))
FAMILY = "Platen Colours"
FOREGROUND = 0xFFFF


def solid(index, alpha=1.0):
    return {"Format": 2, "PaletteIndex": index, "Alpha": alpha}


def line(*stops, extend="pad"):
    stops = [{"StopOffset": at, "PaletteIndex": index, "Alpha": alpha} for at, index, alpha in stops]
    return {"Extend": extend, "ColorStop": stops}


def glyph(name, paint):
    return {"Format": 10, "Glyph": name, "Paint": paint}


def linear(stops, *points):
    return {"Format": 4, "ColorLine": stops, **dict(zip(("x0", "y0", "x1", "y1", "x2", "y2"), points))}


def radial(stops, *circles):
    return {"Format": 6, "ColorLine": stops, **dict(zip(("x0", "y0", "r0", "x1", "y1", "r1"), circles))}


def sweep(stops, x, y, start, end):
    return {"Format": 8, "ColorLine": stops, "centerX": x, "centerY": y, "startAngle": start, "endAngle": end}


def moved(form, paint, **fields):
    return {"Format": form, "Paint": paint, **fields}


def composite(source, mode, backdrop):
    return {"Format": 32, "SourcePaint": source, "CompositeMode": mode, "BackdropPaint": backdrop}


def paints(t):
    """By character; `t` is -1, 0 and 1 in the lightest, the default and the heaviest master."""
    left = glyph("left", solid(1))
    return {
        "a": glyph("square", solid(0, 0.6 + 0.3 * t)),
        "b": glyph("square", linear(line((0.2 + 0.1 * t, 0, 1.0), (0.8, 1, 0.6 + 0.4 * t)), 100, 100, 900 - 200 * t, 300 + 100 * t, 100, 900)),
        "c": glyph("square", linear(line((0.0, 2, 1.0), (1.0, 3, 1.0), extend="reflect"), 300 + 50 * t, 0, 500 + 100 * t, 0, 300 + 50 * t, 100)),
        "d": glyph("square", radial(line((0.0, 0, 1.0), (1.0, 1, 1.0)), 400 + 80 * t, 500, 60 + 40 * t, 500, 500 - 40 * t, 320 + 60 * t)),
        "e": glyph("disc", sweep(line((0.0, 3, 1.0), (0.5, 0, 1.0), (1.0, 1, 1.0)), 500 + 60 * t, 500, 20 + 20 * t, 300 + 40 * t)),
        "f": moved(12, left, Transform=dict(xx=1 + 0.2 * t, yx=0.1 * t, xy=-0.2 * t, yy=1 - 0.1 * t, dx=20 * t, dy=30 + 60 * t)),
        "g": moved(14, left, dx=100 + 120 * t, dy=-40 * t),
        "h": moved(16, left, scaleX=0.9 + 0.4 * t, scaleY=0.8 - 0.3 * t),
        "i": moved(18, left, scaleX=0.7 + 0.3 * t, scaleY=0.6, centerX=500 + 100 * t, centerY=500),
        "j": moved(20, left, scale=0.8 + 0.2 * t),
        "k": moved(22, left, scale=0.7 + 0.3 * t, centerX=500, centerY=300 + 200 * t),
        "l": moved(24, left, angle=10 * t),
        "m": moved(26, left, angle=30 + 45 * t, centerX=500 + 20 * t, centerY=500),
        "n": moved(28, left, xSkewAngle=10 + 10 * t, ySkewAngle=5 * t),
        "o": moved(30, left, xSkewAngle=-15 * t, ySkewAngle=10, centerX=500, centerY=500 + 100 * t),
        "p": composite(glyph("disc", solid(0, 0.7 + 0.2 * t)), "multiply", moved(14, glyph("square", solid(3)), dx=60 + 60 * t, dy=0)),
        "q": composite(glyph("disc", solid(2)), "src_in", solid(5, 0.5 + 0.3 * t)),
        "r": {"Format": 1, "Layers": [glyph("square", solid(3)), glyph("disc", solid(FOREGROUND, 0.5 - 0.4 * t))]},
    }


CLIPS = {"s": lambda t: (200 + 100 * t, 150, 700 + 150 * t, 800 - 50 * t)}


def outline(points):
    pen = TTGlyphPen(None)
    pen.moveTo(points[0])
    for point in points[1:]:
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def box(left, bottom, right, top):
    return outline([(left, bottom), (left, top), (right, top), (right, bottom)])


def disc(radius):
    pen = TTGlyphPen(None)
    (x, y, r) = (500, 500, radius)
    pen.moveTo((x + r, y))
    for corner, end in [((x + r, y - r), (x, y - r)), ((x - r, y - r), (x - r, y)), ((x - r, y + r), (x, y + r)), ((x + r, y + r), (x + r, y))]:
        pen.qCurveTo(corner, end)
    pen.closePath()
    return pen.glyph()


def master(t, path):
    drawings = {**paints(t), "s": glyph("square", solid(1))}
    parts = {".notdef": box(100, 0, 500, 700), "square": box(100, 100, 900, 900), "left": box(100, 100, 500 + 80 * t, 900), "disc": disc(350 + 40 * t)}
    order = [*parts, "space", *drawings]
    build = FontBuilder(1000, isTTF=True)
    build.setupGlyphOrder(order)
    build.setupCharacterMap({32: "space", **{ord(c): c for c in drawings}})
    build.setupGlyf({**parts, "space": TTGlyphPen(None).glyph(), **{c: box(450, 100, 550, 900) for c in drawings}})
    build.setupHorizontalMetrics({name: (1000, 0) for name in order})
    build.setupHorizontalHeader(ascent=900, descent=-200)
    build.setupNameTable({"familyName": FAMILY, "styleName": "Regular", "psName": "PlatenColours-Regular"})
    build.setupOS2(sTypoAscender=900, sTypoDescender=-200, usWinAscent=900, usWinDescent=200, fsType=0, fsSelection=64)
    build.setupPost()
    font = build.font
    clips = {c: of(t) for c, of in CLIPS.items()}
    font["COLR"] = buildCOLR(drawings, version=1, glyphMap=font.getReverseGlyphMap(), clipBoxes=clips, allowLayerReuse=False)
    rgb = ((229, 57, 53), (30, 136, 229), (67, 160, 71), (253, 216, 53), (255, 255, 255), (0, 0, 0))
    font["CPAL"] = buildCPAL([[(r / 255, g / 255, b / 255, 1.0) for r, g, b in rgb]])
    font["head"].created = font["head"].modified = 3_800_000_000
    font.recalcTimestamp = False
    font.save(path)


def static(weight):
    font = instancer.instantiateVariableFont(TTFont(os.path.join(HERE, "colors.ttf"), recalcTimestamp=False), {"wght": weight})
    family = f"Static Colours {weight}"
    table = font["name"]
    for number, value in {1: family, 2: "Regular", 4: family, 6: family.replace(" ", "")}.items():
        table.setName(value, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 400
    font.save(os.path.join(HERE, f"static/colors-{weight}.ttf"))


with tempfile.TemporaryDirectory() as folder:
    designspace = DesignSpaceDocument()
    # half of the way up is a quarter
    designspace.addAxisDescriptor(
        tag="wght", name="Weight", minimum=100, default=400, maximum=900, map=[(100, 100), (400, 400), (650, 525), (900, 900)]
    )
    for weight, t in ((100, -1), (400, 0), (900, 1)):
        path = os.path.join(folder, f"{weight}.ttf")
        master(t, path)
        designspace.addSourceDescriptor(path=path, location={"Weight": weight}, familyName=FAMILY, styleName=str(weight))
    font, _, _ = build(designspace, colr_layer_reuse=False)
    font["fvar"].instances = []
    font.recalcTimestamp = False
    font.save(os.path.join(HERE, "colors.ttf"))
for weight in (200, 780):
    static(weight)
