"""A client on one of Python's libraries that answers many cases: python_worker.py LIBRARY.

Reads a case as one line of JSON on standard input and answers it with one on standard output:
`{"accepted": true}`, or `{"accepted": false, "says": "…"}` with the library's words. Each case gets
a client of its own by the functions of `python_client.py`, so that no pool, session or cookie
outlives one, and a process of its own where the library keeps more than that.
"""

import importlib
import json
import os
import sys
from types import SimpleNamespace

sys.dont_write_bytecode = True  # the folder of the definitions is not ours to write to

from python_client import LIBRARIES, reason  # noqa: E402

# Libraries that keep their anchors for the life of a process, with the modules that take long to load.
KEEPING = {"impit": "impit", "pip": "pip._internal.commands.download"}

# The most characters of a library's words that are told: an answer of over 64 KiB is not read.
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
    """The answer of a process that has loaded the library already, and ends with the case."""
    child = os.fork()
    if child == 0:
        print(json.dumps(answer(get, line)), flush=True)
        os._exit(0)
    end = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if end < 0:  # a signal: a crash of the library is one of the worker
        os.kill(os.getpid(), -end)
    if end > 0:
        sys.exit(f"the process of a case ended with {end}")


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
