import Crypto
import PathValidation
import X509

/// An exception that ends a connection, and its reason.
struct SSLException: Error, Hashable, CustomStringConvertible {
    enum Kind: String, Hashable, Sendable {
        case handshake = "SSLHandshakeException"
        case peerUnverified = "SSLPeerUnverifiedException"
    }

    let kind: Kind
    let message: String
    let rejection: Rejection

    var description: String { message.isEmpty ? kind.rawValue : "\(kind.rawValue): \(message)" }
}

extension Presented {
    /// Returns the path that `X509TrustManager.checkServerTrusted` validates; unchecked if a mutant
    /// omits this check.
    ///
    /// The path follows the profile `jsse`. JSSE first decodes every served certificate (OpenJDK
    /// 17, ssl/CertificateMessage.java).
    func checkServerTrusted(_ checks: CheckSet) throws(SSLException) -> Grounds {
        do throws(Rejection) {
            guard chain.count <= Self.maximumCertificates else {
                throw Rejection.chainTooLong(limit: Self.maximumCertificates)
            }
            _ = try decodedChain(by: .java)
        } catch {
            throw SSLException(kind: .handshake, message: "", rejection: error)
        }
        guard checks.contains(.okHttpTrustManager) else { return .unchecked }
        let profile = PathProfile.jsse
        var rules = profile.checks()
        if connection?.cipherSuite.keyExchange == .rsa {
            rules = rules.replacing(.handshakeKeyUsage(.keyEncipherment))
        }
        let validator = PathValidator(
            anchors: trustedRoots,
            checks: rules.intersection(checks),
            decoding: profile.decoding,
            budget: profile.budget,
            building: profile.building
        )
        do {
            return .path(try validator.evaluate(chain, for: nil, at: verifyDate).result.get())
        } catch {
            throw SSLException(kind: .handshake, message: "", rejection: error)
        }
    }

    /// The default of `jdk.tls.maxCertificateChainLength`.
    private static let maximumCertificates = 10

    /// The issuers that the trust manager accepts, `getAcceptedIssuers`.
    var trustedRoots: [Certificate] {
        (store.system + store.user).compactMap { anchor in
            try? SignatureCache.shared.certificate(anchor, by: .java)
        }
    }

    /// The served certificates, without certificates that do not decode, as in `PathValidator`.
    var peerCertificates: [Certificate] {
        chain.compactMap { try? SignatureCache.shared.certificate($0, by: .java) }
    }
}
