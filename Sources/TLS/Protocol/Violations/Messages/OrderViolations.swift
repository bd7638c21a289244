import Crypto

extension Violation {
    /// Violations that send messages or change keys in wrong places.
    static let orders: [Violation] =
        [
            order(
                "verify-before-certificate",
                "sends its proof before its certificate",
                gain: .nothing,
                [.v1_3],
                "HS-056"
            ) {
                (script, _) throws(NoOccasion) in try script.swap(.certificate, .certificateVerify)
            }
            .undecided(because: .twoChecks),
            order(
                "certificate-after-finished",
                "sends its certificate again after Finished",
                gain: .nothing,
                [.v1_3],
                "HS-056"
            ) {
                (script, _) throws(NoOccasion) in
                let certificate = script.steps[try script.place(of: .certificate)]
                script.steps.insert(certificate, at: try script.place(of: .finished) + 1)
            }
            .undecided(because: .twoChecks),
            order(
                "hello-after-certificate",
                "sends its hello again after its certificate",
                gain: .nothing,
                [.v1_2, .v1_3],
                "HS-057"
            ) {
                (script, _) throws(NoOccasion) in
                let hello = script.steps[try script.place(of: .serverHello)]
                script.steps.insert(hello, at: try script.place(of: .certificate) + 1)
            },
            order(
                "client-hello-reflected",
                "sends the client's hello back",
                gain: .nothing,
                [.v1_2, .v1_3],
                "HS-060"
            ) { (script, facts) throws(NoOccasion) in
                let body = Array(facts.hello.bytes.dropFirst(4))
                let echo = Step.say(Message(.clientHello, .bytes(body)))
                script.steps.insert(echo, at: try script.place(of: .certificate))
            },
            order(
                "finished-after-certificate",
                "sends a Finished of zeros in plaintext after its certificate",
                gain: .authentication,
                [.v1_2],
                "HS-046"
            ) {
                (script, _) throws(NoOccasion) in
                let zeros = [UInt8](repeating: 0, count: 12)
                let finished = Step.say(Message(.finished, .bytes(zeros)))
                script.steps.insert(finished, at: try script.place(of: .certificate) + 1)
            }
            .undecided(because: .twoChecks),
            order(
                "finished-before-certificate",
                "sends a Finished before its certificate",
                gain: .authentication,
                [.v1_3],
                "HS-008"
            ) {
                (script, _) throws(NoOccasion) in
                let finished = script.steps[try script.place(of: .finished)]
                script.steps.insert(finished, at: try script.place(of: .certificate))
            }
            .undecided(because: .twoChecks),
            order(
                "request-after-certificate",
                "requests a client certificate too late",
                gain: .nothing,
                [.v1_3],
                "HS-064"
            ) {
                (script, facts) throws(NoOccasion) in
                let request = CertificateRequest.extensions(
                    context: [],
                    [Extension(Extension.signatureAlgorithms, [0, 2, 4, 3])]
                )
                let step = Step.say(Message(.certificateRequest, .certificateRequest(request)))
                script.steps.insert(step, at: try script.place(of: .certificate) + 1)
            },
        ] + keyChanges

