import Testing

@testable import DecoderComparison

/// What we make of some bytes, what another does, and what is said of the two.
struct DifferenceCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let ours: Reading
    let theirs: Reading
    let expected: String?

    init(_ name: String, _ ours: Reading, _ theirs: Reading, _ expected: String?) {
        (testDescription, self.ours) = (name, ours)
        (self.theirs, self.expected) = (theirs, expected)
    }

    static let ofOpenSSL: [DifferenceCase] = [
        DifferenceCase("both take it", .version(3), .version(3), nil),
        DifferenceCase("a field that is not told", .version(3), .accept(Fields()), nil),
        DifferenceCase("a field", .version(3), .version(1), "reads version otherwise"),
        DifferenceCase("both refuse", .refuse(.time, ""), .refuse(.name, ""), nil),
        DifferenceCase("laxer, and known", .refuse(.ber, ""), .version(3), nil),
        DifferenceCase(
            "laxer, and not known",
            .refuse(.trailing, ""),
            .version(3),
            "takes what we refuse (trailing)"
        ),
        DifferenceCase("stricter, and known", .version(3), .refuse(.key, "decode error:"), nil),
        DifferenceCase(
            "stricter, and not known",
            .version(3),
            .refuse(.malformed, "too long: serialNumber"),
            "refuses (malformed: too long: serialNumber) what we take"
        ),
        DifferenceCase(
            "the body of an extension that we keep",
            .version(3),
            .refuse(.extensionBody, "CRLReason"),
            nil
        ),
        DifferenceCase(
            "the body of an extension that we decode",
            .version(3),
            .refuse(.extensionBody, "subjectAltName"),
            "refuses (extensionBody: subjectAltName) what we take"
        ),
    ]
}

extension Reading {
    fileprivate static func version(_ number: UInt8) -> Reading {
        var fields = Fields()
        fields[.version] = [number]
        return .accept(fields)
    }
}

@Suite struct DifferenceTests {
    private static let openSSL = Decoder(name: "OpenSSL", version: "3.0.0")

    @Test(arguments: DifferenceCase.ofOpenSSL)
    func `what is not known is said`(test: DifferenceCase) {
        let found = unknownDifference(between: test.ours, and: [(Self.openSSL, test.theirs)])
        #expect(found == test.expected.map { "OpenSSL 3.0.0 \($0)" })
    }

    @Test func `what is known of one decoder is not known of another`() {
        let other = Decoder(name: "another", version: "1")
        let readings = [(Self.openSSL, Reading.version(3)), (other, Reading.version(3))]
        let found = unknownDifference(between: .refuse(.ber, ""), and: readings)
        #expect(found == "another 1 takes what we refuse (ber)")
    }

    @Test func `each known difference stands in the list once`() {
        let keys = KnownDifference.all.map { "\($0.decoder) \($0.kind)" }
        #expect(Set(keys).count == keys.count)
    }
}
