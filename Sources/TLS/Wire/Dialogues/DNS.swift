extension ApplicationProtocol {
    /// DNS over TLS; a client can put the secret into a label of the question's name.
    package static let dns = ApplicationProtocol(
        "dns",
        about: "names (RFC 7858)",
        transports: [.implicit],
        applicationNames: ["dot"],
        // RFC 1035 §4.2.2: a length of two bytes precedes each message.
        length: { input in input.number(at: 0, count: 2).flatMap { input.complete(2 + $0) } }
    ) { message, _ in
        let answer = dnsAnswer(to: Array(message.dropFirst(2)))
        return .says(answer.isEmpty ? [] : [UInt8](answer.count, count: 2) + answer)
    }

    /// Returns the answer to a query; empty if the message is not a query (RFC 1035 §4.1.1).
    static func dnsAnswer(to query: [UInt8]) -> [UInt8] {
        guard query.count >= 12, let identifier = query.bytes(at: 0, count: 2), query[2] & 0x80 == 0
        else { return [] }
        // The response repeats the query's operation and its bit RD, and sets RA.
        let flags = 0x80 | query[2] & 0x79
        let none = [UInt8](repeating: 0, count: 6)
        let isQuery = query[2] & 0x78 == 0
        guard isQuery, query.number(at: 4, count: 2) == 1, let end = endOfQuestion(in: query) else {
            // The error is FORMERR, or NOTIMP for an operation other than a query.
            return identifier + [flags, 0x80 | (isQuery ? 1 : 4), 0, 0] + none
        }
        let question = query[12..<end]
        // Only a question of type A and class IN gets a record.
        guard question.suffix(4) == [0, 1, 0, 1] else {
            return identifier + [flags, 0x80, 0, 1] + none + question
        }
        // The record has a pointer to the question's name at byte 12, type A, class IN, a TTL of 60
        // seconds, and an address of four bytes.
        let record: [UInt8] = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]
        return identifier + [flags, 0x80, 0, 1, 0, 1, 0, 0, 0, 0] + question + record
    }

    /// Returns the index after the first question, which has a name of labels, the type and the
    /// class; nil if the question is incomplete or has a compressed name.
    private static func endOfQuestion(in query: [UInt8]) -> Int? {
        var place = 12
        while let length = query.number(at: place, count: 1), length < 0x40, place < 12 + 255 {
            place += 1 + length
            guard length == 0 else { continue }
            return place + 4 <= query.count ? place + 4 : nil
        }
        return nil
    }
}
