import X509

/// A certificate before it is signed, field by field, as mutations change it.
///
/// Names, keys and algorithms are encoded DER, so that a mutation can put anything there.
package struct CertificateFields: Hashable, Sendable {
    /// An `Extension` (RFC 5280 §4.1.2.9).
    package struct Extension: Hashable, Sendable {
        package var id: ObjectIdentifier
        package var critical: Bool
        /// The content of extnValue's OCTET STRING.
        package var value: [UInt8]

        package init(_ id: ObjectIdentifier, critical: Bool = false, value: [UInt8]) {
            self.id = id
            self.critical = critical
            self.value = value
        }

        init(_ added: Entity.AddedExtension) {
            self.init(added.oid, critical: added.critical, value: added.value)
        }
    }

    /// A `Time`: any text under any tag.
    package struct Time: Hashable, Sendable {
        package var tag: DERTag
        package var text: String

        package init(_ tag: DERTag, _ text: String) {
            self.tag = tag
            self.text = text
        }
    }

    /// The version, 1 to 3 in a valid certificate; 1 is the default of the encoding and not
    /// written.
    package var version: Int
    /// The content bytes of the serial number's INTEGER.
    package var serial: [UInt8]
    /// The AlgorithmIdentifier inside the signed part.
    package var innerSignatureAlgorithm: [UInt8]
    /// The issuer name, as a DER `Name`.
    package var issuer: [UInt8]
    package var notBefore, notAfter: Time
    /// The subject name, as a DER `Name`.
    package var subject: [UInt8]
    /// The SubjectPublicKeyInfo.
    package var spki: [UInt8]
    /// The unique identifiers, in whole bytes; nil if absent.
    package var issuerUniqueID, subjectUniqueID: [UInt8]?
    /// The extensions; if the list is empty, the field is absent.
    package var extensions: [Extension]
    /// The AlgorithmIdentifier next to the signature.
    package var outerSignatureAlgorithm: [UInt8]

    /// The DER `TBSCertificate` (RFC 5280 §4.1).
    var tbs: [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                if version != 1 {
                    writer.constructed(.context(0, constructed: true)) { $0.integer(version &- 1) }
                }
                writer.primitive(.integer, serial)
                writer.raw(innerSignatureAlgorithm)
                writer.raw(issuer)
                writer.constructed(.sequence) { writer in
                    writer.string(notBefore.tag, notBefore.text)
                    writer.string(notAfter.tag, notAfter.text)
                }
                writer.raw(subject)
                writer.raw(spki)
                for (number, bytes) in [(UInt8(1), issuerUniqueID), (2, subjectUniqueID)] {
                    guard let bytes else { continue }
                    writer.primitive(.context(number, constructed: false), [0] + bytes)
                }
                if !extensions.isEmpty {
                    writer.constructed(.context(3, constructed: true)) { $0.extensions(extensions) }
                }
            }
        }
    }

    /// Returns the whole certificate around a signed part that is already encoded.
    func certificate(tbs: [UInt8], signature: [UInt8]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.raw(tbs)
                writer.raw(outerSignatureAlgorithm)
                writer.bitString(signature)
            }
        }
    }
}

extension DERWriter {
    /// Writes `Extensions` (RFC 5280 §4.1.2.9).
    mutating func extensions(_ extensions: [CertificateFields.Extension]) {
        constructed(.sequence) { writer in
            for entry in extensions {
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(entry.id)
                    if entry.critical { writer.boolean(true) }
                    writer.primitive(.octetString, entry.value)
                }
            }
        }
    }
}

extension CertificateFields.Time {
    /// Makes a UTCTime for the years 1950 to 2049, otherwise a GeneralizedTime (RFC 5280 §4.1.2.5).
    init(_ instant: Instant) {
        let year = CivilTime(instant).year
        let general = Self.generalized(instant)
        self =
            (1950..<2050).contains(year)
            ? Self(.utcTime, String(general.text.dropFirst(2))) : general
    }

    /// Returns a GeneralizedTime, for any year (RFC 6960 §4.2.2.1).
    static func generalized(_ instant: Instant) -> Self {
        let time = CivilTime(instant)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = two(time.year / 100) + two(time.year % 100)
        let rest = [time.month, time.day, time.hour, time.minute, time.second].map(two).joined()
        return Self(.generalizedTime, year + rest + "Z")
    }
}
