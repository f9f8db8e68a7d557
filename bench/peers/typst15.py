# Renders in Typst 0.15, for typst15.mjs.
import os
import shutil

import typst
from timed import about, serve

bench = about["root"]
folder = os.path.join(about["dir"], "peers", "typst")
shutil.copytree(os.path.join(bench, "peers", "typst"), folder)
os.makedirs(os.path.join(about["dir"], "data"), exist_ok=True)
shutil.copy(os.path.join(bench, "data", "logo.png"), os.path.join(about["dir"], "data"))
compiler = typst.Compiler(
    input=os.path.join(folder, about["doc"] + ".typ"), root=about["dir"], font_paths=about["fonts"], ignore_system_fonts=True
)


def render():
    shutil.copyfile(about["given"], os.path.join(folder, "data.json"))
    return compiler.compile(format="pdf", pdf_standards=["a-2b"], pdf_tags=about["tagged"])


serve(render)