    private static let keyChanges: [Violation] = [
        order(
            "change-cipher-spec-twice",
            "sends ChangeCipherSpec twice",
            gain: .nothing,
            [.v1_2],
            "HS-049"
        ) {
            (script, _) throws(NoOccasion) in
            // The second ChangeCipherSpec is protected with the keys that follow the first
            // ChangeCipherSpec.
            script.steps.insert(.changeCipherSpec, at: try script.placeOfKeyChange() + 2)
        },
        order(
            "no-change-cipher-spec",
            "encrypts without a ChangeCipherSpec",
            gain: .nothing,
            [.v1_2],
            "HS-048"
        ) {
            (script, _) throws(NoOccasion) in
            script.steps.remove(at: try script.placeOfKeyChange())
        },
        // In TLS 1.3, a record's type shows that it is unprotected; in TLS 1.2, the client finds a
        // wrong MAC.
        order(
            "finished-in-clear",
            "sends Finished in plaintext",
            gain: .secrecy,
            [.v1_2, .v1_3],
            or: [20],
            "HS-048",
            "HS-068"
        ) { (script, _) throws(NoOccasion) in
            script.steps.insert(.writes(under: .plain), at: try script.place(of: .finished))
        },
        order(
            "finished-under-data-keys",
            "sends Finished under the keys of application data",
            gain: .nothing,
            [.v1_3],
            alert: 20,
            "HS-068"
        ) { (script, _) throws(NoOccasion) in
            script.steps.insert(.writes(under: .application), at: try script.place(of: .finished))
        }
        .undecided(because: .record),
        // The keys then depend on no secret, so an attacker also knows them (CVE-2014-0224).
        order(
            "change-cipher-spec-early",
            "sends a ChangeCipherSpec before its ServerKeyExchange",
            gain: .secrecy,
            [.v1_2],
            "TLS-024",
            "HS-050"
        ) {
            (script, _) throws(NoOccasion) in
            script.steps.insert(
                .changeCipherSpec,
                at: try script.place(of: .serverKeyExchange)
            )
        },
        order(
            "resumed-unasked",
            "ends the handshake as if it had resumed a session",
            gain: .authentication,
            [.v1_2],
            "HS-047"
        ) {
            (script, _) throws(NoOccasion) in
            script.steps.insert(.changeCipherSpec, at: try script.place(of: .certificate))
        },
        order(
            "long-change-cipher-spec",
            "sends a ChangeCipherSpec of two bytes",
            gain: .nothing,
            [.v1_2, .v1_3],
            "HS-049"
        ) {
            (script, _) throws(NoOccasion) in try script.changeKeys([1, 1])
        },
        order(
            "change-cipher-spec-of-2",
            "sends a ChangeCipherSpec with the value 2",
            gain: .nothing,
            [.v1_2, .v1_3],
            "HS-049"
        ) {
            (script, _) throws(NoOccasion) in try script.changeKeys([2])
        },
        order(
            "empty-change-cipher-spec",
            "sends an empty ChangeCipherSpec",
            gain: .nothing,
            [.v1_2, .v1_3],
            "HS-049"
        ) {
            (script, _) throws(NoOccasion) in try script.changeKeys([])
        },
        order(
            "protected-change-cipher-spec",
            "encrypts ChangeCipherSpec",
            gain: .nothing,
            [.v1_3],
            "TLS-087"
        ) {
            (script, _) throws(NoOccasion) in
            script.steps.insert(.changeCipherSpec, at: try script.place(of: .certificate))
        },
        order(
            "flight-in-clear",
            "sends its whole flight in plaintext",
            gain: .secrecy,
            [.v1_3],
            "TLS-076"
        ) {
            (script, _) throws(NoOccasion) in
            guard let place = script.steps.firstIndex(of: .writes(under: .handshake)) else {
                throw .noStep
            }
            script.steps.remove(at: place)
        },
        order(
            "extensions-in-clear",
            "sends EncryptedExtensions in plaintext",
            gain: .nothing,
            [.v1_3],
            "TLS-075"
        ) {
            (script, _) throws(NoOccasion) in
            let place = try script.place(of: .encryptedExtensions)
            guard place > 0, script.steps[place - 1] == .writes(under: .handshake) else {
                throw .noStep
            }
            script.steps.swapAt(place, place - 1)
        },
        order(
            "extensions-with-hello",
            "sends EncryptedExtensions in the record of its hello",
            gain: .nothing,
            [.v1_3],
            "TLS-075"
        ) { (script, _) throws(NoOccasion) in
            let place = try script.place(of: .encryptedExtensions)
            guard let hello = script.steps.lastIndex(where: { $0.said == .serverHello }),
                hello < place
            else { throw .noStep }
            script.steps.insert(script.steps.remove(at: place), at: hello + 1)
        },
    ]

    private static func order(
        _ name: String,
        _ about: String,
        gain: Gain,
        _ versions: Set<TLSVersion>,
        alert: UInt8 = 10,
        or otherAlerts: Set<UInt8> = [],
        _ attacks: String...,
        change: @escaping @Sendable (inout Script, Facts) throws(NoOccasion) -> Void
    ) -> Violation {
        Violation(
            name,
            about: "The server \(about).",
            gain: gain,
            rule: versions.contains(.v1_3) ? "RFC 8446 §4" : "RFC 5246 §7.3",
            versions: versions,
            alert: alert,
            or: otherAlerts,
            attacks: attacks,
            apply: change
        )
    }
}

extension Script {
    fileprivate func placeOfKeyChange() throws(NoOccasion) -> Int {
        guard let place = steps.lastIndex(of: .changeCipherSpec) else { throw .noStep }
        return place
    }

    /// Replaces the content of ChangeCipherSpec.
    fileprivate mutating func changeKeys(_ content: [UInt8]) throws(NoOccasion) {
        steps[try placeOfKeyChange()] = .record(type: 20, content, inPlaintext: false)
    }
}
