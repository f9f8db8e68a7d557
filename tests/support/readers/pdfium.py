"""Prints what pdfium reads in PDF files as one JSON object: a file's name to the texts of its pages."""

import json
import sys

import pypdfium2

out = {}
for name in sys.argv[1:]:
    with pypdfium2.PdfDocument(name) as document:
        pages = []
        for page in document:
            text = page.get_textpage()
            pages.append(text.get_text_range() if text.count_chars() > 0 else "")
        out[name] = pages
json.dump(out, sys.stdout)
