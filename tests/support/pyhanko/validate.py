# Verdicts of pyHanko on the signatures of PDF files, one JSON array a file: validate.py ROOT.pem FILE...
import json
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

logging.disable(logging.CRITICAL)
root = load_cert_from_pemder(sys.argv[1])
for name in sys.argv[2:]:
    verdicts = []
    with open(name, "rb") as file:
        reader = PdfFileReader(file)
        if reader.encrypted:
            reader.decrypt("")
        for signature in reader.embedded_regular_signatures:
            status = validate_pdf_signature(signature, ValidationContext(trust_roots=[root], allow_fetching=False))
            verdicts.append(
                {
                    "field": signature.field_name,
                    "valid": status.bottom_line,
                    "coverage": status.coverage.name,
                    "changes": status.modification_level.name if status.modification_level else None,
                    "docmdp": status.docmdp_ok,
                }
            )
    print(json.dumps(verdicts))
