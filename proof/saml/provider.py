"""Serves a SAML identity provider by pySAML2, which answers as the test asks in `turn`; prints its port.

The folder of the first argument holds the provider's key and certificate, those of a stranger, and what the
services say about themselves (service-*.xml), which are read when the provider is opened.
"""

import base64
import glob
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.metadata import create_metadata_string
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.sigver import get_xmlsec_binary

folder = sys.argv[1]
SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
DIGEST = "http://www.w3.org/2001/04/xmlenc#sha256"
AUTHN = {"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"}


def config_of(name, minutes):
    base = f"http://127.0.0.1:{server.server_port}"
    services = sorted(glob.glob(f"{folder}/service-*.xml"))
    return IdPConfig().load(
        {
            "entityid": f"{base}/metadata",
            "xmlsec_binary": get_xmlsec_binary(),
            "key_file": f"{folder}/{name}.key",
            "cert_file": f"{folder}/{name}.pem",
            "metadata": {"local": services} if services else {},
            "service": {
                "idp": {
                    "want_authn_requests_signed": True,
                    "endpoints": {"single_sign_on_service": [(f"{base}/sso", BINDING_HTTP_REDIRECT)]},
                    "policy": {"default": {"lifetime": {"minutes": minutes}}},
                }
            },
        }
    )


def answer(query):
    turn, person = query.pop("turn"), query.pop("person")
    minutes = -10 if turn == "expired" else 5
    idp = Server(config=config_of("stranger" if turn == "stranger" else "own", minutes))
    issuer, consumer, asked = None, None, None
    if turn != "unsolicited":
        request = idp.parse_authn_request(
            query["SAMLRequest"],
            BINDING_HTTP_REDIRECT,
            relay_state=query.get("RelayState"),
            sigalg=query.get("SigAlg"),
            signature=query.get("Signature"),
        ).message
        issuer, asked = request.issuer.text, request.id
        consumer = idp.response_args(request)["destination"]
    else:
        issuer = query["service"]
        consumer = idp.metadata.assertion_consumer_service(issuer, BINDING_HTTP_POST)[0]["location"]
    audience = query.get("audience", issuer)
    response = idp.create_authn_response(
        {"mail": [person], "givenName": ["Ada"], "eduPersonAffiliation": ["buyers"]},
        asked,
        consumer,
        audience,
        name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text=f"id-{person}"),
        authn=AUTHN,
        sign_response=True,
        sign_assertion=turn != "half",
        sign_alg=SHA256,
        digest_alg=DIGEST,
    )
    return base64.b64encode(str(response).encode())


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        address = urlsplit(self.path)
        try:
            if address.path == "/metadata":
                body = create_metadata_string(None, config=config_of("own", 5), sign=False)
            else:
                body = answer(dict(parse_qsl(address.query)))
            status = 200
        except Exception as refusal:
            status, body = 403, f"{type(refusal).__name__}: {refusal}".encode()
        self.send_response(status)
        self.end_headers()
        self.wfile.write(body if isinstance(body, bytes) else body.encode())

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
