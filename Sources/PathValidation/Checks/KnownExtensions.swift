import X509

/// The extensions that an implementation accepts as processed when they are critical.
package struct KnownExtensions: Sendable {
    private let identifiers: Set<ObjectIdentifier>
    /// Prefixes of further identifiers, as DER content bytes.
    private let arcs: [[UInt8]]

    private init(_ identifiers: Set<ObjectIdentifier>, below arcs: [[UInt8]] = []) {
        (self.identifiers, self.arcs) = (identifiers, arcs)
    }

    func contains(_ identifier: ObjectIdentifier) -> Bool {
        identifiers.contains(identifier)
            || arcs.contains {
                identifier.content.count > $0.count && identifier.content.starts(with: $0)
            }
    }
}

extension KnownExtensions {
    /// The extensions that the rules of RFC 5280 §6.1 process.
    static let processed = KnownExtensions(ofPaths)

    /// The extensions in `processed`, and the extensions that the rules on revocation process.
    static let processedForRevocation = KnownExtensions(
        ofPaths.union([.crlDistributionPoints, .tlsFeature])
    )

    private static let ofPaths: Set<ObjectIdentifier> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName, .nameConstraints,
        .certificatePolicies, .policyMappings, .policyConstraints, .inhibitAnyPolicy,
    ]

    /// `X509_supported_extension` of OpenSSL 3.0.19, for every purpose.
    package static let openSSL = KnownExtensions(
        ofPaths.union([
            .crlDistributionPoints, .ocspNoCheck, .netscapeCertificateType, .addressBlocks,
            .autonomousSystems, .proxyCertificateInformation,
        ])
    )

    /// `SecCertificateInitializeExtensionParsers` and `isAppleExtensionOID` of Apple's
    /// Security-61901.0.87.0.1, OSX/sec/Security/SecCertificate.c, except the extension of the
    /// escrow service.
    static let apple = KnownExtensions(
        ofPaths.union([
            .subjectKeyIdentifier, .authorityKeyIdentifier, .privateKeyUsagePeriod,
            .issuerAlternativeName, .crlDistributionPoints, .authorityInformationAccess,
            .subjectInformationAccess, .netscapeCertificateType, .entrustVersion, .ocspNoCheck,
        ]),
        // 1.2.840.113635.100: extensions of certificates, components, signing and encryption.
        below: [6, 11, 12, 13, 15].map { [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, $0] }
    )
}

extension PathCheck {
    package static let criticalExtensions = PathCheck(
        criticalExtensionsName,
        about: "Every critical extension is one that the other rules process.",
        source: "RFC 5280 §6.1.4 (o), §6.1.5 (f)"
    ) { joining throws(Rejection) in
        try joining.requireKnown(
            joining.asksRevocation
                ? KnownExtensions.processedForRevocation : KnownExtensions.processed
        )
    }

    /// Returns the rule `criticalExtensions` for an implementation that knows these extensions,
    /// under the same name.
    package static func criticalExtensions(among known: KnownExtensions) -> PathCheck {
        PathCheck(
            criticalExtensionsName,
            about: "Every critical extension is one that the implementation knows.",
            source: "RFC 5280 §6.1.4 (o), §6.1.5 (f)"
        ) { joining throws(Rejection) in try joining.requireKnown(known) }
    }

    private static let criticalExtensionsName = "critical-extensions"
}

extension Joining {
    mutating func requireKnown(_ known: KnownExtensions) throws(Rejection) {
        for stated in certificate.extensions.list where stated.isCritical {
            let identifier = certificate.identifier(at: stated.identifier)
            guard known.contains(identifier) else {
                try report(.unhandledCriticalExtension(identifier, depth: depth))
                continue
            }
        }
    }
}
