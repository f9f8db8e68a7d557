# Renders in Typst 0.15 for typst15.mjs: for each line of standard input one render, whose milliseconds and memory are a line of JSON.
import json
import os
import resource
import shutil
import sys
import time

import typst

about = json.loads(sys.argv[1])
bench = about["root"]
folder = os.path.join(about["dir"], "peers", "typst")
shutil.copytree(os.path.join(bench, "peers", "typst"), folder)
os.makedirs(os.path.join(about["dir"], "data"), exist_ok=True)
shutil.copy(os.path.join(bench, "data", "logo.png"), os.path.join(about["dir"], "data"))
compiler = typst.Compiler(
    input=os.path.join(folder, about["doc"] + ".typ"), root=about["dir"], font_paths=about["fonts"], ignore_system_fonts=True
)
for _ in sys.stdin:
    shutil.copyfile(about["given"], os.path.join(folder, "data.json"))
    begun = time.perf_counter()
    pdf = compiler.compile(format="pdf", pdf_standards=["a-2b"], pdf_tags=about["tagged"])
    ms = (time.perf_counter() - begun) * 1000
    with open(about["made"], "wb") as out:
        out.write(pdf)
    print(json.dumps({"ms": ms, "peakMB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}), flush=True)
