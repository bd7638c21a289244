"""A client of the example: it reads a document from a server."""

import ssl
import urllib.request


def fetch(url, cafile):
    context = ssl.create_default_context(cafile=cafile)
    with urllib.request.urlopen(url, context=context, timeout=10) as answer:
        return answer.read()
