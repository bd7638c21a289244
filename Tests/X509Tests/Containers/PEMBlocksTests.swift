import Testing
import X509

@Suite struct PEMBlocksTests {
    @Test func `every block has its label, line and bytes`() throws {
        let text = """
            A file of a server.
            -----BEGIN CERTIFICATE-----
            Zg==
            -----END CERTIFICATE-----
            -----BEGIN PRIVATE KEY-----
            not looked into
            -----END PRIVATE KEY-----
            -----BEGIN X509 CRL-----
            Zm8=
            -----END X509 CRL-----
            """
        let blocks = PEM.blocks(in: Array(text.utf8))
        #expect(blocks.map(\.label) == ["CERTIFICATE", "PRIVATE KEY", "X509 CRL"])
        #expect(blocks.map(\.line) == [2, 5, 8])
        #expect(try blocks[0].bytes() == [0x66])
        #expect(try blocks[2].bytes() == [0x66, 0x6f])
        let place = PEM.Position(line: 6, column: 4)
        #expect(throws: PEMError.badBase64(label: "PRIVATE KEY", line: 5, at: place)) {
            try blocks[1].bytes()
        }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lines: [String]
        let expected: PEMError
    }

    @Test(arguments: [
        Case(
            testDescription: "another label at the end",
            lines: ["-----BEGIN A-----", "Zg==", "-----END B-----"],
            expected: .unterminated(label: "A", line: 1)
        ),
        Case(
            testDescription: "a fault in a later line",
            lines: ["", "-----BEGIN A-----", "Zm8v", "Zm8*", "Zm8v", "-----END A-----"],
            expected: .badBase64(label: "A", line: 2, at: PEM.Position(line: 4, column: 4))
        ),
        Case(
            testDescription: "padding in the middle of the last line but one",
            lines: ["-----BEGIN A-----", "Zg==", "Zm8v", "-----END A-----"],
            expected: .badBase64(label: "A", line: 1, at: PEM.Position(line: 2, column: 3))
        ),
        Case(
            testDescription: "an incomplete quantum",
            lines: ["-----BEGIN A-----", "Zm8v", "Zg", "-----END A-----"],
            expected: .badBase64(label: "A", line: 1, at: PEM.Position(line: 4, column: 1))
        ),
    ])
    func `rejects a broken block`(_ test: Case) {
        let text = test.lines.joined(separator: "\n")
        #expect(throws: test.expected) { try PEM.blocks(in: Array(text.utf8))[0].bytes() }
    }

    @Test(arguments: [
        "", "\n\n", "-----BEGIN-----", "-----BEGIN -----", " -----BEGIN A-----",
        "-----BEGIN A----", "-----END A-----",
    ])
    func `finds no PEM block in text that only resembles a block`(_ text: String) {
        #expect(PEM.blocks(in: Array(text.utf8)).isEmpty)
    }
}
