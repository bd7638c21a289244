import OpenSSL

extension Deviation {
    /// Messages left out, repeated and out of place.
    static let orders: [Deviation] = [
        order("no-certificate", "leaves out its certificate", [.v1_2, .v1_3]) {
            (script) throws(NoOccasion) in try script.drop(.certificate)
        },
        order("no-certificate-verify", "leaves out the proof of its key", [.v1_3]) {
            (script) throws(NoOccasion) in try script.drop(.certificateVerify)
        },
        order("no-server-key-exchange", "leaves out its key exchange", [.v1_2]) {
            (script) throws(NoOccasion) in try script.drop(.serverKeyExchange)
        },
        order("no-encrypted-extensions", "leaves out EncryptedExtensions", [.v1_3]) {
            (script) throws(NoOccasion) in try script.drop(.encryptedExtensions)
        },
        order("certificate-twice", "sends its certificate twice", [.v1_2, .v1_3]) {
            (script) throws(NoOccasion) in try script.repeat(.certificate)
        },
        order("certificate-verify-twice", "proves its key twice", [.v1_3]) {
            (script) throws(NoOccasion) in try script.repeat(.certificateVerify)
        },
        order("verify-before-certificate", "proves a key before it shows it", [.v1_3]) {
            (script) throws(NoOccasion) in try script.swap(.certificate, .certificateVerify)
        },
        order("hello-twice", "sends its hello twice", [.v1_2, .v1_3]) {
            (script) throws(NoOccasion) in try script.repeat(.serverHello)
        },
        order("change-cipher-spec-twice", "changes keys twice", [.v1_2]) {
            (script) throws(NoOccasion) in
            guard let place = script.steps.lastIndex(of: .changeCipherSpec) else {
                throw .noStep
            }
            script.steps.insert(.changeCipherSpec, at: place)
        },
        order("no-change-cipher-spec", "encrypts without a ChangeCipherSpec", [.v1_2]) {
            (script) throws(NoOccasion) in
            guard let place = script.steps.lastIndex(of: .changeCipherSpec) else {
                throw .noStep
            }
            script.steps.remove(at: place)
        },
    ]

    private static func order(
        _ name: String,
        _ about: String,
        _ versions: Set<TLSVersion>,
        _ change: @escaping @Sendable (inout Script) throws(NoOccasion) -> Void
    ) -> Deviation {
        Deviation(
            name,
            about: "The server \(about).",
            rule: versions.contains(.v1_3) ? "RFC 8446 §4" : "RFC 5246 §7.3",
            versions: versions,
            alert: 10
        ) { (script, _) throws(NoOccasion) in try change(&script) }
    }
}
