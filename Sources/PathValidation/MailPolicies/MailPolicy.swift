// PathValidation/MailPolicies reads MTA-STS policies and decides with them (RFC 8461). It fetches
// nothing: the caller passes the record, the policy, and the chain of the server that served the
// policy.

/// An MTA-STS policy (RFC 8461 §3.2).
package struct MailPolicy: Hashable, Sendable {
    /// What a sender does with a server that breaks the policy (RFC 8461 §5).
    package enum Mode: String, CaseIterable, Hashable, Sendable {
        /// The sender does not deliver.
        case enforce
        /// The sender delivers, and may report the server.
        case testing
        /// The sender behaves as without a policy.
        case none
    }

    package var mode: Mode
    /// The patterns of the domain's mail hosts.
    package var mx: [String]
    /// How long senders remember the policy, in seconds.
    package var maxAge: Int

    package init(mode: Mode, mx: [String], maxAge: Int) {
        (self.mode, self.mx, self.maxAge) = (mode, mx, maxAge)
    }

    /// The longest policy that is read, in bytes (RFC 8461 §3.3 lets senders limit it to 64 KiB).
    private static let longestText = 65_536

    /// Reads a policy: lines with a key and a value; ignores unknown keys.
    ///
    /// Returns nil if a required key is missing or a value is invalid; the domain then has no
    /// policy.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        var fields: [(key: Substring, value: String)] = []
        // A line feed after a carriage return is one Character in Swift.
        for line in text.split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields.append((line[..<colon], String(value)))
        }
        // RFC 8461 §3.2: if a key other than mx is repeated, only the first line counts.
        func first(_ key: String) -> String? { fields.first { $0.key == key }?.value }
        guard first("version") == "STSv1", let mode = first("mode").flatMap(Mode.init),
            let age = first("max_age"), !age.isEmpty, age.utf8.count <= 10,
            age.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let maxAge = Int(age),
            maxAge <= 31_557_600
        else { return nil }
        let mx = fields.filter { $0.key == "mx" }.map(\.value)
        guard mode == .none || !mx.isEmpty else { return nil }
        self.init(mode: mode, mx: mx, maxAge: maxAge)
    }

    /// The text of the policy as a web server sends it.
    package var text: String {
        let lines = ["version: STSv1", "mode: \(mode.rawValue)"] + mx.map { "mx: \($0)" }
        return (lines + ["max_age: \(maxAge)"]).map { $0 + "\r\n" }.joined()
    }

    /// Whether the policy lists a mail host; a wildcard matches the whole first label, never a part
    /// of the label (RFC 8461 §4.1).
    package func lists(_ host: String) -> Bool {
        let host = host.lowercased().withoutLastDot
        let parent = host.drop { $0 != "." }
        return mx.contains { pattern in
            let pattern = pattern.lowercased().withoutLastDot
            guard pattern.hasPrefix("*.") else { return pattern == host }
            return pattern.dropFirst() == parent && !parent.isEmpty
        }
    }
}

/// What a sender finds when it looks for the policy of a domain.
package struct MailPolicyLookup: Hashable, Sendable {
    /// The text of the record `_mta-sts` (RFC 8461 §3.1).
    package var record: String
    /// The policy host, and the certificates that its server presents.
    package var host: String
    package var chain: [[UInt8]]
    /// The text that the server serves as the policy.
    package var text: String

    package init(record: String, host: String, chain: [[UInt8]], text: String) {
        (self.record, self.host, self.chain, self.text) = (record, host, chain, text)
    }

    /// Reads the policy as a sender that has no stored policy.
    ///
    /// - Parameter isValid: whether a chain is valid for a host (RFC 8461 §3.3).
    /// - Returns: the policy; nil if the domain has no policy.
    package func policy(_ isValid: (_ chain: [[UInt8]], _ host: String) -> Bool) -> MailPolicy? {
        guard isRecord, isValid(chain, host) else { return nil }
        return MailPolicy(text)
    }

    /// Whether the record announces a policy: its version comes first, and it has an id (RFC 8461
    /// §3.1).
    private var isRecord: Bool {
        let fields = record.split(separator: ";").map { field in
            // Blanks may be on both sides of a semicolon (sts-field-delim).
            field.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
        }
        guard fields.first == "v=STSv1" else { return false }
        return fields.dropFirst().contains { $0.hasPrefix("id=") && $0.utf8.count > 3 }
    }
}

extension String {
    /// The name without the dot of the root.
    fileprivate var withoutLastDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
