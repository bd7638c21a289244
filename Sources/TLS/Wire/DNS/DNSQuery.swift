// TLS/Wire/DNS reads questions of stub resolvers and answers them from a zone (RFC 1035). It
// answers as a resolver that has validated DNSSEC would (RFC 4035 §3.2.3), and signs nothing.

/// A question of a stub resolver.
package struct DNSQuery: Hashable, Sendable {
    /// Returns the first message in the input, and the number of bytes up to the end of the
    /// message; nil if the message is incomplete.
    ///
    /// Over TCP, a length of two bytes precedes each message (RFC 1035 §4.2.2).
    static func framed(in input: [UInt8]) -> (message: [UInt8], length: Int)? {
        guard input.count >= 2 else { return nil }
        let end = 2 + Int(input[0]) << 8 + Int(input[1])
        return input.count >= end ? (Array(input[2..<end]), end) : nil
    }

    /// The message's number, which the answer repeats.
    let identifier: [UInt8]
    /// The bits of the header that the answer repeats: RD and CD.
    let wantsRecursion, isCheckingDisabled: Bool
    /// Whether the resolver reads the bit AD (RFC 6840 §5.7), because it has set AD or DO.
    let readsAuthentication: Bool
    /// The bytes of the question: name, type and class.
    let question: [UInt8]
    let name: DNSName
    let type, recordClass: Int
    /// The EDNS options of the resolver (RFC 6891 §6.1.2); nil for none.
    let extended: Extended?

    /// A resolver's OPT record.
    struct Extended: Hashable, Sendable {
        /// The maximum length of an answer over UDP, in bytes.
        let size: Int
        let version: Int
        /// Whether the resolver understands DNSSEC (the bit DO, RFC 4035 §3.2.1).
        let isSecurityAware: Bool
    }

    /// The reason why a message is not a question.
    enum Fault: Error, Hashable, Sendable {
        /// The message is too short for a header, or is itself an answer; the server sends nothing.
        case silent
        /// The question cannot be decoded, or the message does not contain exactly one question
        /// (RFC 1035 §4.1.1, RFC 9619).
        case form(identifier: [UInt8], wantsRecursion: Bool)
        /// The message requests an operation other than a query.
        case operation(identifier: [UInt8], code: UInt8, wantsRecursion: Bool)
    }

    /// The largest number of records in a message; a resolver sends only one record, its OPT.
    private static let mostRecords = 16

    /// Reads a message.
    ///
    /// - Throws: if the message is not a question.
    init(_ message: [UInt8]) throws(Fault) {
        var cursor = Cursor(message[...])
        guard let identifier = cursor.take(2), let flags = cursor.take(2).map(Array.init),
            let counts = cursor.take(8), flags[0] & 0x80 == 0
        else { throw .silent }
        let wantsRecursion = flags[0] & 1 != 0
        self.identifier = Array(identifier)
        self.wantsRecursion = wantsRecursion
        isCheckingDisabled = flags[1] & 0x10 != 0
        let malformed = Fault.form(identifier: Array(identifier), wantsRecursion: wantsRecursion)
        let operation = flags[0] >> 3 & 15
        guard operation == 0 else {
            throw .operation(
                identifier: Array(identifier),
                code: operation,
                wantsRecursion: wantsRecursion
            )
        }
        var numbers = Cursor(counts)
        guard let questions = numbers.number(2), let answers = numbers.number(2),
            let authorities = numbers.number(2), let additional = numbers.number(2),
            questions == 1, answers == 0, authorities == 0, additional <= Self.mostRecords
        else { throw malformed }
        let start = message.count - cursor.rest.count
        guard let name = cursor.name(), let type = cursor.number(2), let kind = cursor.number(2)
        else { throw malformed }
        (self.name, self.type, recordClass) = (name, type, kind)
        question = Array(message[start..<message.count - cursor.rest.count])
        var extended: Extended?
        for _ in 0..<additional {
            guard let owner = cursor.name(), let type = cursor.number(2),
                let size = cursor.number(2), let flags = cursor.take(4).map(Array.init),
                cursor.vector(2) != nil
            else { throw malformed }
            guard type == DNSZone.optType else { continue }
            // RFC 6891 §6.1.1: a message has at most one OPT record, which belongs to the root.
            guard extended == nil, owner.labels.isEmpty else { throw malformed }
            extended = Extended(
                size: size,
                version: Int(flags[1]),
                isSecurityAware: flags[2] & 0x80 != 0
            )
        }
        guard cursor.isAtEnd else { throw malformed }
        self.extended = extended
        readsAuthentication = flags[1] & 0x20 != 0 || extended?.isSecurityAware == true
    }
}

extension Cursor {
    /// Reads a name without compression; nil if the name is incomplete, too long or compressed.
    ///
    /// A compressed name points to an earlier name, and a question has no earlier name. So the
    /// function rejects every pointer, and a loop of pointers cannot occur.
    fileprivate mutating func name() -> DNSName? {
        var labels: [[UInt8]] = []
        while let length = byte(), length < 0x40 {
            if length == 0 { return DNSName(labels: labels) }
            // A name of 255 bytes has at most 127 labels.
            guard labels.count < 127, let label = take(Int(length)) else { return nil }
            labels.append(Array(label))
        }
        return nil
    }
}
