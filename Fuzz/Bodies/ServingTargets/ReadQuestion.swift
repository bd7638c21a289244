import FuzzTargets
import TLS

extension FuzzTarget {
    /// For any bytes as a DNS message, our name server sends a well-formed answer or no answer.
    ///
    /// An answer has the message's number, repeats its question, and is no longer than the
    /// transport allows. It is authenticated only if the zone is signed and valid.
    ///
    /// Byte 0 of an input chooses the transport, and what is wrong with the zone. The other bytes
    /// are the message.
    public static let readQuestion = FuzzTarget("ReadQuestion") { bytes in
        guard let choice = bytes.first else { return }
        let message = Array(bytes.dropFirst().prefix(0xffff))
        var zone = zone
        let types = DNSZone.RecordType.allCases
        if choice & 2 != 0 { zone.insecure = Set(types) }
        if choice & 4 != 0 { zone.failing = Set(types) }
        let limit = choice & 1 == 0 ? nil : 0xffff
        guard let answer = zone.answer(to: message, port: 25, limit: limit) else {
            invariant(message.count < 12 || message[2] & 0x80 != 0, "a message gets no answer")
            return
        }
        invariant(answer.count >= 12, "an answer has no header")
        invariant(answer.count <= limit ?? 4_096, "an answer of \(answer.count) bytes")
        invariant(answer.prefix(2) == message.prefix(2), "an answer has another number")
        invariant(answer[2] & 0x80 != 0, "an answer is a question")
        invariant(answer[2] & 1 == message[2] & 1, "an answer changes RD")
        let isAuthenticated = answer[3] & 0x20 != 0
        invariant(!isAuthenticated || choice & 4 == 0 || answer[3] & 15 != 2, "a failure has AD")
        let records = Int(answer[6]) << 8 + Int(answer[7])
        invariant(records == 0 || choice & 4 == 0, "a failing zone has records")
        invariant(records == 0 || !isAuthenticated || choice & 2 == 0, "a forged record has AD")
        // An answer without a question refuses the message.
        guard answer[5] == 1 else { return invariant(answer.count == 12, "bytes after a refusal") }
        let question = message.dropFirst(12).prefix { $0 != 0 }.count + 5
        invariant(
            answer.dropFirst(12).prefix(question) == message.dropFirst(12).prefix(question),
            "an answer has another question"
        )
    }

    private static let zone: DNSZone = {
        var zone = DNSZone()
        guard let host = DNSName("a.test"), let domain = DNSName("test"),
            let policy = DNSName("_mta-sts.test")
        else { return zone }
        zone.addresses[host] = [127, 0, 0, 1]
        zone.mailHosts[domain] = [host]
        zone.texts[policy] = "v=STSv1; id=1;"
        zone.associations[host] = (0..<20).map { [3, 1, 1] + [UInt8](repeating: $0, count: 32) }
        return zone
    }()
}
