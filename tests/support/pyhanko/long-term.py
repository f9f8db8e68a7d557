# Verdict of pyHanko on the first signature of a file at B-LTA, now and in 2046, when the certificate of the signer has expired, offline: long-term.py ROOT.pem FILE
import asyncio
import datetime
import logging
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import DEFAULT_DIFF_POLICY
from pyhanko.sign.validation import ades
from pyhanko.sign.validation.policy_decl import PdfSignatureValidationSpec, SignatureValidationSpec
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.policy_decl import CertRevTrustPolicy, RevocationCheckingPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager

logging.disable(logging.CRITICAL)
trust = SimpleTrustManager.build(trust_roots=[load_cert_from_pemder(sys.argv[1])])
revocation = CertRevTrustPolicy(RevocationCheckingPolicy.from_legacy("require"))
chains = CertValidationPolicySpec(trust_manager=trust, revinfo_policy=revocation)
policy = PdfSignatureValidationSpec(
    SignatureValidationSpec(cert_validation_policy=chains, ts_cert_validation_policy=chains),
    diff_policy=DEFAULT_DIFF_POLICY,
)
later = datetime.datetime(2046, 11, 30, tzinfo=datetime.timezone.utc)


async def main(signature):
    now = await ades.ades_lta_validation(signature, policy)
    print(now.ades_subindic.name)
    future = await ades.simulate_future_ades_lta_validation(signature, policy, later)
    print(future.ades_subindic.name)


with open(sys.argv[2], "rb") as file:
    asyncio.run(main(PdfFileReader(file).embedded_regular_signatures[0]))
