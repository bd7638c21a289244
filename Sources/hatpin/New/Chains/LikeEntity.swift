import Crypto
import Forge
import X509

extension Entity {
    /// Seconds in a day; dates are rounded to days.
    private static let day: Int64 = 86_400

    /// Declares a certificate like an existing certificate, with a new key.
    ///
    /// The declaration only contains differences from the role's defaults. Forge makes a new serial
    /// number and new key identifiers. SCTs are left out. Dates are whole days relative to `now`,
    /// so that the scenario does not expire.
    init(like original: Certificate, role: Role, issuer: Issuer, at now: Instant) {
        self.init(role: role, issuer: issuer)
        version = original.version == 3 ? nil : original.version
        subject = original.subjectName.declared
        notBefore = .relative(-Self.days(from: original.validity.notBefore, to: now))
        notAfter = .relative(Self.days(from: now, to: original.validity.notAfter))
        let key = original.keyAlgorithm
        if key != .p256 { self.key = key }
        state(signatureOf: original)
        guard original.version == 3 else { return }
        state(usagesOf: original, key: key ?? .p256)
        state(namesOf: original)
        state(otherExtensionsOf: original)
    }

    /// Returns the seconds between two times, rounded up to whole days, so that an expiry in the
    /// future stays in the future.
    private static func days(from start: Instant, to end: Instant) -> Int64 {
        let seconds = end.seconds - start.seconds
        let isPast = seconds < 0
        let days = (abs(seconds) + day - 1) / day * day
        return isPast ? -days : days
    }

    private mutating func state(signatureOf original: Certificate) {
        let algorithm = try? SigningAlgorithm(original.outerAlgorithm, in: original.der)
        switch algorithm {
        case .rsaPKCS1(let stated), .ecdsa(let stated), .dsa(let stated):
            digest = stated == .sha256 ? nil : Digest(rawValue: stated.rawValue)
        case .rsaPSS: padding = .pss
        case .ed25519, .ed448, nil: break
        }
    }

    private mutating func state(usagesOf original: Certificate, key: KeyAlgorithm) {
        let extensions = original.extensions
        let constraints = extensions.basicConstraints
        if constraints == nil {
            drop.append(.basicConstraints)
        } else if constraints?.isCA != (role != .endEntity) {
            isCA = constraints?.isCA
        }
        pathLength = constraints?.pathLength
        let bits = KeyUsageBit.allCases.filter { extensions.keyUsage?.contains($0) ?? false }
        if Set(bits) != Set(usualKeyUsage(of: key)) { keyUsage = bits }
        let purposes = original.purposes
        if purposes != (role == .endEntity ? [.serverAuth] : []) { extendedKeyUsage = purposes }
    }

    /// Returns the default of `keyUsage` for a key of this kind.
    private func usualKeyUsage(of key: KeyAlgorithm) -> [KeyUsageBit] {
        guard role == .endEntity else { return [.keyCertSign, .crlSign] }
        return key.family == .rsa ? [.digitalSignature, .keyEncipherment] : [.digitalSignature]
    }

    private mutating func state(namesOf original: Certificate) {
        let names = original.extensions.subjectAlternativeNames?.map(original.declared)
        if let names, names.allSatisfy({ $0 != nil }) {
            subjectAlternativeNames = names.compactMap(\.self)
        } else if let names = original.extension(.subjectAlternativeName) {
            // Declarations cannot express this form of name.
            subjectAlternativeNames = []
            extensions.append(original.added(names))
        } else if role == .endEntity {
            subjectAlternativeNames = []
        }
    }

    /// Declares the other extensions unchanged; states the criticality of an extension if the
    /// criticality is unusual.
    private mutating func state(otherExtensionsOf original: Certificate) {
        let declared: Set<ObjectIdentifier> = [
            .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectAlternativeName,
        ]
        let ownToOriginal: Set<ObjectIdentifier> = [
            .subjectKeyIdentifier, .authorityKeyIdentifier, .signedCertificateTimestamps,
        ]
        let usuallyCritical: Set<ObjectIdentifier> = [.basicConstraints, .keyUsage]
        for entry in original.extensions.list {
            let added = original.added(entry)
            if declared.contains(added.oid) {
                let isNameOnly =
                    added.oid == .subjectAlternativeName && original.subjectName.isEmpty
                let isUsual = usuallyCritical.contains(added.oid) || isNameOnly
                if added.critical != isUsual { critical[added.oid] = added.critical }
            } else if !ownToOriginal.contains(added.oid) {
                extensions.append(added)
            }
        }
        let identifiers = Set(original.extensions.list.map { original.added($0).oid })
        if !identifiers.contains(.subjectKeyIdentifier) { subjectKeyID = Entity.KeyID.none }
        let namesIssuer = identifiers.contains(.authorityKeyIdentifier)
        if namesIssuer != (issuer != .itself) {
            authorityKeyID = namesIssuer ? .automatic : Entity.KeyID.none
        }
    }
}

extension Certificate {
    /// The key's kind and size, or nil for a key that Forge cannot make.
    var keyAlgorithm: KeyAlgorithm? {
        switch try? PublicKeyAlgorithm(publicKey.algorithm, in: der) {
        case .rsa, .rsaPSS:
            guard let modulus = try? publicKey.rsaKey(in: der).modulus else { return nil }
            return KeyAlgorithm.allCases.first {
                $0.family == .rsa && $0.bits == modulus.count * 8
            }
        case .namedCurve(let name): return .named(ObjectIdentifier(content: Array(der[name])))
        case .ed25519: return .ed25519
        case .ed448: return .ed448
        case .explicitCurve, .implicitCurve, .dsa, nil: return nil
        }
    }

    fileprivate var purposes: [ObjectIdentifier] {
        (extensions.extendedKeyUsage ?? []).map { ObjectIdentifier(content: Array(der[$0])) }
    }

    fileprivate func added(_ entry: X509.Extension) -> Entity.AddedExtension {
        Entity.AddedExtension(
            oid: ObjectIdentifier(content: Array(der[entry.identifier])),
            critical: entry.isCritical,
            value: Array(der[entry.value])
        )
    }

    /// Returns the name as declarations write it, or nil for a name that they cannot express.
    fileprivate func declared(_ name: GeneralName) -> DeclaredName? {
        func text(_ place: Range<Int>) -> String { String(decoding: der[place], as: UTF8.self) }
        switch name {
        case .dns(let place): return .dns(text(place))
        case .ip(let place): return .ip(Array(der[place]))
        case .email(let place): return .email(text(place))
        case .uri(let place): return .uri(text(place))
        case .directory(let place):
            return (try? EncodedName(der: Array(der[place]))).map { .directory($0.declared) }
        case .other, .x400, .ediParty, .registeredID: return nil
        }
    }
}

extension EncodedName {
    /// The name as declarations write it, with each attribute.
    var declared: Name {
        Name(
            relativeNames: relativeNames.map { attributes in
                attributes.map { attribute in
                    Name.Attribute(
                        type: ObjectIdentifier(content: Array(bytes[attribute.type])),
                        tag: attribute.value.tag,
                        value: Array(bytes[attribute.value.content])
                    )
                }
            }
        )
    }
}

extension KeyAlgorithm {
    /// Returns the curve's key type, or nil for a curve that Forge does not support (RFC 5480
    /// §2.1.1.1).
    fileprivate static func named(_ curve: ObjectIdentifier) -> KeyAlgorithm? {
        switch curve {
        case .prime256v1: .p256
        case .secp384r1: .p384
        case .secp521r1: .p521
        default: nil
        }
    }
}
