"""Fetches one URL with a library of Python: python_client.py LIBRARY CA URL."""

import sys


def fetch_by_urllib(anchors, url):
    import ssl
    import urllib.request

    context = ssl.create_default_context(cafile=anchors)
    with urllib.request.urlopen(url, context=context, timeout=4) as response:
        return response.read()


LIBRARIES = {"urllib": fetch_by_urllib}


def main():
    library, anchors, url = sys.argv[1:]
    try:
        LIBRARIES[library](anchors, url)
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {error}")


main()
