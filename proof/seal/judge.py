"""Judges the seal of a PDF by pyHanko: prints what it finds as JSON. Arguments: the PDF, and the trusted certificate as DER."""
import json
import sys

from asn1crypto import x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext


def judge(path: str, trusted: str) -> dict:
    with open(trusted, "rb") as file:
        root = x509.Certificate.load(file.read())
    with open(path, "rb") as file:
        reader = PdfFileReader(file)
        signatures = reader.embedded_signatures
        if len(signatures) != 1:
            return {"signatures": len(signatures)}
        [signature] = signatures
        status = validate_pdf_signature(
            signature, ValidationContext(trust_roots=[root], allow_fetching=False)
        )
        attributes = [attr["type"].native for attr in signature.signer_info["signed_attrs"]]
        return {
            "signatures": 1,
            "intact": status.intact,
            "valid": status.valid,
            "trusted": status.trusted,
            "coverage": status.coverage.name,
            "bottomLine": status.bottom_line,
            "subFilter": signature.sig_object["/SubFilter"],
            "mechanism": status.pkcs7_signature_mechanism,
            "attributes": attributes,
        }


try:
    print(json.dumps(judge(sys.argv[1], sys.argv[2])))
except Exception as error:  # a file that is no PDF any more is refused, too
    print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
