import PathValidation
import X509

/// The anchors that `CertificatesEntryRef.getTrustAnchors` returns for every source of a
/// configuration.
struct AndroidTrustAnchors {
    /// A source without usable certificates, with Android's message.
    struct Failure: Error, Hashable {
        let message: String
    }

    /// A certificate, and whether pins are compared for chains to this anchor.
    struct Anchor {
        let certificate: Certificate
        let overridesPins: Bool
    }

    /// The anchors, in the order of the configuration; a certificate from several sources appears
    /// several times.
    private(set) var anchors: [Anchor] = []

    /// - Parameters:
    ///   - config: the configuration with the sources.
    ///   - files: the bytes of the application's resources by reference, such as `@raw/my_ca`; nil
    ///     for a missing resource.
    ///   - presented: the device's stores.
    ///   - checks: the checks to make.
    /// - Throws: an error if a resource is missing or contains no certificates.
    init(
        of config: NetworkSecurityConfig,
        files: (String) -> [UInt8]?,
        _ presented: Presented,
        _ checks: CheckSet = .all
    ) throws(Failure) {
        for ref in config.certificatesEntryRefs {
            for der in try Self.certificates(of: ref.source, files, presented, checks) {
                guard let certificate = der.decoded else { continue }
                anchors.append(Anchor(certificate: certificate, overridesPins: ref.overridesPins))
            }
        }
    }

    /// Returns the anchor that `findTrustAnchorBySubjectAndPublicKey` finds for a certificate.
    func anchor(for certificate: Certificate) -> Anchor? {
        anchors.first { $0.certificate.hasSubjectAndKey(of: certificate) }
    }

    private static func certificates(
        of source: CertificatesEntryRef.Source,
        _ files: (String) -> [UInt8]?,
        _ presented: Presented,
        _ checks: CheckSet
    ) throws(Failure) -> [[UInt8]] {
        switch source {
        case .system: return presented.store.system
        case .user: return presented.store.user
        case .wfa: return []
        case .resource(let reference):
            let bytes = files(reference)
            if let certificates = bytes.flatMap(certificates) { return certificates }
            guard checks.contains(.androidResource) else { return [] }
            throw Failure(
                message: bytes == nil
                    // An application with a missing resource does not build.
                    ? "aapt: resource \(reference.dropFirst().configurationExcerpt) not found"
                    : "Failed to load trust anchors from id \(reference.configurationExcerpt)"
            )
        }
    }

    /// Reads PEM or concatenated DER, as `CertificateFactory.generateCertificates` does; empty
    /// input contains no certificates.
    ///
    /// Conscrypt treats input that begins with `-` as PEM, so a file with a byte order mark is not
    /// PEM.
    private static func certificates(in bytes: [UInt8]) -> [[UInt8]]? {
        if bytes.isEmpty { return [] }
        let certificates =
            bytes.first == UInt8(ascii: "-")
            ? try? PEM.certificates(in: bytes) : elements(of: bytes)
        return certificates?.allSatisfy { $0.decoded != nil } == true ? certificates : nil
    }

    /// Splits concatenated DER elements; returns nil for any other bytes.
    private static func elements(of bytes: [UInt8]) -> [[UInt8]]? {
        var elements: [[UInt8]] = []
        var reader = DERReader(bytes)
        while !reader.isAtEnd {
            guard let element = try? reader.next() else { return nil }
            elements.append(Array(bytes[element.header.lowerBound..<element.content.upperBound]))
        }
        return elements
    }
}
