"""Firefox that runs many cases: firefox_worker.py WORD… with the command that starts it.

Each case is a channel like that of a page load, opened by Marionette, the protocol of Firefox's own
tests. The channel is private and in its own container, so no connection, session or issuer's
certificate outlives it.
"""

import json
import re
import socket
import sys
import time

sys.dont_write_bytecode = True  # this folder may be read-only

from browser_worker import Browser, Refused, answer_cases  # noqa: E402

BASE64 = re.compile("-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----")

TRUST = """
const [anchors] = arguments;
const database = Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB);
for (const known of database.getCerts()) {
  if (!known.isBuiltInRoot) database.deleteCertificate(known);
}
for (const anchor of anchors) database.addCertFromBase64(anchor, "C,,");
"""

LOAD = """
const [url, container, done] = arguments;
const { NetUtil } = ChromeUtils.importESModule("resource://gre/modules/NetUtil.sys.mjs");
Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB).clearOCSPCache();
const channel = NetUtil.newChannel({ uri: url, loadUsingSystemPrincipal: true });
channel.QueryInterface(Ci.nsIPrivateBrowsingChannel).setPrivate(true);
channel.loadInfo.originAttributes = { privateBrowsingId: 1, userContextId: container };
channel.asyncOpen({
  onStartRequest() {},
  onDataAvailable(request, stream, offset, count) {
    NetUtil.readInputStream(stream, count);
  },
  onStopRequest(request, status) {
    const words = channel.securityInfo?.errorCodeString;
    done(Components.isSuccessCode(status) ? null : words || ChromeUtils.getXPCOMErrorName(status));
  },
});
"""


class Firefox(Browser):
    def __init__(self, words):
        super().__init__()
        profile = self.home / "profile"
        profile.mkdir()
        (profile / "user.js").write_text('user_pref("marionette.port", 0);\n')
        options = ["--marionette", "-remote-allow-system-access", "--profile", profile]
        self.start([*words, *options])
        self.asked = 0
        self.cases = 0
        self.trusted = None
        self.connection = self.connect(profile / "MarionetteActivePort").makefile("rwb")
        self.message()  # the protocol's name
        self.call("WebDriver:NewSession")
        self.call("Marionette:SetContext", value="chrome")

    def connect(self, port):
        """Waits until the browser has written its port, and connects to it."""
        while self.process.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", int(port.read_text())))
            except (FileNotFoundError, ValueError):
                time.sleep(0.02)
        self.die()

    def load(self, url, anchors):
        """Loads a page in its own container; raises Refused if it does not load."""
        contents = anchors.read_text()
        if contents != self.trusted:
            self.trusted = None  # until all anchors are stored
            certificates = ["".join(text.split()) for text in BASE64.findall(contents)]
            self.call("WebDriver:ExecuteScript", script=TRUST, args=[certificates])
            self.trusted = contents
        self.cases += 1
        fault = self.call("WebDriver:ExecuteAsyncScript", script=LOAD, args=[url, self.cases])
        if fault["value"]:
            raise Refused(fault["value"])

    def call(self, name, **values):
        """Returns the answer to a command; both are JSON after their length in decimal and a colon."""
        self.asked += 1
        question = json.dumps([0, self.asked, name, values]).encode()
        try:
            self.connection.write(b"%d:%b" % (len(question), question))
            self.connection.flush()
        except (BrokenPipeError, ConnectionResetError):
            self.die()
        _, _, error, result = self.message()
        if error:
            raise Refused(name + ": " + error["message"])
        return result

    def message(self):
        length = b""
        while not length.endswith(b":"):
            byte = self.connection.read(1)
            if not byte:
                self.die()
            length += byte
        return json.loads(self.connection.read(int(length[:-1])))


def main():
    firefox = Firefox(sys.argv[1:])
    answer_cases(firefox.load)
    firefox.end()


if __name__ == "__main__":
    main()
