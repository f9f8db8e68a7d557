# Symbol text and lines of slips that PyPI's qrbill draws; arguments are JSON: {account, creditor, …, language}. One JSON object a line.
import io
import json
import sys
import xml.etree.ElementTree as tree

from qrbill import QRBill

for argument in sys.argv[1:]:
    given = json.loads(argument)
    bill = QRBill(**given)
    out = io.StringIO()
    bill.as_svg(out)
    texts = ["".join(node.itertext()) for node in tree.fromstring(out.getvalue()).iter("{http://www.w3.org/2000/svg}text")]
    print(json.dumps({"text": bill.qr_data(), "lines": texts}))
