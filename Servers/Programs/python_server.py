"""A server on Python's ssl that requires a client certificate: python_server.py PORT CERT KEY CA
[CRLS].

It answers each request with the user that the certificate names and the request's path, and logs
why it refuses a client.
"""

import http.server
import ssl
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    timeout = 60

    def setup(self):
        # The handshake runs in the connection's thread, so a silent client delays no other.
        self.request.settimeout(self.timeout)
        self.request.do_handshake()
        super().setup()

    def do_GET(self):
        subject = self.request.getpeercert().get("subject", ())
        names = [value for rdn in subject for key, value in rdn if key == "commonName"]
        body = f"user={names[-1] if names else ''} path={self.path}\n".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, address):
        print(sys.exc_info()[1], file=sys.stderr)


port, certificate, key, ca, *crls = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.verify_mode = ssl.CERT_REQUIRED
context.load_cert_chain(certificate, key)
context.load_verify_locations(ca)
if crls:
    context.load_verify_locations(crls[0])
    context.verify_flags |= ssl.VERIFY_CRL_CHECK_CHAIN
server = Server(("127.0.0.1", int(port)), Handler)
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
server.serve_forever()
