import Crypto

extension Violation {
    /// Violations that request a client certificate in the handshake.
    static let requests: [Violation] =
        [
            newest("request-with-context", "a context in its request", "MTLS-018", 47, or: [50]) {
                context,
                _ in context = [1]
            },
            newest(
                "request-without-schemes",
                "no signature algorithms in its request",
                "MTLS-018",
                109
            ) { _, extensions in extensions = [] },
            newest("no-authority-names", "an empty list of authorities", "MTLS-021", 50) {
                $1.append(Extension(Extension.certificateAuthorities, [0, 0]))
            },
            newest("request-for-staple", "a request for a staple of the client", "REV-024", nil) {
                $1.append(Extension(Extension.statusRequest))
            },
            request(
                "request-of-unusable-schemes",
                "a request with a scheme that no key supports",
                "MTLS-019",
                nil
            ) { request in
                // The number is for private use (RFC 8446 §4.2.3).
                let scheme: UInt16 = 0xfe00
                switch request {
                case .extensions(let context, var extensions):
                    extensions.set(Extension.signatureAlgorithms, to: [0, 2] + [UInt8](scheme))
                    request = .extensions(context: context, extensions)
                case .types(let types, _, let authorities):
                    request = .types(types, schemes: [scheme], authorities: authorities)
                }
            },
            authorities("many-authority-names", "58 kilobytes of authorities", nil) {
                var names: [UInt8] = []
                for number in 0..<750 { names.putVector(Self.name(number), lengthBytes: 2) }
                return names
            },
            authorities("authority-name-not-der", "an authority that is not DER", 50) {
                var names: [UInt8] = []
                names.putVector([0xff, 0xff, 0xff], lengthBytes: 2)
                return names
            },
            Violation(
                "request-under-anonymous-suite",
                about: "The server requests a certificate in a suite without certificates.",
                gain: .authentication,
                rule: "RFC 5246 §7.4.4",
                versions: [.v1_2],
                alert: 40,
                attacks: ["MTLS-020"]
            ) { (script, facts) throws(NoOccasion) in
                guard let anonymous = Script.honest(facts, under: \.isAnonymous) else {
                    throw .otherSuite
                }
                script = anonymous
                let request = Message.stray(.certificateRequest, in: .v1_2)
                let place = try script.place(of: .serverHelloDone)
                script.steps.insert(.say(request), at: place)
                script.steps.insert(.expect(.certificate), at: place + 2)
            }
            // The violation changes two places: the client answers the request after
            // ServerHelloDone.
            .changing(.places),
        ]

    // MARK: After the handshake

    /// Violations that request a certificate after the handshake, if the client offers to answer.
    static let lateRequests: [Violation] = [
        late("late-request-as-offered", "", "RFC 8446 §4.6.2", "MTLS-017", isAllowed: true) {
            $0.applicationProtocol != "h2"
        },
        // RFC 8740 §3 requires an error of HTTP/2, without an alert.
        late("late-request-under-http2", " over HTTP/2", "RFC 8740 §3", "MTLS-023") {
            $0.applicationProtocol == "h2"
        },
    ]

    private static func late(
        _ name: String,
        _ about: String,
        _ rule: String,
        _ attack: String,
        isAllowed: Bool = false,
        where isFit: @escaping @Sendable (Script) -> Bool
    ) -> Violation {
        Violation(
            name,
            about: "The server requests a certificate after the handshake\(about), as offered.",
            gain: .nothing,
            rule: rule,
            versions: [.v1_3],
            alert: nil,
            isAllowed: isAllowed,
            attacks: [attack]
        ) { (script, facts) throws(NoOccasion) in
            let type = Extension.postHandshakeAuth
            guard facts.hello.offers(extension: type) else { throw .notAsked(type) }
            guard isFit(script) else { throw .otherProtocol }
            let request = Script.request(facts, context: [7])
            script.steps.append(.say(Message(.certificateRequest, .certificateRequest(request))))
        }
        .needing(.offer(of: Extension.postHandshakeAuth))
    }

    // MARK: In the handshake

    private static func newest(
        _ name: String,
        _ about: String,
        _ attack: String,
        _ alert: UInt8?,
        or otherAlerts: Set<UInt8> = [],
        _ change: @escaping @Sendable (inout [UInt8], inout [Extension]) -> Void
    ) -> Violation {
        request(name, about, attack, alert, or: otherAlerts, [.v1_3]) { request in
            guard case .extensions(var context, var extensions) = request else { return }
            change(&context, &extensions)
            request = .extensions(context: context, extensions)
        }
    }

    private static func authorities(
        _ name: String,
        _ about: String,
        _ alert: UInt8?,
        _ names: @escaping @Sendable () -> [UInt8]
    ) -> Violation {
        request(name, about, "MTLS-021", alert) { request in
            switch request {
            case .extensions(let context, let extensions):
                var data: [UInt8] = []
                data.putVector(names(), lengthBytes: 2)
                let item = Extension(Extension.certificateAuthorities, data)
                request = .extensions(context: context, extensions + [item])
            case .types(let types, let schemes, _):
                request = .types(types, schemes: schemes, authorities: names())
            }
        }
    }

    /// Returns a violation with a request for a client certificate.
    ///
    /// If `alert` is nil, the client must accept the request.
    private static func request(
        _ name: String,
        _ about: String,
        _ attack: String,
        _ alert: UInt8?,
        or otherAlerts: Set<UInt8> = [],
        _ versions: Set<TLSVersion> = [.v1_2, .v1_3],
        _ change: @escaping @Sendable (inout CertificateRequest) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server sends \(about).",
            gain: .nothing,
            rule: "RFC 8446 §4.3.2",
            versions: versions,
            alert: alert,
            or: otherAlerts,
            isAllowed: alert == nil,
            attacks: [attack]
        ) { (script, _) throws(NoOccasion) in
            try script.edit(.certificateRequest) { (message) throws(NoOccasion) in
                guard case .certificateRequest(var request) = message.body else {
                    throw .noMessage(.certificateRequest)
                }
                change(&request)
                message.body = .certificateRequest(request)
            }
        }
    }

    /// Returns the DER of a 75-byte distinguished name with a common name of 62 bytes.
    private static func name(_ number: Int) -> [UInt8] {
        let digits = Array("\(1_000 + number)".utf8)
        let text = [UInt8](repeating: 0x61, count: 58) + digits
        let attribute: [UInt8] = [6, 3, 0x55, 4, 3, 12, 62] + text
        return [0x30, 73, 0x31, 71, 0x30, 69] + attribute
    }
}
