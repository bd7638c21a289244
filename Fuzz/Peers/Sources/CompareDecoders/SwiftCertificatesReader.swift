import CPeer
import DecoderComparison
import FoundationEssentials
import SwiftASN1
import X509

/// The decoder of swift-certificates, which decodes the key and the signature too.
struct SwiftCertificatesReader {
    let decoder = Decoder(
        name: "swift-certificates",
        version: String(cString: peer_swift_certificates_version())
    )

    /// The library's reading of these bytes.
    func reading(of bytes: [UInt8]) -> Reading {
        do {
            return .accept(try fields(of: try Certificate(derEncoded: bytes)))
        } catch {
            return SwiftCertificatesRefusal(of: bytes, for: error).reading
        }
    }

    private func fields(of certificate: Certificate) throws -> Fields {
        var fields = Fields()
        fields[.version] = [certificate.version == .v1 ? 1 : certificate.version == .v3 ? 3 : 2]
        fields[.issuer] = try encoding(of: certificate.issuer)
        fields[.subject] = try encoding(of: certificate.subject)
        fields[.notBefore] = seconds(certificate.notValidBefore)
        fields[.notAfter] = seconds(certificate.notValidAfter)
        fields[.encodedPublicKey] = try encoding(of: certificate.publicKey)
        fields[.extensions] = try Fields.entries(certificate.extensions.map { try content($0.oid) })
        try readNames(of: certificate, &fields)
        try readUsage(of: certificate, &fields)
        return fields
    }

    private func readNames(of certificate: Certificate, _ fields: inout Fields) throws {
        let extensions = certificate.extensions
        let names = try body(
            "subjectAltName",
            extensions[oid: .X509ExtensionID.subjectAlternativeName]
        ) {
            try extensions.subjectAlternativeNames
        }
        fields[.dnsNames] = Fields.entries(
            (names ?? .init([])).compactMap { name in
                if case .dnsName(let text) = name { Array(text.utf8) } else { nil }
            }
        )
        fields[.addresses] = Fields.entries(
            (names ?? .init([])).compactMap { name in
                if case .ipAddress(let bytes) = name { bytes.bytes } else { nil }
            }
        )
    }

    private func readUsage(of certificate: Certificate, _ fields: inout Fields) throws {
        let extensions = certificate.extensions
        let constraints = try body(
            "basicConstraints",
            extensions[oid: .X509ExtensionID.basicConstraints]
        ) {
            try extensions.basicConstraints
        }
        fields[.basicConstraints] =
            switch constraints {
            case nil: []
            case .notCertificateAuthority: [0]
            case .isCertificateAuthority(let length):
                [1] + Array((length.map { "\($0)" } ?? "").utf8)
            }
        let usage = try body("keyUsage", extensions[oid: .X509ExtensionID.keyUsage]) {
            try extensions.keyUsage
        }
        fields[.keyUsage] = usage.map(bits) ?? []
        let purposes = try body("extKeyUsage", extensions[oid: .X509ExtensionID.extendedKeyUsage]) {
            try extensions.extendedKeyUsage
        }
        fields[.purposes] = try Fields.entries(
            (purposes.map(Array.init) ?? []).map { try content(ASN1ObjectIdentifier($0)) }
        )
    }

    private func body<Body>(
        _ name: String,
        _ extension: Certificate.Extension?,
        _ read: () throws -> Body
    ) throws(SwiftCertificatesRefusal.InBody) -> Body {
        do {
            return try read()
        } catch {
            throw .init(name: name, bytes: `extension`?.value ?? [], error: error)
        }
    }

    private func bits(of usage: KeyUsage) -> [UInt8] {
        let bits = [
            usage.digitalSignature, usage.nonRepudiation, usage.keyEncipherment,
            usage.dataEncipherment, usage.keyAgreement, usage.keyCertSign, usage.cRLSign,
            usage.encipherOnly,
        ]
        return [
            bits.reduce(0) { $0 << 1 | ($1 ? 1 : 0) },
            usage.decipherOnly ? 0x80 : 0,
        ]
    }

    private func encoding(of value: some DERSerializable) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try value.serialize(into: &serializer)
        return serializer.serializedBytes
    }

    /// The content bytes of an identifier, after a header of the short or the long form.
    private func content(_ identifier: ASN1ObjectIdentifier) throws -> [UInt8] {
        let encoding = try encoding(of: identifier)
        let header = encoding.count < 0x82 ? 2 : 2 + Int(encoding[1] & 0x7f)
        return Array(encoding.dropFirst(header))
    }

    private func seconds(_ date: Date) -> [UInt8] {
        Array("\(Int64(date.timeIntervalSince1970))".utf8)
    }
}
