# Renders in Fullbleed, for fullbleed.mjs.
import json

import fullbleed
from timed import about, serve

engine = fullbleed.PdfEngine(
    page_width=about["width"],
    page_height=about["height"],
    margin=about["margin"],
    font_files=about["fonts"],
    document_title=about["doc"],
    footer_each=about["footer"],
    footer_font_name="Noto Sans",
    footer_font_size=8,
)


def render():
    with open(about["given"], encoding="utf-8") as source:
        given = json.load(source)
    return engine.render_pdf(given["html"], given["css"])


serve(render)
