"""Fetches a URL of the shop: shop_client.py [--pin SHA256]... URL [CA]

The ssl module verifies the chain and the host name. Then the SHA-256 of the server's certificate is
compared with the pins of the host, before the request is sent.
"""

import argparse
import hashlib
import http.client
import ssl
import sys
import urllib.parse

# SHA-256 of certificates (DER), in hexadecimal: the one that is served now, and the next one. Both are made up.
PINS = {
    "api.example.com": {
        "4f0a1c5d86d3e1b1c61f2b7d5c0e9a8b7f6e5d4c3b2a19081706f5e4d3c2b1a0",
        "9c3b1e7a5d2f4860b7a9c8d1e0f2a3b4c5d6e7f8091a2b3c4d5e6f7081920a1b",
    }
}


def fetch(url, ca, pins):
    """Returns the status of the response. Raises OSError if the server is not the shop's."""
    parts = urllib.parse.urlsplit(url)
    context = ssl.create_default_context(cafile=ca)
    connection = http.client.HTTPSConnection(parts.hostname, parts.port, context=context)
    try:
        connection.connect()
        certificate = connection.sock.getpeercert(binary_form=True)
        if pins and hashlib.sha256(certificate).hexdigest() not in pins:
            raise OSError("the certificate is not pinned")
        connection.request("GET", parts.path or "/")
        return connection.getresponse().status
    finally:
        connection.close()


def main():
    reader = argparse.ArgumentParser()
    reader.add_argument("--pin", action="append", default=[])
    reader.add_argument("url")
    reader.add_argument("ca", nargs="?")
    words = reader.parse_args()
    pins = PINS.get(urllib.parse.urlsplit(words.url).hostname, set()) | set(words.pin)
    try:
        status = fetch(words.url, words.ca, pins)
    except (OSError, http.client.HTTPException) as error:
        sys.exit(f"shop_client: {error}")
    if status != 200:
        sys.exit(f"shop_client: status {status}")


main()
