import Forge
import OpenSSLPeer
import PathValidation
import X509

/// A task of ours, compared with OpenSSL's.
struct Comparison {
    let name: String
    /// The unit that a round counts, such as certificates.
    let unit: String
    /// The required ratio.
    let goal: String
    /// Whether the ratio is of rates, ours to theirs, or of times.
    let isOfRates: Bool
    let ours, theirs: Contender

    func measure(_ rounds: Int) {
        let medians = Contender.medians([ours, theirs], rounds: rounds)
        let ratio = isOfRates ? medians[1] / medians[0] : medians[0] / medians[1]
        Line(
            name: "\(name), \(ours.count) \(unit)",
            ours: medians[0].fixed(2),
            theirs: medians[1].fixed(2),
            ratio: ratio.fixed(2),
            goal: goal
        ).show()
    }

    /// Decodes the frame, extensions, names and dates, and the form of the key.
    static func decoding(_ certificates: [[UInt8]]) -> Comparison {
        decoding(certificates, "decode") { certificate in
            _ = try? PublicKeyAlgorithm(certificate.publicKey.algorithm, in: certificate.der)
        }
    }

    /// The same, and a key that can verify signatures, which OpenSSL creates as well.
    static func decodingWithKeys(_ certificates: [[UInt8]]) -> Comparison {
        decoding(certificates, "decode with keys") { certificate in
            _ = SignatureCache(capacity: 0).key(of: certificate)
        }
    }

    private static func decoding(
        _ certificates: [[UInt8]],
        _ name: String,
        _ use: @escaping (Certificate) -> Void
    ) -> Comparison {
        Comparison(
            name: name,
            unit: "certificates",
            goal: name == "decode" ? ">= 30" : "",
            isOfRates: true,
            ours: Contender(count: certificates.count) {
                for der in certificates {
                    if let certificate = try? Certificate(der: der) { use(certificate) }
                }
            },
            theirs: Contender(count: certificates.count) {
                for der in certificates { der.lend { _ = peer_decode($0) } }
            }
        )
    }

    /// Validates from DER to the verdict, including the host name.
    static func deciding(_ chains: [Vectors.Chain]) -> Comparison {
        let checks = PathProfile.rfc5280.checks()
        return Comparison(
            name: "validate name constraints",
            unit: "chains",
            goal: ">= 10",
            isOfRates: true,
            ours: Contender(count: chains.count) {
                for chain in chains { _ = chain.decide(checks) }
            },
            theirs: Contender(count: chains.count) {
                for chain in chains { _ = chain.decideByOpenSSL() }
            }
        )
    }

    /// Three P-256 certificates from DER to a verified path, compared with their two signature
    /// checks alone.
    static func plainChain() throws(BenchmarkError) -> [Comparison] {
        let chain = try Vectors.Chain.plain()
        let checks = PathProfile.reference.checks()
        guard case .success = chain.decide(checks).result, chain.decideByOpenSSL() else {
            throw .chain("the simple chain is not accepted")
        }
        let signatures = [
            BareSignature(chain.presented[0], by: chain.presented[1]),
            BareSignature(chain.presented[1], by: chain.anchors[0]),
        ].compactMap { $0 }
        guard signatures.count == 2, signatures.allSatisfy({ $0.verifies() && $0.verifiesBarely() })
        else { throw .chain("the signatures of the simple chain do not verify") }
        let repetitions = 200
        let ours = Contender(count: repetitions) {
            for _ in 0..<repetitions { _ = chain.decide(checks) }
        }
        func comparison(_ name: String, goal: String, _ task: @escaping () -> Void) -> Comparison {
            Comparison(
                name: name,
                unit: "times",
                goal: goal,
                isOfRates: false,
                ours: ours,
                theirs: Contender(count: repetitions) { for _ in 0..<repetitions { task() } }
            )
        }
        return [
            comparison("chain of 3 / 2 EVP_DigestVerify", goal: "<= 1.15") {
                for signature in signatures { _ = signature.verifies() }
            },
            comparison("chain of 3 / 2 ECDSA_do_verify", goal: "") {
                for signature in signatures { _ = signature.verifiesBarely() }
            },
            comparison("chain of 3 / X509_verify_cert", goal: "") { _ = chain.decideByOpenSSL() },
        ]
    }
}

extension Vectors.Chain {
    /// Decodes and validates without any cache.
    func decide(_ checks: [PathCheck]) -> PathEvaluation {
        let cache = SignatureCache()
        let validator = PathValidator(
            anchors: anchors.compactMap { try? cache.certificate($0) },
            checks: checks,
            cache: cache
        )
        return validator.evaluate(presented, for: identity, at: verifyDate)
    }

    /// Whether OpenSSL accepts the chain; false without an anchor.
    func decideByOpenSSL() -> Bool {
        guard let anchor = anchors.first, let endEntity = presented.first else { return false }
        let others = presented.dropFirst().map { $0 }
        return lendAll(others) { others in
            anchor.lend { anchor in
                endEntity.lend { endEntity in
                    let date = verifyDate.seconds
                    switch identity {
                    case .dns(let host):
                        return peer_decide(
                            anchor,
                            endEntity,
                            others,
                            others.count,
                            host,
                            peer_bytes(),
                            date
                        ) == 1
                    case .ip(let address):
                        return address.lend {
                            peer_decide(anchor, endEntity, others, others.count, nil, $0, date) == 1
                        }
                    case nil:
                        return false
                    }
                }
            }
        }
    }

    /// root ← intermediate ← leaf on P-256, like the baseline setup of scenarios.
    static func plain() throws(BenchmarkError) -> Vectors.Chain {
        let now = Instant(seconds: 1_795_219_200)  // 2026-11-21T00:00:00Z
        let pki = PKI(entities: [
            "root": Entity(role: .rootCA, issuer: .itself),
            "intermediate": Entity(role: .intermediateCA, issuer: .entity("root")),
            "leaf": Entity(role: .endEntity, issuer: .entity("intermediate")),
        ])
        guard let members = try? pki.forge(seed: 1, at: now).members,
            let root = members["root"], let intermediate = members["intermediate"],
            let leaf = members["leaf"]
        else { throw .chain("the simple chain cannot be forged") }
        return Vectors.Chain(
            anchors: [root.certificate],
            presented: [leaf.certificate, intermediate.certificate],
            identity: .dns("www.example.test"),
            verifyDate: now
        )
    }
}

/// A signature with everything that its verification needs, prepared in advance.
private final class BareSignature {
    private let pointer: OpaquePointer

    /// Nil if one of the certificates does not decode.
    init?(_ certificate: [UInt8], by issuer: [UInt8]) {
        let pointer = certificate.lend { certificate in
            issuer.lend { peer_signature_new(certificate, $0) }
        }
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    deinit { peer_signature_free(pointer) }

    func verifies() -> Bool { peer_verify(pointer) == 1 }

    func verifiesBarely() -> Bool { peer_verify_barely(pointer) == 1 }
}

extension [UInt8] {
    /// Lends the bytes to a C function.
    func lend<Result>(_ body: (peer_bytes) -> Result) -> Result {
        withUnsafeBufferPointer { body(peer_bytes(start: $0.baseAddress, count: $0.count)) }
    }
}

/// Lends several arrays of bytes to a C function.
private func lendAll<Result>(
    _ arrays: [[UInt8]],
    _ lent: [peer_bytes] = [],
    _ body: ([peer_bytes]) -> Result
) -> Result {
    guard let first = arrays.first else { return body(lent) }
    return first.lend { lendAll(Array(arrays.dropFirst()), lent + [$0], body) }
}
