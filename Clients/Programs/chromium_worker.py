"""Chromium that runs many cases: chromium_worker.py WORD… with the command that starts it.

Each case is a page in its own browser context, opened by the DevTools protocol, so no connection,
session, verdict or cookie outlives it. A browser reads its trust anchors when it starts, so each set
of anchors needs its own browser. The worker keeps few, because almost all cases have the same set.
"""

import json
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True  # this folder may be read-only

from browser_worker import Browser, Refused, answer_cases  # noqa: E402

KEPT = 2  # browsers, of about 250 MB each
MAKE_DATABASE = pathlib.Path(__file__).with_name("nss_database")


class Chromium(Browser):
    def __init__(self, words, anchors):
        super().__init__()
        database = subprocess.run(
            ["sh", MAKE_DATABASE, anchors, self.home / ".pki/nssdb"], capture_output=True, text=True
        )
        if database.returncode:
            raise Refused("the anchors are not loaded: " + database.stderr)
        options = ["--remote-debugging-pipe", f"--user-data-dir={self.home}/profile", "about:blank"]
        # The browser reads commands from descriptor 3 and writes its answers to 4.
        script = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'
        self.start(
            ["sh", "-c", script, "sh", *words, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.unread = b""
        self.asked = 0

    def load(self, url):
        """Opens a page in its own context; raises Refused if it does not load."""
        context = self.call("Target.createBrowserContext", disposeOnDetach=True)["browserContextId"]
        try:
            page = self.call("Target.createTarget", url="about:blank", browserContextId=context)
            session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)
            loaded = self.call("Page.navigate", session=session["sessionId"], url=url)
            if "errorText" in loaded:
                raise Refused(loaded["errorText"])
        finally:
            self.call("Target.disposeBrowserContext", browserContextId=context)

    def call(self, method, session=None, **values):
        """Returns the answer to a command; both are JSON and end with a null byte."""
        self.asked += 1
        question = {"id": self.asked, "method": method, "params": values}
        if session:
            question["sessionId"] = session
        try:
            self.process.stdin.write(json.dumps(question).encode() + b"\0")
            self.process.stdin.flush()
        except BrokenPipeError:
            self.die()
        while True:
            message = self.message()
            if message.get("id") != self.asked:
                continue  # an event
            if "error" in message:
                raise Refused(method + ": " + message["error"]["message"])
            return message["result"]

    def message(self):
        while b"\0" not in self.unread:
            bytes = self.process.stdout.read1(65536)
            if not bytes:
                self.die()
            self.unread += bytes
        line, self.unread = self.unread.split(b"\0", 1)
        return json.loads(line)


def main():
    browsers = {}  # by their anchors, the most recently used last

    def load(url, anchors):
        contents = anchors.read_bytes()
        browsers[contents] = browsers.pop(contents, None) or Chromium(sys.argv[1:], anchors)
        if len(browsers) > KEPT:
            browsers.pop(next(iter(browsers))).end()
        browsers[contents].load(url)

    answer_cases(load)
    for browser in browsers.values():
        browser.end()


if __name__ == "__main__":
    main()
