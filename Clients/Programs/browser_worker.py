"""What the workers of browsers have in common: their cases, and a browser's process."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


class Refused(Exception):
    """The browser did not load a page, and why."""


class Browser:
    """A browser with a home of its own, below the worker's."""

    def __init__(self):
        self.home = pathlib.Path(tempfile.mkdtemp(dir=os.environ.get("HOME")))

    def start(self, words, **streams):
        """Starts its process, whose output is not of interest unless `streams` says so."""
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | streams
        self.process = subprocess.Popen(
            words,
            env={**os.environ, "HOME": str(self.home)},
            stderr=subprocess.DEVNULL,
            **streams,
        )

    def die(self):
        """Ends as the browser has ended: its crash is none of its verdicts."""
        status = self.process.wait()
        if status < 0:
            os.kill(os.getpid(), -status)
        sys.exit(f"the browser has ended with status {status}")

    def end(self):
        with self.process:
            self.process.kill()
        # Its children may still write; the rest goes with the worker's home.
        shutil.rmtree(self.home, ignore_errors=True)


def answer_cases(load):
    """Reads a case as one line of JSON on standard input and answers it with one on standard output:
    `{"accepted": true}`, or `{"accepted": false, "says": "…"}` with the browser's words.

    `load` opens a URL with the anchors of a file, and raises `Refused` where the browser does not.
    """
    for line in sys.stdin:
        case = json.loads(line)
        try:
            load(case["url"], pathlib.Path(case["ca"]))
            answer = {"accepted": True}
        except Refused as refused:
            answer = {"accepted": False, "says": str(refused)}
        print(json.dumps(answer), flush=True)
