"""Firefox that answers many cases: firefox_worker.py WORD… with the words that start it.

Each case is a channel as a page's load opens one, by Marionette, the protocol of its tests. It is
private and in a container of its own, so that no connection, session or issuer's certificate outlives
it.
"""

import json
import re
import socket
import sys
import time

sys.dont_write_bytecode = True  # the folder of the definitions is not ours to write to

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
        """Connects to the port that the browser has written, once it has."""
        while self.process.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", int(port.read_text())))
            except (FileNotFoundError, ValueError):
                time.sleep(0.02)
        self.die()

    def load(self, url, anchors):
        """Loads a page in a container of its own; Refused where it does not load."""
        contents = anchors.read_text()
        if contents != self.trusted:
            self.trusted = None  # until all of them are
            certificates = ["".join(text.split()) for text in BASE64.findall(contents)]
            self.call("WebDriver:ExecuteScript", script=TRUST, args=[certificates])
            self.trusted = contents
        self.cases += 1
        fault = self.call("WebDriver:ExecuteAsyncScript", script=LOAD, args=[url, self.cases])
        if fault["value"]:
            raise Refused(fault["value"])

    def call(self, name, **values):
        """The answer to a command; both are JSON after its length in decimal digits and a colon."""
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
