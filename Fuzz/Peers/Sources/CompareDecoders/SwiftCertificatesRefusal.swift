import DecoderComparison
import SwiftASN1
import X509

/// The refusal for an error of swift-certificates; the error does not name the certificate's part.
struct SwiftCertificatesRefusal {
    let reading: Reading

    /// An extension whose body does not decode.
    struct InBody: Error {
        let name: String
        let bytes: ArraySlice<UInt8>
        let error: any Error

        var words: String {
            (try? DER.parse(bytes)) == nil ? "elements of \(name): \(error)" : "\(name): \(error)"
        }
    }

    /// Creates the rejection of `bytes` with this error.
    init(of bytes: [UInt8], for error: any Error) {
        switch error {
        case let error as InBody:
            reading = .refuse(.extensionBody, error.words)
        case let error as CertificateError: reading = .refuse(Self.refusal(for: error), "\(error)")
        case let error as ASN1Error:
            let (refusal, part) = Self.part(of: bytes)
            reading = .refuse(refusal, "\(part): \(error)")
        // Other errors come from the library that decodes keys and signatures.
        default: reading = .refuse(.key, "\(type(of: error))")
        }
    }

    private static func refusal(for error: CertificateError) -> Refusal {
        switch error.code {
        case .unsupportedPublicKeyAlgorithm, .unsupportedSignatureAlgorithm: .capability
        case .duplicateOID: .duplicate
        default: .malformed
        }
    }

    /// The part that does not decode.
    private static func part(of bytes: [UInt8]) -> (Refusal, words: String) {
        // The library parses all elements, even those inside ANY, before it reads a field.
        guard let certificate = try? DER.parse(bytes) else { return (.malformed, "elements") }
        let parts = elements(of: certificate)
        guard let tbsCertificate = parts.first else { return (.malformed, "fields") }
        // The six mandatory fields have universal tags; the optional fields have context-specific
        // tags.
        let fields = elements(of: tbsCertificate).filter { $0.identifier.tagClass == .universal }
        if fields.count == 6, (try? Certificate.PublicKey(derEncoded: fields[5])) == nil {
            return (.key, "subjectPublicKey")
        }
        let isOfSignature = (try? Certificate(derEncoded: unread(tbsCertificate))) != nil
        return isOfSignature ? (.signature, "signatureValue") : (.malformed, "fields")
    }

    /// A certificate with these fields and an RSA signature, which the library does not parse.
    private static func unread(_ tbsCertificate: ASN1Node) -> [UInt8] {
        var serializer = DER.Serializer()
        serializer.appendConstructedNode(identifier: .sequence) { certificate in
            certificate.serializeRawBytes(tbsCertificate.encodedBytes)
            certificate.serializeRawBytes(sha256WithRSAEncryption)
            certificate.serializeRawBytes([0x03, 0x01, 0x00])
        }
        return serializer.serializedBytes
    }

    private static let sha256WithRSAEncryption: [UInt8] = [
        0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b, 0x05, 0x00,
    ]

    private static func elements(of node: ASN1Node) -> [ASN1Node] {
        guard case .constructed(let elements) = node.content else { return [] }
        return Array(elements)
    }
}
