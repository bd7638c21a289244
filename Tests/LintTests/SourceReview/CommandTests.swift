import ScenarioFormat
import Testing

@testable import Lint

/// Shell lines with one command that does not check certificates.
struct CommandTests {
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
        "python3 -m pip install --trusted-host pypi.org requests",
        "git config http.https://git.example.com.sslVerify false",
        "git -c http.sslVerify=false clone https://git.example.com/a",
        "npm config set strict-ssl=false",
        "npm --strict-ssl=false install",
    ])
    func `recognizes a command anywhere in a line`(line: String) {
        let findings = CodeCase("", "a.sh", line).review(line.utf8).findings
        #expect(findings.map(\.severity) == [.critical])
    }
}
