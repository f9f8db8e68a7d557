# Fullbleed and Typst 0.15 with one template and many records, for bulk-peers.mjs: processor time of the whole process for a record.
import base64
import json
import resource
import sys

peer, file = sys.argv[1:3]
with open(file, encoding="utf-8") as source:
    spec = json.load(source)
records, warm = spec["records"], spec["warm"]


def cpu_ms():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return (used.ru_utime + used.ru_stime) * 1000


extra = {}
if peer == "fullbleed":
    import fullbleed

    engine = fullbleed.PdfEngine(
        page_width=spec["width"], page_height=spec["height"], margin="0mm", font_files=spec["fonts"], document_title=spec["title"]
    )
    compiled = engine.compile_pdf(spec["html"], "")
    render = lambda record: compiled.render_pdf_bindings({name: [value] for name, value in record.items()})
else:
    import os

    import typst

    fonts = typst.Fonts(include_system_fonts=False, font_paths=[os.path.dirname(spec["fonts"][0])])
    compiler = typst.Compiler(spec["typ"], font_paths=fonts)
    render = lambda record: compiler.compile(format="pdf", sys_inputs=record)

size = 0
for record in records[:warm]:
    render(record)
begun = cpu_ms()
for record in records[warm:]:
    pdf = render(record)
    size += len(pdf)
count = len(records) - warm
ms = (cpu_ms() - begun) / count
if peer == "fullbleed":
    columns = {name: [record[name] for record in records[warm:]] for name in records[0]}
    begun = cpu_ms()
    whole = compiled.render_pdf_bindings(columns)
    extra = {"onePdf": {"ms": (cpu_ms() - begun) / count, "bytes": len(whole) // count}}
print(json.dumps({"ms": ms, "bytes": size // count, "pdf": base64.b64encode(pdf).decode(), **extra}))
