import TestSupport
import X509

/// A small certificate in parts; a test can replace the encoding of each part.
struct SampleCertificate {
    var version = "a003020102"
    var serial = "020105"
    var innerAlgorithm = "300a06082a8648ce3d040302"
    /// The Name CN=A.
    var issuer = "300c310a30080603550403 0c0141"
    /// The validity from 2026-01-01 to 2027-01-01.
    var validity = "301e 170d3236303130313030303030305a 170d3237303130313030303030305a"
    /// The Name CN=B.
    var subject = "300c310a30080603550403 0c0142"
    /// An Ed25519 key of only two bytes.
    var publicKey = "300c 300506032b6570 0303005566"
    var uniqueIDs = ""
    /// The encodings of extensions, in sequence; nil for no `[3]`.
    var extensions: String? = "3008 0603551d13 0401 00"
    /// Further fields inside tbsCertificate.
    var more = ""
    var outerAlgorithm = "300a06082a8648ce3d040302"
    var signature = "030200 77"
    /// Further fields after the signature.
    var trailing = ""
    /// Bytes after the certificate.
    var after = ""

    /// Returns an extension with these extnValue bytes.
    static func `extension`(
        _ id: ObjectIdentifier,
        critical: Bool = false,
        _ value: String
    )
        -> String
    {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.objectIdentifier(id)
                if critical { writer.boolean(true) }
                writer.primitive(.octetString, hexBytes(value))
            }
        }.hex
    }

    var der: [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    for part in [
                        version, serial, innerAlgorithm, issuer, validity, subject, publicKey,
                        uniqueIDs,
                    ] { writer.raw(hexBytes(part)) }
                    if let extensions {
                        writer.constructed(.context(3, constructed: true)) { writer in
                            writer.constructed(.sequence) { $0.raw(hexBytes(extensions)) }
                        }
                    }
                    writer.raw(hexBytes(more))
                }
                for part in [outerAlgorithm, signature, trailing] { writer.raw(hexBytes(part)) }
            }
            writer.raw(hexBytes(after))
        }
    }
}

/// Returns the offset at which `needle` first occurs in `bytes`; -1 if `bytes` does not contain it.
func place(of needle: String, in bytes: [UInt8]) -> Int {
    let needle = hexBytes(needle)
    return bytes.indices.first { bytes[$0...].starts(with: needle) } ?? -1
}
