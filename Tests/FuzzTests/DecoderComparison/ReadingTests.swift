import Foundation
import Testing

@testable import DecoderComparison

@Suite struct ReadingTests {
    private static func seed(_ name: String) throws -> [UInt8] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        return Array(
            try Data(contentsOf: root.appending(path: "Fuzz/Seeds/DecodeCertificate/\(name).der"))
        )
    }

    private static func refusal(of name: String) throws -> Refusal? {
        guard case .refuse(let refusal, _) = Reading.ours(of: try seed(name)) else { return nil }
        return refusal
    }

    @Test(
        arguments: [
            ("mutation-cut-short", .malformed),
            ("mutation-non-minimal-length", .ber),
            ("mutation-indefinite-length", .ber),
            ("mutation-explicit-default-version", .ber),
            ("mutation-trailing-bytes", .trailing),
            ("mutation-impossible-date", .time),
            ("mutation-empty-san", .extensionBody),
            ("mutation-v4", .version),
            ("mutation-duplicate-extension", .duplicate),
            ("mutation-duplicate-key-usage", .duplicate),
            ("mutation-corrupt-public-key", nil),
            ("mutation-unknown-critical-extension", nil),
            ("key-p256", nil),
        ] as [(String, Refusal?)]
    )
    func `accepts a valid certificate, and rejects an invalid certificate for the expected reason`(
        name: String,
        expected: Refusal?
    ) throws {
        #expect(try Self.refusal(of: name) == expected)
    }

    @Test func `rejects empty input`() {
        #expect(Reading.ours(of: []) == .refuse(.malformed, "unexpectedTag"))
    }

    @Test func `reports every field in the form that all decoders share`() throws {
        guard case .accept(let fields) = Reading.ours(of: try Self.seed("constraints")) else {
            Issue.record("a valid certificate is rejected")
            return
        }
        for field in Field.allCases { #expect(fields[field] != nil, "\(field)") }
        #expect(fields[.version] == [3])
        #expect(fields[.publicKey]?.first == 0x30)
        #expect(fields[.publicKey] == fields[.encodedPublicKey])
        #expect(fields[.extensions]?.starts(with: [0, 3, 0x55, 0x1d]) == true)
        #expect(fields[.basicConstraints]?.first == 1)
    }

    @Test(arguments: [("extensions-on-demand", true), ("key-p256", false)])
    func `reports alternative names of X.400 and EDI`(name: String, expected: Bool) throws {
        guard case .accept(let fields) = Reading.ours(of: try Self.seed(name)) else {
            Issue.record("a valid certificate is rejected")
            return
        }
        #expect(fields.hasForeignNames == expected)
    }

    @Test func `the encoding of a list shows where each entry ends`() {
        #expect(Fields.entries([[1, 2], [], [3]]) == [0, 2, 1, 2, 0, 0, 0, 1, 3])
        #expect(Fields.entries([[1], [2]]) != Fields.entries([[1, 2]]))
    }
}
