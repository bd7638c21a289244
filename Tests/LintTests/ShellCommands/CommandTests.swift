import ScenarioFormat
import Testing
import X509

@testable import Lint

/// Commands that do not check certificates, and similar commands that do.
struct CommandTests {
    private static let search = SourceSearch(.builtIn)

    private func findings(in script: String) -> [Finding] {
        var context = ReviewContext(now: Instant(seconds: 0))
        context.search = Self.search
        return Review.file(Array(script.utf8), named: "a.sh", context: context).findings
    }

    @Test(arguments: [
        "timeout 5 curl -k https://api.example.com",
        "sudo -E curl -k https://api.example.com",
        "sudo -u deploy curl -k https://api.example.com",
        "kubectl exec app -- curl -k https://api.example.com",
        "docker exec app curl -k https://api.example.com",
        "docker exec -it app curl -k https://api.example.com",
        "eval curl -k https://api.example.com",
        "/usr/local/bin/curl -k https://api.example.com",
        "A=1 B=2 curl -k https://api.example.com",
        "curl -k --noproxy localhost https://api.example.com",
        "curl -k --socks5-hostname 127.0.0.1:9050 https://api.example.com",
        "curl -k --noproxy localhost \"$URL\"",
        "docker run -eGIT_SSL_NO_VERIFY=1 git",
        "docker run --env=GIT_SSL_NO_VERIFY=1 git",
        "curl '-k' https://api.example.com",
        "curl \\-k https://api.example.com",
        "ssh host 'sh -c \"curl -k https://api.example.com\"'",
        "python3 -m pip install --trusted-host pypi.org requests",
        "git config http.https://git.example.com.sslVerify false",
        "git -C dir config http.sslVerify 'false'",
        "git -c http.sslVerify=false clone https://git.example.com/a",
        "npm config set strict-ssl=false",
        "npm --strict-ssl=false install",
    ])
    func `finds an insecure command anywhere in a line`(line: String) {
        #expect(findings(in: line).map(\.severity) == [.critical])
    }

    @Test(arguments: [
        "sudo -E apt-get install curl -k",
        "exec echo curl -k https://api.example.com",
        "sh -c echo curl -k",
        "curl -o -k https://api.example.com",
        "curl -- -k https://api.example.com",
        "git config http.sslVerify false-positive",
        "npm install set strict-ssl-false",
    ])
    func `finds nothing in a secure command that looks similar`(line: String) {
        #expect(findings(in: line).map(\.rule) == [])
    }

    @Test func `marks the option in the variable that holds it`() {
        let script = "A=(-s --insecure)\ncurl \"${A[@]}\" https://api.example.com\n"
        let finding = findings(in: script).first
        #expect(finding?.place?.range == 6..<16)
        #expect(finding?.fix?.edits == [Edit(5..<16, "")])
    }

    struct Reading: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: String
        /// The lines of the commands that the finding shows.
        let lines: [Int]
    }

    @Test(arguments: [
        Reading(
            testDescription: "options in a variable",
            script: "A=-k\ncurl $A \\\n  https://api.example.com\n",
            lines: [2]
        ),
        Reading(
            testDescription: "options in the command",
            script: "A=-s\ncurl -k $A https://api.example.com\n",
            lines: []
        ),
        Reading(
            testDescription: "a variable of the environment",
            script: "git pull\nexport GIT_SSL_NO_VERIFY=1\nls\nsudo git pull\ngit push\n",
            lines: [4, 5]
        ),
        Reading(
            testDescription: "a variable for one command",
            script: "GIT_SSL_NO_VERIFY=1 git pull\ngit push\n",
            lines: []
        ),
        Reading(
            testDescription: "a variable that the program does not read",
            script: "export GIT_SSL_NO_VERIFY=1\nnpm install\n",
            lines: []
        ),
    ])
    func `shows the commands that use an insecure variable`(test: Reading) {
        let related = findings(in: test.script).flatMap(\.related)
        #expect(related.map(\.place.mark.line) == test.lines)
    }

    struct Edited: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let script: String
        let fixed: String
    }

    @Test(arguments: [
        Edited(
            testDescription: "an option between others",
            script: "curl -s -k https://a.example\n",
            fixed: "curl -s https://a.example\n"
        ),
        Edited(
            testDescription: "a joined letter",
            script: "curl -skL https://a.example\n",
            fixed: "curl -sL https://a.example\n"
        ),
        Edited(
            testDescription: "an option with its value",
            script: "pip install --trusted-host pypi.org a\n",
            fixed: "pip install a\n"
        ),
        Edited(
            testDescription: "a value in quotation marks",
            script: "npm config set \"strict-ssl\" 'false'\n",
            fixed: "npm config set \"strict-ssl\" 'true'\n"
        ),
        Edited(
            testDescription: "the scheme of a URL",
            script: "curl \"http://$HOST/a\"\n",
            fixed: "curl \"https://$HOST/a\"\n"
        ),
        Edited(
            testDescription: "a setting before a command",
            script: "A=1 NODE_TLS_REJECT_UNAUTHORIZED=0 node .\n",
            fixed: "A=1 node .\n"
        ),
    ])
    func `fixes a command`(test: Edited) {
        let edits = findings(in: test.script).flatMap { $0.fix?.edits ?? [] }
        let fixed = ReviewedFile(Array(test.script.utf8), named: "a.sh").applying(edits)
        #expect(String(decoding: fixed, as: UTF8.self) == test.fixed)
    }
}
