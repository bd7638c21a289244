import ChainPeer
import FoundationEssentials
import Glibc
import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

// The initialiser is SPI of the library, for users who set the verify date.

/// Validates as a client that sets the policies for a TLS server: RFC 5280 and a host name.
///
/// Any certificate can be an anchor, whatever its issuer. A chain with a certificate that does not
/// decode is rejected; an anchor that does not decode is ignored. No policy of the library checks
/// the extended key usage.
struct SwiftCertificates: ChainOracle {
    private var anchors: [[UInt8]] = []
    private var roots = CertificateStore()

    mutating func verdict(on question: Question) async -> Verdict {
        if question.anchors != anchors {
            anchors = question.anchors
            roots = CertificateStore(anchors.compactMap { try? Certificate(derEncoded: $0) })
        }
        do {
            let chain = try question.chain.map { try Certificate(derEncoded: $0) }
            return await verdict(on: chain, of: question)
        } catch {
            return .reject(code: Reason.undecodable, words: "\(error)")
        }
    }

    private func verdict(on chain: [Certificate], of question: Question) async -> Verdict {
        guard let endEntity = chain.first else {
            return .reject(code: Reason.undecodable, words: "")
        }
        var verifier = Verifier(rootCertificates: roots) {
            RFC5280Policy(
                fixedExpiryValidationTime: Date(
                    timeIntervalSince1970: TimeInterval(question.verifyDate)
                )
            )
            if let host = question.host {
                ServerIdentityPolicy(
                    serverHostname: isAddress(host) ? nil : host,
                    serverIP: isAddress(host) ? host : nil
                )
            }
        }
        var events: [VerificationDiagnostic] = []
        let result = await verifier.validate(
            leaf: endEntity,
            intermediates: CertificateStore(chain.dropFirst())
        ) { events.append($0) }
        switch result {
        case .validCertificate: return .accept
        case .couldNotValidate(let failures):
            // If no policy fails, no path reaches a root; the events then give the reason.
            let texts =
                failures.isEmpty
                ? events.map(\.description) : failures.map(\.policyFailureReason.description)
            return Reason.verdict(for: texts)
        }
    }
}

private func isAddress(_ host: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1
}
