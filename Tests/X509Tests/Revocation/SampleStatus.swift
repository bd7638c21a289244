import TestSupport
import Testing
import X509

/// A small CRL in parts; a test can replace the encoding of each part.
struct SampleList {
    var version = "020101"
    var innerAlgorithm = "300a06082a8648ce3d040302"
    /// The Name CN=A.
    var issuer = "300c310a30080603550403 0c0141"
    var thisUpdate = "170d3236303130313030303030305a"
    var nextUpdate = "170d3237303130313030303030305a"
    /// The encodings of entries, in sequence; nil for no list.
    var entries: String? = SampleList.entry("0205 0102030405")
    /// The encodings of extensions, in sequence, with the CRL number 7; nil for no `[0]`.
    var extensions: String? = SampleCertificate.extension(.crlNumber, "020107")
    var outerAlgorithm = "300a06082a8648ce3d040302"
    var signature = "030200 77"

    /// Returns an entry from 2026-01-01.
    static func entry(_ serial: String, _ extensions: String = "") -> String {
        let list =
            extensions.isEmpty
            ? [] : DERWriter.bytes { $0.constructed(.sequence) { $0.raw(hexBytes(extensions)) } }
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(hexBytes(serial + "170d3236303130313030303030305a"))
                writer.raw(list)
            }
        }.hex
    }

    var der: [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    for part in [version, innerAlgorithm, issuer, thisUpdate, nextUpdate] {
                        writer.raw(hexBytes(part))
                    }
                    if let entries {
                        writer.constructed(.sequence) { $0.raw(hexBytes(entries)) }
                    }
                    if let extensions {
                        writer.constructed(.context(0, constructed: true)) { writer in
                            writer.constructed(.sequence) { $0.raw(hexBytes(extensions)) }
                        }
                    }
                }
                for part in [outerAlgorithm, signature] { writer.raw(hexBytes(part)) }
            }
        }
    }
}

/// A small OCSP response in parts; a test can replace the encoding of each part.
struct SampleOCSPResponse {
    var status = "0a0100"
    var type = "06092b0601050507300101"
    var version = ""
    /// The responder byKey.
    var responder = "a204 04021122"
    var producedAt = "180f32303236303130313030303030305a"
    /// SHA-1 of name and key, and serial number 5.
    var certificate = "3014 300706052b0e03021a 04021111 04022222 020105"
    var certificateStatus = "8000"
    var thisUpdate = "180f32303236303130313030303030305a"
    var nextUpdate = "a011 180f32303236303130383030303030305a"
    var singleExtensions = ""
    var responseExtensions = ""
    var algorithm = "300a06082a8648ce3d040302"
    var signature = "030200 77"
    var certificates = ""
    /// The encoding that replaces responseBytes, empty to omit it; nil for the fields above.
    var bytes: String?

    var der: [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(hexBytes(status))
                if let bytes { return writer.raw(hexBytes(bytes)) }
                writer.constructed(.context(0, constructed: true)) { writer in
                    writer.constructed(.sequence) { writer in
                        writer.raw(hexBytes(type))
                        writer.primitive(.octetString, basic)
                    }
                }
            }
        }
    }

    private var basic: [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    for part in [version, responder, producedAt] { writer.raw(hexBytes(part)) }
                    writer.constructed(.sequence) { writer in
                        writer.constructed(.sequence) { writer in
                            for part in [
                                certificate, certificateStatus, thisUpdate, nextUpdate,
                                singleExtensions,
                            ] { writer.raw(hexBytes(part)) }
                        }
                    }
                    writer.raw(hexBytes(responseExtensions))
                }
                for part in [algorithm, signature, certificates] { writer.raw(hexBytes(part)) }
            }
        }
    }
}

/// A change with which a sample must not decode, and the expected fault.
struct BrokenSample<Sample>: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let fault: DERError.Fault
    /// The path of the faulty field.
    let path: String
    let change: @Sendable (inout Sample) -> Void

    init(
        _ description: String,
        _ fault: DERError.Fault,
        in path: String,
        change: @escaping @Sendable (inout Sample) -> Void
    ) {
        testDescription = description
        self.fault = fault
        self.path = path
        self.change = change
    }
}
