# Small variable fonts, and static ones of fontTools' instancer that tests compare with them. From fonts of npm (OFL, no reserved names):
#
#   npm pack @fontsource-variable/inter@5.3.0 @fontsource-variable/roboto-flex@5.3.0    (unpacked into SOURCE/inter, SOURCE/roboto-flex)
#   python3 make.py SOURCE      (fontTools 4.63, brotli)
import os
import sys

from fontTools import subset
from fontTools.designspaceLib import DesignSpaceDocument
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.basePen import BasePen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._f_v_a_r import NamedInstance
from fontTools.varLib import build, instancer

SOURCE = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
TEXT = "HAVTO abcdefghijklmnopqrstuvwxyz 0123456789.,-é"
NAMES = (1, 2, 3, 4, 6, 16, 17, 25)


def small(path, **axes):
    font = TTFont(os.path.join(SOURCE, path), recalcTimestamp=False)
    font.flavor = None
    font.ensureDecompiled()
    options = subset.Options()
    options.notdef_outline = True
    options.layout_features = ["kern", "mark", "ccmp", "liga", "calt", "rvrn", "smcp"]
    options.name_IDs = ["*"]
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=TEXT)
    subsetter.subset(font)
    return instancer.instantiateVariableFont(font, axes) if axes else font


def name(font, family, style, postscript):
    table = font["name"]
    for record in list(table.names):
        if record.nameID in NAMES:
            table.removeNames(nameID=record.nameID)
    for number, value in {1: family, 2: style, 4: f"{family} {style}", 6: postscript}.items():
        table.setName(value, number, 3, 1, 0x409)


def instances(font, prefix, coordinates):
    fvar = font["fvar"]
    fvar.instances = []
    for style, at in coordinates.items():
        instance = NamedInstance()
        instance.coordinates = at
        instance.subfamilyNameID = font["name"].addMultilingualName({"en": style}, mac=False)
        instance.postscriptNameID = font["name"].addMultilingualName({"en": f"{prefix}-{style}"}, mac=False)
        fvar.instances.append(instance)


def static(path, out, family, **at):
    font = instancer.instantiateVariableFont(TTFont(os.path.join(HERE, path), recalcTimestamp=False), at)
    name(font, family, "Regular", family.replace(" ", ""))
    font["OS/2"].fsSelection = 64
    font.save(os.path.join(HERE, out))


class Lines(BasePen):
    """Curves as cubic ones: the elevated ones of two masters stay alike."""

    def __init__(self, glyphs, pen):
        super().__init__(glyphs)
        self.pen = pen

    def _moveTo(self, point):
        self.pen.moveTo(point)

    def _lineTo(self, point):
        self.pen.lineTo(point)

    def _curveToOne(self, *points):
        self.pen.curveTo(*points)

    def _closePath(self):
        self.pen.closePath()


def master(font, weight):
    font = instancer.instantiateVariableFont(font, {"wght": weight})
    glyphs = font.getGlyphSet()
    drawn = {}
    for glyph in font.getGlyphOrder():
        pen = T2CharStringPen(font["hmtx"][glyph][0], glyphs)
        glyphs[glyph].draw(Lines(glyphs, pen))
        drawn[glyph] = pen.getCharString(optimize=False)
    for tag in ("glyf", "loca", "prep", "gasp", "fpgm", "cvt "):
        if tag in font:
            del font[tag]
    font.sfntVersion = "OTTO"
    font["maxp"].tableVersion = 0x00005000
    FontBuilder(font=font).setupCFF(f"M{weight}", {}, drawn, {})
    path = os.path.join(SOURCE, f"master-{weight}.otf")
    font.save(path)
    return path


def cff2():
    designspace = DesignSpaceDocument()
    designspace.addAxisDescriptor(tag="wght", name="Weight", minimum=100, default=100, maximum=900)
    for weight in (100, 900):
        path = master(small("inter/files/inter-latin-wght-normal.woff2"), weight)
        designspace.addSourceDescriptor(path=path, location={"Weight": weight}, familyName="Platen Cubic", styleName=str(weight))
    font, _, _ = build(designspace)
    name(font, "Platen Cubic", "Thin", "PlatenCubic-Thin")
    font.save(os.path.join(HERE, "cubic.otf"))


roman = small("inter/files/inter-latin-opsz-normal.woff2")
name(roman, "Platen Variable", "Regular", "PlatenVariable-Regular")
instances(roman, "PlatenVariable", {"Light": {"opsz": 14, "wght": 300}, "Bold": {"opsz": 14, "wght": 700}, "Show": {"opsz": 32, "wght": 800}})
roman.save(os.path.join(HERE, "roman.ttf"))
italic = small("inter/files/inter-latin-opsz-italic.woff2")
name(italic, "Platen Variable", "Italic", "PlatenVariable-Italic")
italic["fvar"].instances = []
italic["OS/2"].fsSelection = 1
italic.save(os.path.join(HERE, "italic.ttf"))
slanted = small(
    "roboto-flex/files/roboto-flex-latin-full-normal.woff2",
    **{tag: None for tag in ("opsz", "GRAD", "XOPQ", "YOPQ", "XTRA", "YTUC", "YTLC", "YTAS", "YTDE", "YTFI")},
)
name(slanted, "Platen Slanted", "Regular", "PlatenSlanted-Regular")
slanted["fvar"].instances = []
slanted.save(os.path.join(HERE, "slanted.ttf"))
cff2()
static("roman.ttf", "static/roman-350.ttf", "Static Roman", opsz=14, wght=350)
static("roman.ttf", "static/show.ttf", "Static Show", opsz=32, wght=800)
static("italic.ttf", "static/italic-820.ttf", "Static Italic", opsz=20.5, wght=820)
static("slanted.ttf", "static/slanted.ttf", "Static Slanted", wght=400, wdth=62.5, slnt=-10)
font = instancer.instantiateVariableFont(TTFont(os.path.join(HERE, "cubic.otf")), {"wght": 640}, downgradeCFF2=True)
name(font, "Static Cubic", "Regular", "StaticCubic")
font.save(os.path.join(HERE, "static/cubic-640.otf"))
