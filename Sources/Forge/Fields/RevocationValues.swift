import X509

// The values of revocation extensions and of CRL extensions, as DER.

extension ExtensionValue {
    /// Returns a CRLReason.
    static func reasonCode(_ code: Int) -> [UInt8] {
        DERWriter.bytes { $0.integer(code, as: .enumerated) }
    }

    /// Returns an IssuingDistributionPoint; a false flag is the default and not written.
    static func issuingDistributionPoint(_ scope: RevocationList.Scope) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.distributionPointName(scope.names)
                func flag(_ number: UInt8, _ isSet: Bool) {
                    guard isSet else { return }
                    writer.primitive(.context(number, constructed: false), [0xff])
                }
                flag(1, scope.only.contains(.user))
                flag(2, scope.only.contains(.ca))
                writer.reasonFlags(scope.reasons, as: 3)
                flag(4, scope.isIndirect)
                flag(5, scope.only.contains(.attribute))
            }
        }
    }

    /// Returns a DistributionPoint; `issuer` is the GeneralNames of cRLIssuer or empty.
    static func distributionPoint(
        _ point: DeclaredPoint,
        issuer: [UInt8]
    ) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.distributionPointName(point.names)
                writer.reasonFlags(point.reasons, as: 1)
                guard !issuer.isEmpty else { return }
                // cRLIssuer is GeneralNames with an implicit tag.
                writer.raw([DERTag.context(2, constructed: true).rawValue] + issuer.dropFirst())
            }
        }
    }
}

extension DERWriter {
    /// Writes `[0] DistributionPointName` with a fullName.
    fileprivate mutating func distributionPointName(_ names: [DeclaredName]) {
        guard !names.isEmpty else { return }
        constructed(.context(0, constructed: true)) { writer in
            writer.constructed(.context(0, constructed: true)) { writer in
                for name in names { name.write(to: &writer) }
            }
        }
    }

    /// Writes ReasonFlags with an implicit tag.
    fileprivate mutating func reasonFlags(_ reasons: [RevocationReason], as number: UInt8) {
        guard !reasons.isEmpty else { return }
        var bits = DERWriter()
        bits.namedBits(Set(reasons.compactMap(\.flag)))
        raw([DERTag.context(number, constructed: false).rawValue] + bits.bytes.dropFirst())
    }
}
