import Crypto

extension Violation {
    /// Violations whose messages span a change of keys.
    static let fragments: [Violation] = [
        fragment(
            "extensions-begun-in-clear",
            "sends the start of EncryptedExtensions in plaintext, the rest encrypted",
            [.v1_3],
            "TLS-077"
        ) { (script) throws(NoOccasion) in
            let place = try script.place(of: .encryptedExtensions)
            guard let hello = script.steps.lastIndex(where: { $0.said == .serverHello }),
                hello < place
            else { throw .noStep }
            let extensions = script.steps.remove(at: place)
            // Send no record of another type between the two parts of the message.
            if script.steps[hello + 1] == .changeCipherSpec { script.steps.remove(at: hello + 1) }
            script.steps.insert(contentsOf: [extensions, .holdsBack(1)], at: hello + 1)
        }
        .changing(.places),
        fragment(
            "finished-around-key-change",
            "splits Finished around ChangeCipherSpec",
            [.v1_2],
            "TLS-078"
        ) { (script) throws(NoOccasion) in
            let place = try script.place(of: .finished)
            guard let change = script.steps[..<place].lastIndex(of: .changeCipherSpec) else {
                throw .noStep
            }
            let finished = script.steps.remove(at: place)
            script.steps.insert(contentsOf: [finished, .holdsBack(6)], at: change)
        },
        fragment(
            "finished-begun-early",
            "sends the start of Finished in the record of ServerHelloDone",
            [.v1_2],
            "TLS-078"
        ) { (script) throws(NoOccasion) in
            let type = HandshakeType.finished.rawValue
            script.steps.insert(.bytes([type]), at: try script.place(of: .serverHelloDone) + 1)
            try script.edit(.finished) { (message) throws(NoOccasion) in message.skipped = 1 }
        }
        .changing(.places),
    ]

    private static func fragment(
        _ name: String,
        _ about: String,
        _ versions: Set<TLSVersion>,
        _ attack: String,
        _ change: @escaping @Sendable (inout Script) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: .nothing,
            rule: versions == [.v1_3] ? "RFC 8446 §5.1" : "RFC 5246 §7.1",
            versions: versions,
            alert: 10,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in try change(&script) }
    }

    // MARK: Blocks

    /// Violations in the records of CBC suites (RFC 5246 §6.2.3.2).
    static let blocks: [Violation] = [
        block("wrong-block-code", "has a wrong MAC", gain: .secrecy, .wrongCode),
        // Some clients do not check the padding bytes between data and length (CVE-2014-8730).
        block("wrong-block-padding", "has a wrong padding byte", gain: .secrecy, .wrongPadding),
        block(
            "longest-block-padding",
            "has the longest possible padding",
            gain: .nothing,
            .longestPadding,
            true
        ),
    ]

    private static func block(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ blocks: RecordShape.Blocks,
        _ isAllowed: Bool = false
    ) -> Violation {
        Violation(
            name,
            about: "The server's Finished under a CBC suite \(about).",
            gain: gain,
            rule: "RFC 5246 §6.2.3.2",
            versions: [.v1_2],
            alert: isAllowed ? nil : 20,
            isAllowed: isAllowed,
            attacks: ["TLS-090"]
        ) { (script, _) throws(NoOccasion) in
            guard case .cbc = script.suite.protection else { throw .otherSuite }
            var shape = RecordShape()
            shape.blocks = blocks
            script.steps.insert(.shape(shape), at: try script.place(of: .finished))
        }
        .needing(.blocks)
    }
}
