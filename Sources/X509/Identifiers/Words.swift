// The words that scenario files, lists and reports use for object identifiers.

/// A word and its object identifier.
package struct IdentifierWord: Hashable, Sendable {
    package let word: String
    package let identifier: ObjectIdentifier
}

extension ObjectIdentifier {
    /// Extensions by their hyphenated RFC names.
    package static let extensionWords: [IdentifierWord] = [
        IdentifierWord(word: "basic-constraints", identifier: .basicConstraints),
        IdentifierWord(word: "key-usage", identifier: .keyUsage),
        IdentifierWord(word: "extended-key-usage", identifier: .extendedKeyUsage),
        IdentifierWord(word: "subject-alternative-name", identifier: .subjectAlternativeName),
        IdentifierWord(word: "issuer-alternative-name", identifier: .issuerAlternativeName),
        IdentifierWord(word: "name-constraints", identifier: .nameConstraints),
        IdentifierWord(word: "subject-key-identifier", identifier: .subjectKeyIdentifier),
        IdentifierWord(word: "authority-key-identifier", identifier: .authorityKeyIdentifier),
        IdentifierWord(word: "certificate-policies", identifier: .certificatePolicies),
        IdentifierWord(word: "policy-mappings", identifier: .policyMappings),
        IdentifierWord(word: "policy-constraints", identifier: .policyConstraints),
        IdentifierWord(word: "inhibit-any-policy", identifier: .inhibitAnyPolicy),
        IdentifierWord(word: "crl-distribution-points", identifier: .crlDistributionPoints),
        IdentifierWord(word: "freshest-crl", identifier: .freshestCRL),
        IdentifierWord(
            word: "authority-information-access",
            identifier: .authorityInformationAccess
        ),
        IdentifierWord(word: "subject-information-access", identifier: .subjectInformationAccess),
        IdentifierWord(word: "tls-feature", identifier: .tlsFeature),
        IdentifierWord(
            word: "signed-certificate-timestamps",
            identifier: .signedCertificateTimestamps
        ),
        IdentifierWord(word: "precertificate-poison", identifier: .precertificatePoison),
        IdentifierWord(word: "ocsp-no-check", identifier: .ocspNoCheck),
        IdentifierWord(word: "crl-number", identifier: .crlNumber),
        IdentifierWord(word: "reason-code", identifier: .reasonCode),
        IdentifierWord(word: "invalidity-date", identifier: .invalidityDate),
        IdentifierWord(word: "delta-crl-indicator", identifier: .deltaCRLIndicator),
        IdentifierWord(word: "issuing-distribution-point", identifier: .issuingDistributionPoint),
        IdentifierWord(word: "certificate-issuer", identifier: .certificateIssuer),
        IdentifierWord(word: "ocsp-nonce", identifier: .ocspNonce),
    ]

    /// Extended key usages by their hyphenated RFC names.
    package static let extendedKeyUsageWords: [IdentifierWord] = [
        IdentifierWord(word: "server-auth", identifier: .serverAuth),
        IdentifierWord(word: "client-auth", identifier: .clientAuth),
        IdentifierWord(word: "code-signing", identifier: .codeSigning),
        IdentifierWord(word: "email-protection", identifier: .emailProtection),
        IdentifierWord(word: "time-stamping", identifier: .timeStamping),
        IdentifierWord(word: "ocsp-signing", identifier: .ocspSigning),
        IdentifierWord(word: "any", identifier: .anyExtendedKeyUsage),
    ]

    /// Certificate policies by their hyphenated RFC names.
    package static let policyWords: [IdentifierWord] = [
        IdentifierWord(word: "any", identifier: .anyPolicy)
    ]

    /// Finds the extension for a word of `extensionWords` or dotted decimal; nil for any other
    /// text.
    package init?(extensionWord text: String) {
        if let known = Self.extensionWords.first(where: { $0.word == text }) {
            self = known.identifier
        } else {
            self.init(text)
        }
    }

    /// The word in `extensionWords`, otherwise dotted decimal.
    package var extensionWord: String {
        Self.extensionWords.first { $0.identifier == self }?.word ?? description
    }
}
