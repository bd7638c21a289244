import OpenSSL

extension Deviation {
    /// Wrong proofs of the server's key.
    static let proofs: [Deviation] = [
        proof("wrong-transcript", "signs a transcript without its certificate", [.v1_3], 51) {
            (proof, _) throws(NoOccasion) in
            proof.covers = .transcript(context: Proof.serverContext, without: [.certificate])
        },
        proof("client-context", "signs under the client's context string", [.v1_3], 51) {
            (proof, _) throws(NoOccasion) in
            proof.covers = .transcript(context: Proof.clientContext, without: [])
        },
        proof("empty-signature", "sends a signature without octets", [.v1_2, .v1_3], 51) {
            (proof, _) throws(NoOccasion) in proof.damage = [.empty]
        },
        proof("zero-signature", "sends a signature of zeros", [.v1_2, .v1_3], 51) {
            (proof, _) throws(NoOccasion) in proof.damage = [.zero]
        },
        proof("cut-signature", "leaves out the signature's last octet", [.v1_2, .v1_3], 51) {
            (proof, _) throws(NoOccasion) in proof.damage = [.cut(1)]
        },
        proof("swapped-randoms", "signs the randoms in the wrong order", [.v1_2], 51) {
            (proof, _) throws(NoOccasion) in proof.covers = .randoms(serverFirst: true)
        },
        proof("unoffered-scheme", "signs by a scheme that was not offered", [.v1_2, .v1_3], 47) {
            (proof, facts) throws(NoOccasion) in
            let key = facts.settings.key.algorithm
            let scheme = HandshakeScheme.allCases.first {
                !facts.hello.schemes.contains($0.rawValue) && $0.fits(key, in: .v1_2)
            }
            guard let scheme else { throw .allOffered }
            (proof.scheme, proof.signature) = (scheme.rawValue, scheme.signature)
        },
        proof("pkcs1-signature", "signs by RSA PKCS#1, which TLS 1.3 has not", [.v1_3], 47) {
            (proof, facts) throws(NoOccasion) in
            guard facts.settings.key.algorithm.family == .rsa else { throw .otherKey }
            let scheme = HandshakeScheme.rsaPKCS1SHA256
            (proof.scheme, proof.signature) = (scheme.rawValue, scheme.signature)
        },
    ]

    private static func proof(
        _ name: String,
        _ about: String,
        _ versions: Set<TLSVersion>,
        _ alert: UInt8,
        _ change: @escaping @Sendable (inout Proof, Facts) throws(NoOccasion) -> Void
    ) -> Deviation {
        let rule = versions.contains(.v1_3) ? "RFC 8446 §4.4.3" : "RFC 5246 §7.4.3"
        return Deviation(
            name,
            about: "The server \(about).",
            rule: rule,
            versions: versions,
            alert: alert
        ) { (script, facts) throws(NoOccasion) in
            try script.editProof { (proof) throws(NoOccasion) in try change(&proof, facts) }
        }
    }
}
