import ScenarioFormat
import Testing
import X509

@testable import Lint

/// The edits and notes of checks that are written in Swift.
///
/// The samples of the rules test which code has a mistake.
@Suite struct SourceCheckTests {
    private static func review(
        _ text: String,
        _ file: String,
        _ project: [ProjectFiles.Fact: [String]] = [:]
    ) -> Review {
        var context = ReviewContext(now: Instant(seconds: 1_767_225_600))
        context.search = SourceSearch(.builtIn)
        context.surroundings = ProjectFiles(project)
        return Review.file(Array(text.utf8), named: file, context: context)
    }

    struct Fixed: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var file = "a.conf"
        let text: String
        /// The text after the edits of all findings; nil if there are none.
        let fixed: String?
        var notes: [String] = []
    }

    @Test(arguments: [
        Fixed(
            testDescription: "nginx: turns on what is off in the same block",
            text: """
                location / {
                  proxy_ssl_verify off;
                  proxy_ssl_trusted_certificate /etc/ca.pem;
                  proxy_pass https://api.example.com;
                }

                """,
            fixed: """
                location / {
                  proxy_ssl_verify on;
                  proxy_ssl_trusted_certificate /etc/ca.pem;
                  proxy_pass https://api.example.com;
                }

                """
        ),
        Fixed(
            testDescription: "nginx: adds what an outer block turns off",
            text: """
                proxy_ssl_verify off;
                proxy_ssl_trusted_certificate /etc/ca.pem;
                location / { proxy_pass https://api.example.com; }
                """,
            fixed: """
                proxy_ssl_verify off;
                proxy_ssl_trusted_certificate /etc/ca.pem;
                location / { proxy_ssl_verify on; proxy_pass https://api.example.com; }
                """
        ),
        Fixed(
            testDescription: "nginx: adds the name of the only server",
            text: """
                upstream backend { server api.internal.example.com:8443 weight=1; }
                location / {
                  proxy_ssl_trusted_certificate /etc/ca.pem;
                  proxy_pass https://backend;
                }
                """,
            fixed: """
                upstream backend { server api.internal.example.com:8443 weight=1; }
                location / {
                  proxy_ssl_trusted_certificate /etc/ca.pem;
                  proxy_ssl_verify on;
                  proxy_ssl_name api.internal.example.com;
                  proxy_pass https://backend;
                }
                """,
            notes: ["nginx expects the name `backend` unless proxy_ssl_name sets another"]
        ),
        Fixed(
            testDescription: "nginx: does not name a CA file that may not exist",
            text: "location / {\n  proxy_pass https://api.example.com;\n}\n",
            fixed: nil
        ),
        Fixed(
            testDescription: "nginx: leaves another module's upstream",
            text: "proxy_ssl_verify on;\ngrpc_pass grpcs://api.example.com;\n",
            fixed: nil
        ),
        Fixed(
            testDescription: "nginx: notes an upstream on this machine",
            text: "location / { proxy_pass https://127.0.0.1:8443; }\n",
            fixed: nil,
            notes: ["the host is on this machine or a private network"]
        ),
        Fixed(
            testDescription: "curl: marks the version",
            file: "build.sh",
            text:
                "wget https://curl.se/download/curl-8_9_1.tar.gz\n./configure --with-wolfssl --with-ngtcp2\n",
            fixed: nil
        ),
    ])
    func `applies the edits of a finding`(test: Fixed) {
        let findings = Self.review(test.text, test.file).findings
        #expect(findings.count == 1)
        #expect(findings.flatMap(\.notes) == test.notes)
        let edits = findings.flatMap { $0.fix?.edits ?? [] }
        let fixed = ReviewedFile(Array(test.text.utf8), named: test.file).applying(edits)
        #expect(String(decoding: fixed, as: UTF8.self) == test.fixed ?? test.text)
    }

    @Test func `states the file with the identity check, and the Node version that fixes it`() {
        let text = "FROM node:22.14.0-alpine AS build\n"
        let review = Self.review(text, "Dockerfile", [.nodeIdentityCheck: ["src/pins.ts"]])
        #expect(review.findings.map(\.rule) == ["NOD-005"])
        #expect(review.findings.flatMap(\.notes) == ["checkServerIdentity is in src/pins.ts"])
        let lines = review.findings.flatMap { $0.fix?.lines ?? [] }
        #expect(lines.map(\.text) == ["FROM node:22.23.2-alpine AS build"])
        #expect(Self.review(text, "Dockerfile").findings == [])
    }

    @Test func `proposes no version if no version of the release line has the fix`() {
        let project: [ProjectFiles.Fact: [String]] = [.nodeIdentityCheck: ["a.js"]]
        let review = Self.review("FROM node:18.1.0\n", "Dockerfile", project)
        #expect(review.findings.map(\.rule) == ["NOD-005"])
        #expect(review.findings.flatMap { $0.fix?.edits ?? [] } == [])
    }
}
