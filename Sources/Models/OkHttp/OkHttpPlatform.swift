import PKIX
import Policies
import Trust

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
    /// `X509TrustManager.checkServerTrusted`: the path, or unchecked where a mutant does without.
    ///
    /// JSSE reads the whole list before (OpenJDK, `CertificateMessage.checkServerCerts`). What its decoder
    /// takes of a certificate that no path needs is not known; what OpenSSL takes is let pass.
    func checkServerTrusted(_ checks: CheckSet) throws(SSLException) -> Grounds {
        do {
            _ = try decodedChain(by: .openSSL)
        } catch {
            throw SSLException(kind: .handshake, message: "", rejection: error)
        }
        guard checks.contains(.okHttpTrustManager) else { return .unchecked }
        let validator = PathValidator(
            anchors: trustedRoots,
            checks: PathProfile.reference.checks().intersection(checks),
            decoding: Self.okHttpDecoding
        )
        do {
            return .path(try validator.evaluate(chain, for: nil, at: verifyDate).result.get())
        } catch {
            throw SSLException(kind: .handshake, message: "", rejection: error)
        }
    }

    /// The issuers that the trust manager accepts, `getAcceptedIssuers`.
    var trustedRoots: [Certificate] {
        (store.system + store.user).compactMap(PathProfile.reference.anchor)
    }

    /// The served certificates, without those that do not decode, as in `PathValidator`.
    var peerCertificates: [Certificate] {
        chain.compactMap { try? SignatureCache.shared.certificate($0, by: Self.okHttpDecoding) }
    }

    /// Names that are not ASCII are the verifier's business, not the decoder's.
    private static let okHttpDecoding = PathProfile.reference.decoding.union(.highIA5)
}
