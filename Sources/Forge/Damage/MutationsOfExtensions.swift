import Crypto
import X509

// Damage to extensions. Each mutation is one literal; a new mutation needs only a further literal.

extension Mutation {
    static let ofBasicConstraints = [
        Mutation(
            "drop-basic-constraints",
            "Omit basicConstraints, so that a CA is not marked as one.",
            gain: .authentication,
            acceptedAt: [.endEntity],
            .fields { $0.extensions.removeAll { $0.id == .basicConstraints } }
        ),
        Mutation(
            "not-a-ca",
            "Set cA to FALSE in basicConstraints.",
            gain: .authentication,
            noPlaceAt: [.endEntity],
            .fields { $0.set(.basicConstraints, [0x30, 0x00], critical: true) }
        ),
        Mutation(
            "negative-path-length",
            "Set pathLenConstraint to -1; a path length is a number from 0.",
            gain: .nothing,
            .fields {
                let value: [UInt8] = [0x30, 0x06, 0x01, 0x01, 0xff, 0x02, 0x01, 0xff]
                $0.set(.basicConstraints, value, critical: true)
            }
        ),
        Mutation(
            "huge-path-length",
            "Set pathLenConstraint to 2^64, which a careless reader wraps to 0.",
            gain: .nothing,
            acceptedAt: .all,
            .fields {
                let value: [UInt8] = [
                    0x30, 0x0e, 0x01, 0x01, 0xff, 0x02, 0x09, 0x01, 0, 0, 0, 0, 0, 0, 0, 0,
                ]
                $0.set(.basicConstraints, value, critical: true)
            }
        ),
        Mutation(
            "ber-boolean",
            "Encode cA as 01, which is TRUE in BER and invalid in DER.",
            gain: .nothing,
            noPlaceAt: [.endEntity],
            .tbs { (tree) throws(PathFault) in
                try tree.changeContent("extensions.basicConstraints.cA") { $0 = [0x01] }
            }
        ),
        Mutation(
            "explicit-default-false",
            "Encode cA as FALSE, the default, which DER requires to be omitted.",
            gain: .nothing,
            .tbs { (tree) throws(PathFault) in
                let value: [UInt8] = [0x30, 0x03, 0x01, 0x01, 0x00]
                try tree.set("extensions.basicConstraints.value", value)
            }
        ),
    ]

    static let ofUsages = [
        Mutation(
            "no-key-cert-sign",
            "Allow digital signatures and CRLs in keyUsage, but not certificates.",
            gain: .authentication,
            acceptedAt: [.endEntity],
            .fields {
                let value = ExtensionValue.keyUsage([.digitalSignature, .crlSign])
                $0.set(.keyUsage, value, critical: true)
            }
        ),
        Mutation(
            "empty-key-usage",
            "Set no bit in keyUsage, which requires at least one bit.",
            gain: .nothing,
            .fields { $0.set(.keyUsage, [0x03, 0x01, 0x00], critical: true) }
        ),
        Mutation(
            "invalid-key-usage",
            "State nine unused bits in keyUsage's last byte, which has only eight bits.",
            gain: .nothing,
            .fields { $0.set(.keyUsage, [0x03, 0x02, 0x09, 0x80], critical: true) }
        ),
        Mutation(
            "empty-eku",
            "List no purpose in extendedKeyUsage.",
            gain: .nothing,
            .fields { $0.set(.extendedKeyUsage, [0x30, 0x00]) }
        ),
    ]

    static let ofNames = [
        Mutation(
            "nul-in-san",
            "Append NUL and .attacker.test to the first subject alternative name; a reader of C "
                + "strings stops at the NUL.",
            gain: .authentication,
            noPlaceAt: .authorities,
            .tbs { (tree) throws(PathFault) in
                try tree.changeContent("extensions.subjectAltName[0]") {
                    $0 += [0] + Array(".attacker.test".utf8)
                }
            }
        ),
        Mutation(
            "empty-san",
            "Leave subjectAltName without names.",
            gain: .nothing,
            .fields { $0.set(.subjectAlternativeName, [0x30, 0x00]) }
        ),
        Mutation(
            "wrong-san-tag",
            "Encode the first subject alternative name as a UTF8String, which is not a "
                + "GeneralName.",
            gain: .nothing,
            noPlaceAt: .authorities,
            .tbs { (tree) throws(PathFault) in
                try tree.retag("extensions.subjectAltName[0]", DERTag.utf8String.rawValue)
            }
        ),
        Mutation(
            "empty-name-constraints",
            "Encode nameConstraints without subtrees; the extension requires at least one.",
            gain: .nothing,
            .fields { $0.set(.nameConstraints, [0x30, 0x00], critical: true) }
        ),
        Mutation(
            "empty-issuer",
            "Leave the issuer name empty.",
            gain: .nothing,
            .fields { $0.issuer = [0x30, 0x00] }
        ),
        Mutation(
            "empty-subject",
            "Leave the subject empty; certificates that this CA issues still name the original "
                + "subject.",
            gain: .nothing,
            .fields { $0.subject = [0x30, 0x00] }
        ),
    ]

