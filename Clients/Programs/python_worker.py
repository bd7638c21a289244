"""A client on one of Python's libraries that runs many cases: python_worker.py LIBRARY.

Reads each case as one line of JSON on standard input and writes one line to standard output:
`{"accepted": true}`, or `{"accepted": false, "says": "…"}` with the library's error text. The
functions of `python_client.py` create a new client for each case, so no pool, session or cookie
outlives it. Libraries that keep more state get a new process for each case.
"""

import importlib
import json
import os
import sys
from types import SimpleNamespace

sys.dont_write_bytecode = True  # this folder may be read-only

from python_client import LIBRARIES, reason  # noqa: E402

# Libraries that keep their anchors until the process exits, with their modules that load slowly.
KEEPING = {"impit": "impit", "pip": "pip._internal.commands.download"}

# The maximum number of characters of an error text: Hatpin does not read answers above 64 KiB.
LONGEST = 5_000


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
        return {"accepted": False, "says": reason(fault)[:LONGEST]}
    if status not in (101, 200):
        return {"accepted": False, "says": f"status {status}"}
    return {"accepted": True}


def answer_in_child(get, line):
    """Returns the answer of a forked process that has loaded the library and exits after the case."""
    child = os.fork()
    if child == 0:
        print(json.dumps(answer(get, line)), flush=True)
        os._exit(0)
    end = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if end < 0:  # a signal: the worker crashes with the library
        os.kill(os.getpid(), -end)
    if end > 0:
        sys.exit(f"the process of a case exited with {end}")


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in LIBRARIES:
        print(f"usage: {sys.argv[0]} {{{','.join(LIBRARIES)}}}", file=sys.stderr)
        sys.exit(2)
    library = sys.argv[1]
    get = LIBRARIES[library]
    if library in KEEPING:
        importlib.import_module(KEEPING[library])
    for line in sys.stdin:
        if library in KEEPING:
            answer_in_child(get, line)
        else:
            print(json.dumps(answer(get, line)), flush=True)


if __name__ == "__main__":
    main()
