import Crypto
import PathValidation
import X509

/// OpenSSL's verifier with a host name set, at the security level of `reference`.
package struct OpenSSLOracle: ChainOracle {
    /// `openssl` with the version of the linked library.
    package let name = "openssl " + ChainVerification.fullVersion

    /// Creates an oracle that uses the linked library.
    package init() {}

    package func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] {
        setups.map { verdict(on: $0.question) }
    }

    /// Returns the verdict on one chain.
    package func verdict(on question: ChainQuestion) -> ChainVerdict {
        ChainVerdict(question.verification.verdict())
    }
}

extension ChainQuestion {
    /// The question as the input of OpenSSL's verifier.
    package var verification: ChainVerification {
        var verification = ChainVerification()
        verification.anchors = anchors
        verification.endEntity = chain.first ?? []
        verification.intermediates = Array(chain.dropFirst())
        verification.verifyDate = verifyDate.seconds
        switch identity {
        case .dns(let name): verification.identity = .dns(name)
        case .ip(let bytes): verification.identity = .ip(bytes)
        }
        verification.purpose = .server
        // Level 2 means 112 bits of security: RSA keys of at least 2,048 bits, and no SHA-1.
        verification.securityLevel = 2
        // If certificates require a policy, any policy is acceptable (RFC 5280 §6.1.1 (c)).
        verification.policies = ChainVerification.Policies()
        verification.policies?.accepted = [ObjectIdentifier.anyPolicy.description]
        return verification
    }
}

extension ChainVerdict {
    /// Returns OpenSSL's verdict with its error message.
    package init(_ verdict: ChainVerification.Verdict) {
        switch verdict {
        case .accept: self = .accept
        case .refuse(let code, _): self = .reject(ChainVerification.words(code))
        case .undecodable: self = .reject("undecodable")
        }
    }
}
