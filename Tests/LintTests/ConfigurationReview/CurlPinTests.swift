import Testing

@testable import Lint

/// Arguments of `--pinnedpubkey`.
struct CurlPinTests {
    private static let hash = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
    private static let spare = "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="
    private static let placeholder = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    private static let hexadecimal =
        "afff8b4dc4c7d2b75be1f7fa9a3f5d3a0d1b1b84fae7d2a97a4ad2d1d3f1ad5e"

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        /// The findings as `rule column: problem (label)`.
        let findings: [String]
        /// The text after the edits of the first finding; nil without edits.
        let fixed: String?

        init(_ name: String, _ text: String, _ findings: [String] = [], fixed: String? = nil) {
            (testDescription, self.text) = (name, text)
            (self.findings, self.fixed) = (findings, fixed)
        }
    }

    static let cases = [
        Case("a hash", "sha256//\(hash)"),
        Case("two hashes", "sha256//\(hash);sha256//\(spare)"),
        Case("the path of a file", "keys/server.pem"),
        Case(
            "a bare hash",
            hash,
            [
                "CUR-006 1: curl does not accept r/mIkG3eEpVdm+u/ko/cwxzO… as a hash (curl reads it as a file name)"
            ],
            fixed: "sha256//\(hash)"
        ),
        Case(
            "one slash",
            "sha256/\(hash)",
            [
                "CUR-006 1: curl does not accept sha256/r/mIkG3eEpVdm+u/k… as a hash (curl reads it as a file name)"
            ],
            fixed: "sha256//\(hash)"
        ),
        Case(
            "SHA-1",
            "sha1//2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
            [
                "CUR-006 1: curl does not accept sha1//2jmj7l5rSw0yVb/vlW… as a hash (curl reads it as a file name)"
            ]
        ),
        Case(
            "a space between hashes",
            "sha256//\(hash); sha256//\(spare)",
            ["CUR-007 54: a space comes before a hash (not allowed here)"],
            fixed: "sha256//\(hash);sha256//\(spare)"
        ),
        Case(
            "hexadecimal digits",
            "sha256//\(hexadecimal)",
            ["CUR-018 9: a hash is not 32 bytes in base64 (48 bytes)"],
            fixed: "sha256//r/+LTcTH0rdb4ff6mj9dOg0bG4T659KpekrS0dPxrV4="
        ),
        Case(
            "a placeholder",
            "sha256//\(placeholder)",
            ["CUR-019 9: a hash matches no key (a placeholder)"]
        ),
    ]

    @Test(arguments: cases)
    func `reports each mistake in a --pinnedpubkey argument`(example: Case) throws {
        let review = try #require(
            Review.setting(example.text, named: "pinned-public-key", of: "curl")
        )
        let shown = review.findings.map { finding in
            let column = finding.place?.range.lowerBound ?? -1
            return "\(finding.rule) \(column + 1): \(finding.problem) (\(finding.label))"
        }
        #expect(shown == example.findings)
        let file = ReviewedFile(Array(example.text.utf8), named: "")
        let edits = review.findings.first?.fix?.edits ?? []
        let fixed = String(decoding: file.applying(edits), as: UTF8.self)
        #expect(fixed == example.fixed ?? example.text)
        if example.fixed != nil {
            #expect(
                Review.setting(fixed, named: "pinned-public-key", of: "curl")?.findings == []
            )
        }
    }

    @Test func `reports a path in the argument as unread`() {
        let review = Review.setting("keys/server.pem", named: "pinned-public-key", of: "curl")
        let why = "keys/server.pem is not a hash, so curl reads it as a file name"
        #expect(review?.unread.map(\.why) == [why])
    }

    @Test func `reports a certificate file instead of a key`() {
        let text = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        let review = Review.curlPinFile(Array(text.utf8), named: "server.pem")
        #expect(
            review.findings.map(\.problem)
                == ["the pin file is a certificate instead of a public key"]
        )
        let key = "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"
        #expect(Review.curlPinFile(Array(key.utf8), named: "key.pem").findings == [])
    }

    @Test func `a setting without rules has no review`() {
        #expect(Review.setting("", named: "version", of: "curl")?.file == nil)
    }
}
