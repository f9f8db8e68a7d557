# Files that pyHanko signs: certificates and authorities are certomancer's. Arguments: folder of keys, address of the authorities, a PDF, an output folder.
import sys
from os import path

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers, timestamps
from pyhanko_certvalidator import ValidationContext

keys, address, source, out = sys.argv[1:]
at = lambda name: path.join(keys, name)
signer = signers.SimpleSigner.load(at("keys/signer.key"), at("signer.crt"), ca_chain_files=(at("interm.crt"), at("root.crt")))
root, interm = (load_cert_from_pemder(at(name)) for name in ("root.crt", "interm.crt"))
stamper = timestamps.HTTPTimeStamper(f"{address}/tsa/tsa")
LEVELS = {
    "b-b": {},
    "b-t": {},
    "b-lt": {"embed_validation_info": True},
    "b-lta": {"embed_validation_info": True, "use_pades_lta": True},
}


def sign(given, name, field, level, spec=None, **more):
    context = ValidationContext(trust_roots=[root], allow_fetching=True, other_certs=[interm])
    about = signers.PdfSignatureMetadata(
        field_name=field, subfilter=fields.SigSeedSubFilter.PADES, validation_context=context, **LEVELS[level], **more
    )
    writer = IncrementalPdfFileWriter(open(given, "rb"))
    target = path.join(out, f"{name}.pdf")
    pdf_signer = signers.PdfSigner(about, signer, timestamper=None if level == "b-b" else stamper, new_field_spec=spec)
    with open(target, "wb") as file:
        pdf_signer.sign_pdf(writer, output=file)
    return target


for level in LEVELS:
    sign(source, level, "A", level)
fill = {"certify": True, "docmdp_permissions": fields.MDPPerm.FILL_FORMS}
certified = sign(source, "certified", "A", "b-lta", **fill)
sign(certified, "signed-again", "B", "b-lta", reason="Seen")
sign(source, "no-changes", "A", "b-lta", certify=True, docmdp_permissions=fields.MDPPerm.NO_CHANGES)
sign(source, "visible", "A", "b-b", spec=fields.SigFieldSpec("A", box=(100, 20, 200, 60), on_page=0))

# forbidden: a title that pyHanko writes is metadata, a page's rotation is not
writer = IncrementalPdfFileWriter(open(certified, "rb"))
page = writer.root["/Pages"]["/Kids"][0].get_object()
page["/Rotate"] = generic.NumberObject(90)
writer.update_container(page)
with open(path.join(out, "turned.pdf"), "wb") as file:
    writer.write(file)
