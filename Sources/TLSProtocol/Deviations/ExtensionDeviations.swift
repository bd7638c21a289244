import OpenSSL

extension Deviation {
    /// Answers that the client did not ask for.
    static let extensions: [Deviation] = [
        Deviation(
            "unasked-extension",
            about: "The server answers an extension that the client did not send.",
            rule: "RFC 8446 §4.2",
            versions: [.v1_2, .v1_3],
            alert: 110
        ) { (script, facts) throws(NoOccasion) in
            // use_srtp (RFC 5764), which no client of a web server sends.
            let type: UInt16 = 14
            guard !facts.hello.offers(extension: type) else { throw .allOffered }
            try script.editExtensions { (list) throws(NoOccasion) in
                list.append(Extension(type, [0, 2, 0, 1, 0]))
            }
        },
        Deviation(
            "extension-twice",
            about: "The server sends an extension twice in one message.",
            rule: "RFC 8446 §4.2",
            versions: [.v1_2, .v1_3],
            alert: 47
        ) { (script, _) throws(NoOccasion) in
            try script.editExtensions { (list) throws(NoOccasion) in
                guard let first = list.first else { throw .noStep }
                list.append(first)
            }
        },
        Deviation(
            "unasked-protocol",
            about: "The server chooses an application protocol that the client did not offer.",
            rule: "RFC 7301 §3.2",
            versions: [.v1_2, .v1_3],
            alert: 47
        ) { (script, facts) throws(NoOccasion) in
            guard !facts.hello.protocols.isEmpty else { throw .noStep }
            try script.editExtensions { (list) throws(NoOccasion) in
                list.removeAll { $0.type == Extension.protocols }
                list.append(.applicationProtocol("hatpin"))
            }
        },
        Deviation(
            "renegotiated-first",
            about: "The server's renegotiation_info is of an earlier handshake.",
            rule: "RFC 5746 §3.4",
            versions: [.v1_2],
            alert: 40
        ) { (script, facts) throws(NoOccasion) in
            guard facts.hello.knowsSecureRenegotiation else { throw .noStep }
            try script.editExtensions { (list) throws(NoOccasion) in
                let verifyData = [UInt8](repeating: 7, count: 24)
                list.set(Extension.renegotiationInfo, to: [24] + verifyData)
            }
        },
        Deviation(
            "trailing-octet",
            about: "The server's Certificate has an octet behind its end.",
            rule: "RFC 8446 §4.4.2",
            versions: [.v1_2, .v1_3],
            alert: 50
        ) { (script, _) throws(NoOccasion) in
            try script.edit(.certificate) { (message) throws(NoOccasion) in
                message.damage = [.append([0])]
            }
        },
    ]
}
