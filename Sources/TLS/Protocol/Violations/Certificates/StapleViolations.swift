import Crypto

extension Violation {
    /// Violations with staples that the client did not request, of wrong types, or for several
    /// certificates.
    static let staples: [Violation] = [
        Violation(
            "unasked-staple",
            about: "The server sends a staple that the client did not request.",
            gain: .nothing,
            rule: "RFC 6066 §8",
            versions: [.v1_2, .v1_3],
            alert: 110,
            attacks: ["REV-019"]
        ) { (script, facts) throws(NoOccasion) in
            let type = Extension.statusRequest
            guard !facts.hello.offers(extension: type) else { throw .allOffered }
            // In TLS 1.2, the extension is enough: a server may omit CertificateStatus (RFC 6066
            // §8).
            guard script.version == .v1_3 else {
                return try script.editExtensions { $0.append(Extension(type)) }
            }
            let responses = facts.settings.staples.compactMap { $0 }
            // If the server has no staple, use a response with tryLater (RFC 6960 §4.2.1).
            let response = responses.first ?? [0x30, 3, 0x0a, 1, 3]
            try script.editCertificates { (entries) throws(NoOccasion) in
                guard !entries.isEmpty else { throw .noMessage(.certificate) }
                let item = Extension(type, CertificateStatus.encoded(response))
                entries[0].extensions.append(item)
            }
        },
        status("status-type-2", "a staple of type 2, which was not requested") { [2] + $0 },
        status("status-type-255", "a staple of an unknown type") { [255] + $0 },
        status("empty-status", "an empty staple") { _ in [1, 0, 0, 0] },
        statuses("statuses-of-chain", "staples for each certificate, as requested", nil) {
            (facts) throws(NoOccasion) in
            let count = facts.settings.chain.count
            let responses = facts.settings.staples.prefix(count)
            guard responses.contains(where: { $0 != nil }) else {
                throw .noMessage(.certificateStatus)
            }
            return Array(responses)
        },
        statuses("no-statuses", "an empty list of staples", 50) { _ in [] },
    ]

    /// Returns a violation with a changed staple.
    ///
    /// `change` gets the bytes of the staple after its type, and returns the whole new staple.
    private static func status(
        _ name: String,
        _ about: String,
        _ change: @escaping @Sendable (ArraySlice<UInt8>) -> [UInt8]
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: .nothing,
            rule: "RFC 6066 §8",
            versions: [.v1_2, .v1_3],
            alert: 50,
            attacks: ["REV-028"]
        ) { (script, _) throws(NoOccasion) in
            guard script.version == .v1_3 else {
                return try script.edit(.certificateStatus) { (message) throws(NoOccasion) in
                    guard case .bytes(let bytes) = message.body else { throw .noStep }
                    message.body = .bytes(change(bytes.dropFirst()))
                }
            }
            try script.editCertificates { (entries) throws(NoOccasion) in
                let type = Extension.statusRequest
                let item = entries.first?.extensions.first { $0.type == type }
                guard let item else { throw .noMessage(.certificateStatus) }
                entries[0].extensions.set(type, to: change(item.data.dropFirst()))
            }
        }
        .needing(.offer(of: Extension.statusRequest))
    }

    /// Returns a violation that answers status_request_v2 (RFC 6961 §2.2) with a list of responses.
    ///
    /// A nil entry means that a certificate has no response.
    private static func statuses(
        _ name: String,
        _ about: String,
        _ alert: UInt8?,
        _ responses: @escaping @Sendable (Facts) throws(NoOccasion) -> [[UInt8]?]
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: .nothing,
            rule: "RFC 6961 §2.2",
            versions: [.v1_2],
            alert: alert,
            isAllowed: alert == nil,
            attacks: ["REV-030"]
        ) { (script, facts) throws(NoOccasion) in
            let type = Extension.statusRequestOfSeveral
            guard facts.hello.offers(extension: type) else { throw .notAsked(type) }
            var (list, content): ([UInt8], [UInt8]) = ([], [2])
            for response in try responses(facts) { list.putVector(response ?? [], lengthBytes: 3) }
            content.putVector(list, lengthBytes: 3)
            try script.editExtensions {
                $0.leaveOut(Extension.statusRequest)
                $0.append(Extension(type))
            }
            script.steps.removeAll { $0.said == .certificateStatus }
            let status = Step.say(Message(.certificateStatus, .bytes(content)))
            script.steps.insert(status, at: try script.place(of: .certificate) + 1)
        }
        .needing(.offer(of: Extension.statusRequestOfSeveral))
        // The violation changes two places: the ServerHello announces the list, which comes after
        // the certificates.
        .changing(.places)
    }
}
