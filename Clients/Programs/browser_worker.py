"""Shared code of the browser workers: reading cases and running a browser process."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


class Refused(Exception):
    """The reason why the browser did not load a page."""


class Browser:
    """A browser with its own home directory below the worker's."""

    def __init__(self):
        self.home = pathlib.Path(tempfile.mkdtemp(dir=os.environ.get("HOME")))

    def start(self, words, **streams):
        """Starts its process and discards its output unless `streams` says otherwise."""
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | streams
        self.process = subprocess.Popen(
            words,
            env={**os.environ, "HOME": str(self.home)},
            stderr=subprocess.DEVNULL,
            **streams,
        )

    def die(self):
        """Exits because the browser exited: a crash is not a verdict."""
        status = self.process.wait()
        if status < 0:
            os.kill(os.getpid(), -status)
        sys.exit(f"the browser exited with status {status}")

    def end(self):
        with self.process:
            self.process.kill()
        # Its child processes may still write here; Hatpin deletes the rest with the worker's home.
        shutil.rmtree(self.home, ignore_errors=True)


def answer_cases(load):
    """Reads each case as one line of JSON on standard input and writes one line to standard output:
    `{"accepted": true}`, or `{"accepted": false, "says": "…"}` with the browser's error text.

    `load` opens a URL with the anchors of a file, and raises `Refused` if the browser refuses.
    """
    for line in sys.stdin:
        case = json.loads(line)
        try:
            load(case["url"], pathlib.Path(case["ca"]))
            answer = {"accepted": True}
        except Refused as refused:
            answer = {"accepted": False, "says": str(refused)}
        print(json.dumps(answer), flush=True)
