import Crypto
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// `Curl_pin_peer_pubkey`, on a key of 40 bytes.
struct CurlPinnedKeyTests {
    private static let spki = [UInt8](0..<40)

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let key: CurlPinnedKey
        let matches: Bool
    }

    static let texts: [Case] = [
        Case(testDescription: "another", key: .text("sha256//AAAA"), matches: false),
        Case(testDescription: "a missing file", key: .text("key.pem"), matches: false),
        Case(testDescription: "empty", key: .text("sha256//"), matches: false),
        Case(testDescription: "nothing", key: .text(""), matches: false),
    ]

    static let files: [Case] = [
        Case(testDescription: "DER", key: .file(spki), matches: true),
        Case(testDescription: "one byte less", key: .file(Array(spki.dropLast())), matches: false),
        Case(testDescription: "one byte more", key: .file(spki + [0]), matches: false),
        Case(testDescription: "PEM", key: .file(pemFile(spki, "PUBLIC KEY")), matches: true),
        Case(
            testDescription: "PEM with CRLF",
            key: .file(pemFile(spki, "PUBLIC KEY", newline: "\r\n")),
            matches: true
        ),
        Case(
            testDescription: "PEM after a comment",
            key: .file(Array("key:\n".utf8) + pemFile(spki, "PUBLIC KEY")),
            matches: true
        ),
        Case(
            testDescription: "PEM that does not begin a line",
            key: .file(Array("key: ".utf8) + pemFile(spki, "PUBLIC KEY")),
            matches: false
        ),
        Case(
            testDescription: "PEM after a zero byte",
            key: .file([0, UInt8(ascii: "\n")] + pemFile(spki, "PUBLIC KEY")),
            matches: false
        ),
        Case(
            testDescription: "PEM without an end",
            key: .file(pemFile(spki, "PUBLIC KEY").dropLast(26)),
            matches: false
        ),
        Case(testDescription: "another label", key: .file(pemFile(spki, "KEY")), matches: false),
        Case(
            testDescription: "the second of two blocks",
            key: .file(pemFile([1, 2, 3], "PUBLIC KEY") + pemFile(spki, "PUBLIC KEY")),
            matches: false
        ),
        Case(
            testDescription: "the maximum size",
            key: .file(padded(to: 1_048_576)),
            matches: true
        ),
        Case(
            testDescription: "too large",
            key: .file(padded(to: 1_048_577)),
            matches: false
        ),
        Case(testDescription: "empty", key: .file([]), matches: false),
    ]

    /// Returns a PEM file with empty lines after it.
    private static func padded(to size: Int) -> [UInt8] {
        let file = pemFile(spki, "PUBLIC KEY")
        return file + [UInt8](repeating: UInt8(ascii: "\n"), count: size - file.count)
    }

    @Test(arguments: texts + files)
    func `matches only the pinned key`(_ test: Case) {
        #expect(test.key.matches(spki: Self.spki, in: .v8_18_0) == test.matches)
    }

    /// A hash of zeros without its last letter.
    private static let zeros = "sha256//" + String(repeating: "A", count: 42)

    @Test(arguments: [
        ("a hash", zeros + "A=", true), ("one of two", zeros + "A=;sha256//AAAA", true),
        ("another spelling of a hash", zeros + "B=", false),
        ("a shorter hash", zeros.dropLast(4) + "A=", false), ("no hash", "sha256//", false),
    ])
    func `detects a --pinnedpubkey argument that no key can match`(
        name: String,
        text: String,
        canMatch: Bool
    ) {
        #expect(CurlPinnedKey.text(text).canMatch(in: .v8_18_0) == canMatch, "\(name)")
    }

    struct List: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The list, with # in place of the key's hash in base64.
        let text: String
        /// Whether the list matches up to 8.17; `matchesNow` differs from 8.18.0 on, unless it is
        /// nil.
        let matches: Bool
        var matchesNow: Bool?
    }

    @Test(
        arguments: [
            List(testDescription: "only the hash", text: "sha256//#", matches: true),
            List(testDescription: "first", text: "sha256//#;sha256//AAAA", matches: true),
            List(testDescription: "last", text: "sha256//AAAA;sha256//#", matches: true),
            List(testDescription: "without its prefix", text: "sha256//AAAA;#", matches: false),
            List(testDescription: "without any prefix", text: "#", matches: false),
            List(testDescription: "a space after", text: "sha256//# ", matches: false),
            List(
                testDescription: "a semicolon after",
                text: "sha256//#;",
                matches: false,
                matchesNow: true
            ),
            List(
                testDescription: "a space after its semicolon",
                text: "sha256//#; sha256//AAAA",
                matches: false,
                matchesNow: true
            ),
            List(
                testDescription: "a space before its prefix",
                text: "sha256//AAAA; sha256//#",
                matches: false
            ),
            List(
                testDescription: "an empty entry before it",
                text: "sha256//AAAA;;sha256//#",
                matches: true,
                matchesNow: false
            ),
            List(testDescription: "commas", text: "sha256//AAAA,sha256//#", matches: false),
            List(testDescription: "OkHttp's word", text: "sha256/#", matches: false),
            List(testDescription: "upper case", text: "SHA256//#", matches: false),
            List(testDescription: "the prefix of SHA-1", text: "sha1//#", matches: false),
        ]
    )
    func `splits lists of hashes as each release does`(_ test: List) throws {
        let hash = Base64.encode(try Digest.sha256.hash(Self.spki))
        let text = test.text.replacing("#", with: String(decoding: hash, as: UTF8.self))
        for version in CurlPinning.Version.allCases {
            let isNow = version >= .v8_18_0
            #expect(
                CurlPinnedKey.text(text).matches(spki: Self.spki, in: version)
                    == (isNow ? test.matchesNow ?? test.matches : test.matches),
                "\(version.rawValue)"
            )
        }
    }
}

/// Returns a PEM file of one block, 64 characters a line.
func pemFile(_ der: [UInt8], _ label: String, newline: String = "\n") -> [UInt8] {
    let text = Base64.encode(der)
    let lines = stride(from: 0, to: text.count, by: 64).map { start in
        String(decoding: text[start..<min(start + 64, text.count)], as: UTF8.self)
    }
    let all = ["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----", ""]
    return Array(all.joined(separator: newline).utf8)
}
