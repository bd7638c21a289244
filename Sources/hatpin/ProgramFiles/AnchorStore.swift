import Basics
import Crypto
import ScenarioFormat
import X509

/// A key store with the trust anchors of a client, for programs that read no PEM, as in Java.
///
/// The password only protects the integrity of certificates that are no secret. It is the password
/// of Java's own store.
enum AnchorStore: CaseIterable {
    case pkcs12, jks

    private static let password = "changeit"

    /// The placeholder for the path of the file.
    var placeholder: ClientPlaceholder {
        switch self {
        case .pkcs12: .anchorPKCS12
        case .jks: .anchorJKS
        }
    }

    /// The name of the file.
    var fileName: String {
        switch self {
        case .pkcs12: "anchors.p12"
        case .jks: "anchors.jks"
        }
    }

    /// Returns the content of the file.
    ///
    /// - Throws: an `environment` failure if OpenSSL has no SHA-1.
    func bytes(of anchors: [[UInt8]]) throws(Failure) -> [UInt8] {
        do {
            return switch self {
            case .pkcs12: try Self.pkcs12(of: anchors)
            case .jks: try Self.jks(of: anchors)
            }
        } catch {
            throw Failure(.environment, "cannot write \(fileName): \(error)")
        }
    }

    /// The name of an entry.
    private static func alias(_ number: Int) -> String { "anchor-\(number)" }

    /// Returns a file of PKCS #12 (RFC 7292 §4) with a bag for each anchor.
    private static func pkcs12(of anchors: [[UInt8]]) throws(OpenSSLError) -> [UInt8] {
        let bags = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                for (number, anchor) in anchors.enumerated() {
                    writer.certificateBag(anchor, named: alias(number))
                }
            }
        }
        let safe = DERWriter.bytes { writer in
            writer.constructed(.sequence) { $0.content(bags) }
        }
        // Java reads no salt of fewer than eight bytes.
        let salt = Array("trust anchors".utf8)
        // SHA-1 is the only digest that all readers know.
        var mac = try HMAC(.sha1)
        let code = try mac.code(of: safe, key: integrityKey(salt))
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.integer(3)
                writer.content(safe)
                writer.constructed(.sequence) { writer in
                    writer.constructed(.sequence) { writer in
                        writer.constructed(.sequence) { writer in
                            writer.objectIdentifier(.sha1)
                            writer.primitive(.null, [])
                        }
                        writer.primitive(.octetString, code)
                    }
                    writer.primitive(.octetString, salt)
                }
            }
        }
    }

    /// The key of the MAC (RFC 7292 appendix B.2, with the identifier 3), for one iteration, which
    /// is the default of the file, and as many bytes as SHA-1 has.
    private static func integrityKey(_ salt: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let block = 64
        func filled(_ bytes: [UInt8]) -> [UInt8] {
            let count = (bytes.count + block - 1) / block * block
            return (0..<count).map { bytes[$0 % bytes.count] }
        }
        let identifier = [UInt8](repeating: 3, count: block)
        return try Digest.sha1.hash(
            identifier + filled(salt) + filled(password.bigEndianUnits + [0, 0])
        )
    }

    /// Returns a JKS file with an entry for each anchor: the format that the class
    /// `sun.security.provider.JavaKeyStore` of OpenJDK 17 describes.
    private static func jks(of anchors: [[UInt8]]) throws(OpenSSLError) -> [UInt8] {
        var file: [UInt8] = [0xfe, 0xed, 0xfe, 0xed]
        let (version, trustedCertificate) = (2, 2)
        file.append(version, bytes: 4)
        file.append(anchors.count, bytes: 4)
        for (number, anchor) in anchors.enumerated() {
            file.append(trustedCertificate, bytes: 4)
            file.append(text: alias(number))
            // The time at which the entry was made, in milliseconds since 1970.
            file.append(0, bytes: 8)
            file.append(text: "X.509")
            file.append(anchor.count, bytes: 4)
            file += anchor
        }
        let sum = password.bigEndianUnits + Array("Mighty Aphrodite".utf8) + file
        return try file + Digest.sha1.hash(sum)
    }
}

extension DERWriter {
    /// Writes a ContentInfo of the type data (RFC 5652 §4).
    fileprivate mutating func content(_ bytes: [UInt8]) {
        constructed(.sequence) { writer in
            writer.objectIdentifier(.data)
            writer.constructed(.context(0, constructed: true)) { writer in
                writer.primitive(.octetString, bytes)
            }
        }
    }

    /// Writes a SafeBag with a certificate (RFC 7292 §4.2.3).
    fileprivate mutating func certificateBag(_ certificate: [UInt8], named alias: String) {
        constructed(.sequence) { writer in
            writer.objectIdentifier(.certificateBag)
            writer.constructed(.context(0, constructed: true)) { writer in
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(.storedCertificate)
                    writer.constructed(.context(0, constructed: true)) { writer in
                        writer.primitive(.octetString, certificate)
                    }
                }
            }
            // Java trusts only certificates with trustedKeyUsage. It comes first in DER (X.690
            // §11.6), since its encoding is shorter.
            writer.constructed(.set) { writer in
                writer.attribute(.trustedKeyUsage) { $0.objectIdentifier(.anyExtendedKeyUsage) }
                writer.attribute(.friendlyName) { $0.primitive(.bmpString, alias.bigEndianUnits) }
            }
        }
    }

    private mutating func attribute(
        _ type: ObjectIdentifier,
        _ value: (inout DERWriter) -> Void
    ) {
        constructed(.sequence) { writer in
            writer.objectIdentifier(type)
            writer.constructed(.set, value)
        }
    }
}

extension ObjectIdentifier {
    /// 1.2.840.113549.1.7.1 (RFC 5652 §4).
    fileprivate static let data = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01,
    ])
    /// 1.2.840.113549.1.12.10.1.3 (RFC 7292 §4.2).
    fileprivate static let certificateBag = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x0a, 0x01, 0x03,
    ])
    /// 1.2.840.113549.1.9.22.1, x509Certificate (RFC 7292 §4.2.3).
    fileprivate static let storedCertificate = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x16, 0x01,
    ])
    /// 1.2.840.113549.1.9.20 (RFC 2985 §5.5.1).
    fileprivate static let friendlyName = ObjectIdentifier(content: [
        0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x14,
    ])
    /// 2.16.840.1.113894.746875.1.1, Oracle's trustedKeyUsage (`sun.security.pkcs12.PKCS12KeyStore`
    /// of OpenJDK 17).
    fileprivate static let trustedKeyUsage = ObjectIdentifier(content: [
        0x60, 0x86, 0x48, 0x01, 0x86, 0xf9, 0x66, 0xad, 0xca, 0x7b, 0x01, 0x01,
    ])
}

extension String {
    /// The text in UTF-16, most significant byte first.
    fileprivate var bigEndianUnits: [UInt8] {
        utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
}

extension [UInt8] {
    /// Appends a number, most significant byte first.
    fileprivate mutating func append(_ number: Int, bytes count: Int) {
        self += (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Appends a short text after its length.
    fileprivate mutating func append(text: String) {
        append(text.utf8.count, bytes: 2)
        self += text.utf8
    }
}
