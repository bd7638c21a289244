"""A client on one of Python's libraries that answers many cases: python_worker.py LIBRARY.

Reads a case as one line of JSON on standard input and answers it with one on standard output:
`{"accepted": true}`, or `{"accepted": false, "says": "…"}` with the library's words. Each case gets
a client of its own by the functions of `python_client.py`, so that no pool, session or cookie
outlives one.
"""

import json
import sys
from types import SimpleNamespace

sys.dont_write_bytecode = True  # the folder of the definitions is not ours to write to

from python_client import LIBRARIES, reason  # noqa: E402


def answer(get, line):
    values = json.loads(line)
    case = SimpleNamespace(
        url=values["url"],
        ca=values["ca"],
        pins=values.get("pins", []),
        certificate=values.get("client-certificate"),
        key=values.get("client-key"),
    )
    try:
        status = get(case)
    except Exception as fault:
        return {"accepted": False, "says": reason(fault)}
    if status not in (101, 200):
        return {"accepted": False, "says": f"status {status}"}
    return {"accepted": True}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in LIBRARIES:
        print(f"usage: {sys.argv[0]} {{{','.join(LIBRARIES)}}}", file=sys.stderr)
        sys.exit(2)
    for line in sys.stdin:
        print(json.dumps(answer(LIBRARIES[sys.argv[1]], line)), flush=True)


if __name__ == "__main__":
    main()
