/// The records of a run's names, and the answers to questions about them.
package struct DNSZone: Hashable, Sendable {
    /// A type of records, by its name in scenario files.
    package enum RecordType: String, CaseIterable, Hashable, Sendable {
        case a, mx, tlsa, txt

        /// Finds the type by its number in a question; nil for a type without records.
        ///
        /// The numbers of IPv4 and IPv6 addresses both give `.a`.
        init?(_ number: Int) {
            switch number {
            case 1, 28: self = .a
            case 15: self = .mx
            case 16: self = .txt
            case 52: self = .tlsa
            default: return nil
            }
        }
    }

    /// The type of the OPT record, which has the options of EDNS (RFC 6891 §6.1.1).
    static let optType = 41
    private static let addressTypes = [4: 1, 16: 28]

    /// The addresses of hosts, of 4 or 16 bytes.
    package var addresses: [DNSName: [UInt8]] = [:]
    /// The mail hosts of domains, the preferred first.
    package var mailHosts: [DNSName: [DNSName]] = [:]
    /// The TXT records of names, at most 255 bytes each (RFC 1035 §3.3.14).
    package var texts: [DNSName: String] = [:]
    /// The contents of the TLSA records of hosts (RFC 6698 §2.1).
    ///
    /// The name of a TLSA record begins with the server's port: `_25._tcp.mail.example.test` (RFC
    /// 6698 §3).
    package var associations: [DNSName: [[UInt8]]] = [:]
    /// The types whose answers are not authenticated, as if their zone were not signed.
    package var insecure: Set<RecordType> = []
    /// The types for which the server answers SERVFAIL, as a resolver does after an invalid
    /// signature.
    package var failing: Set<RecordType> = []

    package init() {}

    /// Answers a message.
    ///
    /// - Parameters:
    ///   - message: the message, which may be arbitrary bytes.
    ///   - port: the port of the server that TLSA records are for.
    ///   - limit: the maximum length of the answer, in bytes; nil for an answer over UDP, whose
    ///     limit the message states.
    /// - Returns: the answer; nil if the server sends none.
    package func answer(to message: [UInt8], port: UInt16, limit: Int? = nil) -> [UInt8]? {
        let query: DNSQuery
        do {
            query = try DNSQuery(message)
        } catch {
            return error.answer
        }
        if let extended = query.extended, extended.version > 0 {
            return query.answer(.badVersion, isAuthenticated: false)
        }
        guard query.recordClass == 1 else {
            return query.answer(.refused, isAuthenticated: false)
        }
        let type = RecordType(query.type)
        if let type, failing.contains(type) {
            return query.answer(.serverFailure, isAuthenticated: false)
        }
        let records = records(of: query.name, type: query.type, port: port)
        let isKnown = !records.isEmpty || exists(query.name, port: port)
        let isAuthenticated = type.map { !insecure.contains($0) } ?? true
        let status = isKnown ? DNSStatus.noError : .nameError
        let whole = query.answer(status, records, isAuthenticated: isAuthenticated)
        // RFC 6891 §6.2.3: every resolver accepts 512 bytes.
        let limit = limit ?? max(512, min(query.extended?.size ?? 512, 4_096))
        guard whole.count > limit else { return whole }
        guard limit < Self.longestMessage else {
            return query.answer(.serverFailure, isAuthenticated: false)
        }
        return query.answer(status, isAuthenticated: isAuthenticated, isTruncated: true)
    }

    /// The longest message over TCP, where the length field has two bytes.
    static let longestMessage = 0xffff

    /// Returns the contents of the records of a name.
    private func records(of name: DNSName, type: Int, port: UInt16) -> [[UInt8]] {
        switch type {
        case 1, 28:
            let address = addresses[name].flatMap { Self.addressTypes[$0.count] == type ? $0 : nil }
            return address.map { [$0] } ?? []
        case 15:
            return (mailHosts[name] ?? []).enumerated().map { preference, host in
                [UInt8](preference * 10 + 10, count: 2) + host.bytes
            }
        case 16:
            guard let text = texts[name]?.utf8.prefix(255) else { return [] }
            return [[UInt8(text.count)] + text]
        case 52: return associations(of: name, port: port) ?? []
        default: return []
        }
    }

    /// Returns the TLSA records of a name; nil if the name does not begin with the server's port,
    /// or has no TLSA records.
    private func associations(of name: DNSName, port: UInt16) -> [[UInt8]]? {
        guard name.labels.count > 2, name.labels[0] == Array("_\(port)".utf8),
            name.labels[1] == Array("_tcp".utf8)
        else { return nil }
        return associations[name.dropping(2)]
    }

    /// Whether a name, or a name below it, has a record of any type (RFC 8020).
    private func exists(_ name: DNSName, port: UInt16) -> Bool {
        let plain = Set(addresses.keys).union(mailHosts.keys).union(texts.keys)
        let services = associations.filter { !$0.value.isEmpty }.keys.compactMap { host in
            DNSName(labels: [Array("_\(port)".utf8), Array("_tcp".utf8)] + host.labels)
        }
        return plain.union(services).contains { $0 == name || $0.isBelow(name) }
    }
}

/// The status of an answer (RFC 1035 §4.1.1, RFC 6891 §9).
private enum DNSStatus: UInt8 {
    case noError = 0
    case formatError = 1
    case serverFailure = 2
    case nameError = 3
    case notImplemented = 4
    case refused = 5
    case badVersion = 16
}

extension DNSQuery.Fault {
    /// The answer to a message that is not a question; nil for none.
    fileprivate var answer: [UInt8]? {
        let none = [UInt8](repeating: 0, count: 8)
        switch self {
        case .silent: return nil
        case .form(let identifier, let wantsRecursion):
            let flags: [UInt8] = [0x80 | (wantsRecursion ? 1 : 0), 0x80 | 1]
            return identifier + flags + none
        case .operation(let identifier, let code, let wantsRecursion):
            let flags: [UInt8] = [0x80 | code << 3 | (wantsRecursion ? 1 : 0), 0x80 | 4]
            return identifier + flags + none
        }
    }
}

extension DNSQuery {
    /// Returns an answer with records of the question's name and type.
    fileprivate func answer(
        _ status: DNSStatus,
        _ records: [[UInt8]] = [],
        isAuthenticated: Bool,
        isTruncated: Bool = false
    ) -> [UInt8] {
        let high: UInt8 = 0x80 | (isTruncated ? 2 : 0) | (wantsRecursion ? 1 : 0)
        // RFC 6840 §5.8: AD is set only for a resolver that reads it.
        let low: UInt8 =
            0x80 | (isAuthenticated && readsAuthentication ? 0x20 : 0)
            | (isCheckingDisabled ? 0x10 : 0) | status.rawValue & 15
        var answer = identifier + [high, low, 0, 1]
        answer += [UInt8](records.count, count: 2) + [0, 0, 0, extended == nil ? 0 : 1]
        answer += question
        for record in records {
            // The name is a pointer to the question's name, at byte 12; the TTL is 60 seconds.
            answer += [0xc0, 12] + [UInt8](type, count: 2) + [0, 1, 0, 0, 0, 60]
            answer += [UInt8](record.count, count: 2) + record
        }
        guard let extended else { return answer }
        let security: UInt8 = extended.isSecurityAware ? 0x80 : 0
        return answer + [0, 0, UInt8(DNSZone.optType)] + [UInt8](4_096, count: 2)
            + [status.rawValue >> 4, 0, security, 0, 0, 0]
    }
}
