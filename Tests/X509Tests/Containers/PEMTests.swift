import Testing
import X509

@Suite struct PEMTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let expected: Result<[[UInt8]], PEMError>

        init(_ description: String, _ text: String, _ expected: [[UInt8]]) {
            (testDescription, self.text, self.expected) = (description, text, .success(expected))
        }

        init(_ description: String, _ text: String, _ expected: PEMError) {
            (testDescription, self.text, self.expected) = (description, text, .failure(expected))
        }
    }

    private static func block(_ lines: String..., label: String = "CERTIFICATE") -> String {
        (["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----", ""])
            .joined(separator: "\n")
    }

    /// Returns the error for the block in line 1.
    private static func badBase64(line: Int, column: Int) -> PEMError {
        .badBase64(
            label: "CERTIFICATE",
            line: 1,
            at: PEM.Position(line: line, column: column)
        )
    }

    @Test(arguments: [
        Case("one byte", block("Zg=="), [[0x66]]),
        Case("two bytes", block("Zm8="), [[0x66, 0x6f]]),
        Case("three bytes", block("Zm9v"), [[0x66, 0x6f, 0x6f]]),
        Case(
            "the whole alphabet",
            block("ABCDabcd0189+/z7"),
            [
                [0x00, 0x10, 0x83, 0x69, 0xb7, 0x1d, 0xd3, 0x5f, 0x3d, 0xfb, 0xfc, 0xfb]
            ]
        ),
        Case("lines of any length", block("Z", "m9", "v"), [[0x66, 0x6f, 0x6f]]),
        Case(
            "lines that end in carriage returns",
            "-----BEGIN CERTIFICATE-----\r\nZg==\r\n"
                + "-----END CERTIFICATE-----\r\n",
            [[0x66]]
        ),
        Case(
            "two certificates and text around them",
            "one\n" + block("Zg==") + "two\n"
                + block("Zm8="),
            [[0x66], [0x66, 0x6f]]
        ),
        Case(
            "a key before the certificate",
            block("////", label: "PRIVATE KEY") + block("Zg=="),
            [[0x66]]
        ),
        Case("no line end after the last line", String(block("Zg==").dropLast()), [[0x66]]),
        Case("a byte order mark", "\u{feff}" + block("Zg=="), [[0x66]]),
        Case("a byte order mark later", block("Zg==") + "\u{feff}" + block("Zm8="), [[0x66]]),
        Case("nothing", "", PEMError.noCertificate),
        Case("only a key", block("Zg==", label: "PRIVATE KEY"), .noCertificate),
        Case(
            "a block without an end",
            "\n-----BEGIN CERTIFICATE-----\nZg==",
            .unterminated(label: "CERTIFICATE", line: 2)
        ),
        Case(
            "a block within a block",
            "-----BEGIN CERTIFICATE-----\n" + block("Zg=="),
            .unterminated(label: "CERTIFICATE", line: 1)
        ),
        Case("an empty block", block(), badBase64(line: 2, column: 1)),
        Case("no padding", block("Zg"), badBase64(line: 3, column: 1)),
        Case("padding in the middle", block("Zg==Zg=="), badBase64(line: 2, column: 3)),
        Case("three characters of padding", block("Z==="), badBase64(line: 2, column: 2)),
        Case("only padding", block("===="), badBase64(line: 2, column: 1)),
        Case("non-zero bits before the padding", block("Zh=="), badBase64(line: 3, column: 1)),
        Case("the alphabet for URLs", block("Zm9-"), badBase64(line: 2, column: 4)),
        Case("a space within a line", block("Zm 9v"), badBase64(line: 2, column: 3)),
    ])
    func certificates(_ test: Case) {
        let actual = Result { () throws(PEMError) in
            try PEM.certificates(in: Array(test.text.utf8))
        }
        #expect(actual == test.expected)
    }

    @Test func `rejects a file above 4 MiB before reading it`() {
        let text = [UInt8](repeating: 0x0a, count: PEM.maximumSize + 1)
        #expect(throws: PEMError.tooLarge(bytes: text.count)) { try PEM.certificates(in: text) }
        #expect(throws: PEMError.noCertificate) { try PEM.certificates(in: Array(text.dropLast())) }
    }
}