    static let ofExtensions =
        [
            Mutation(
                "duplicate-extension",
                "Include the first extension twice.",
                gain: .nothing,
                .tbs { (tree) throws(PathFault) in try tree.duplicate("extensions[0]") }
            ),
            duplicate("basic-constraints"),
            duplicate("key-usage"),
            duplicate("extended-key-usage", noPlaceAt: .authorities),
            duplicate("subject-alternative-name", noPlaceAt: .authorities),
            duplicate("name-constraints", noPlaceAt: .all),
            duplicate("subject-key-identifier"),
            duplicate("authority-key-identifier", noPlaceAt: [.rootCA]),
            Mutation(
                "unknown-critical-extension",
                "Add a critical extension that no client knows: 1.3.6.1.4.1.55555.1.",
                gain: .nothing,
                .fields { $0.extensions.append(.unknown(critical: true)) }
            ),
            Mutation(
                "unknown-extension",
                "Add a non-critical extension that no client knows: 1.3.6.1.4.1.55555.1.",
                gain: .nothing,
                acceptedAt: .all,
                .fields { $0.extensions.append(.unknown(critical: false)) }
            ),
            Mutation(
                "precertificate-poison",
                "Add the critical extension that marks a precertificate, never to be served"
                    + " (RFC 6962 §3.1).",
                gain: .nothing,
                .fields { $0.set(.precertificatePoison, [0x05, 0x00], critical: true) }
            ),
            Mutation(
                "empty-extensions",
                "Include an empty list of extensions, where the field should be absent.",
                gain: .nothing,
                .tbs { (tree) throws(PathFault) in try tree.set("extensions.value", [0x30, 0x00]) }
            ),
            Mutation(
                "empty-extension-value",
                "Empty the value of the first extension.",
                gain: .nothing,
                .tbs { (tree) throws(PathFault) in
                    try tree.truncate("extensions[0].extnValue", 0)
                }
            ),
            Mutation(
                "bytes-after-extension-value",
                "Append a NULL to the value of basicConstraints, inside its OCTET STRING; a "
                    + "careless reader stops at the first element.",
                gain: .nothing,
                drawnFrom: 2,
                .tbs { (tree) throws(PathFault) in
                    try tree.append([0x05, 0x00], to: "extensions.basicConstraints.extnValue")
                }
            ),
            Mutation(
                "explicit-non-critical",
                "Encode critical in subjectKeyIdentifier as FALSE, the default, which DER requires "
                    + "to be omitted.",
                gain: .nothing,
                .tbs { (tree) throws(PathFault) in
                    let value: [UInt8] = [0x01, 0x01, 0x00]
                    try tree.insert(value, before: "extensions.subjectKeyIdentifier.extnValue")
                }
            ),
        ]

    /// Returns a mutation that repeats the extension with this name in scenario files.
    private static func duplicate(
        _ word: String,
        noPlaceAt: Set<Entity.Role> = []
    ) -> Mutation {
        Mutation(
            "duplicate-" + word,
            "Include the extension \(word) twice.",
            gain: .nothing,
            noPlaceAt: noPlaceAt,
            .tbs { (tree) throws(PathFault) in try tree.duplicate("extensions." + word) }
        )
    }
}

extension CertificateFields {
    /// Sets the value of an extension; adds the extension if it is absent.
    fileprivate mutating func set(
        _ identifier: ObjectIdentifier,
        _ value: [UInt8],
        critical: Bool = false
    ) {
        if let index = extensions.firstIndex(where: { $0.id == identifier }) {
            extensions[index].value = value
        } else {
            extensions.append(Extension(identifier, critical: critical, value: value))
        }
    }
}

extension CertificateFields.Extension {
    /// Returns the unknown extension 1.3.6.1.4.1.55555.1, whose value is NULL.
    fileprivate static func unknown(critical: Bool) -> Self {
        let arcs: [UInt8] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0x83, 0xb2, 0x03, 0x01]
        return Self(ObjectIdentifier(content: arcs), critical: critical, value: [0x05, 0x00])
    }
}
