import X509

// Rules that a relying party adds to the rules of its profile for one path.
extension PathCheck {
    /// Requires that an end entity with a keyUsage extension has each of `usages`.
    package static func endEntityKeyUsage(_ usages: [KeyUsageBit]) -> PathCheck {
        PathCheck(
            "end-entity-key-usage",
            about: "The end entity's key usage, if present, allows the requested uses.",
            source: "RFC 5280 §4.2.1.3"
        ) { joining throws(Rejection) in
            guard joining.isEndEntity, let stated = joining.certificate.extensions.keyUsage,
                let missing = usages.first(where: { !stated.contains($0) })
            else { return }
            throw Rejection.keyUsage(missing: missing, depth: 0)
        }
    }

    /// Requires that each certificate below the anchor is signed with one of `algorithms`.
    package static func acceptableSignatureAlgorithms(
        _ algorithms: [ObjectIdentifier]
    ) -> PathCheck {
        PathCheck(
            "acceptable-signature-algorithms",
            about: "Certificates are signed with algorithms that the relying party allows; a trust "
                + "anchor's own signature is not checked.",
            source: "RFC 8446 §4.2.3"
        ) { joining throws(Rejection) in
            guard !joining.isAnchor else { return }
            let certificate = joining.certificate
            let named = certificate.identifier(at: certificate.outerAlgorithm.algorithm)
            guard !algorithms.contains(named) else { return }
            throw Rejection.unsupportedAlgorithm(named, depth: joining.depth)
        }
    }

    /// Allows at most `limit` intermediates; self-issued intermediates do not count, as in a path
    /// length (RFC 5280 §4.2.1.9).
    package static func maximumIntermediates(_ limit: Int) -> PathCheck {
        PathCheck(
            "maximum-intermediates",
            about: "The path has no more intermediates than the relying party allows; "
                + "self-issued intermediates do not count.",
            source: "RFC 5280 §6.1.1, §6.1.4 (l)"
        ) { joining throws(Rejection) in
            guard !joining.isEndEntity, !joining.isAnchor else { return }
            let issuers = joining.below.dropFirst() + [joining.certificate]
            guard issuers.count(where: { !$0.isSelfIssued }) > limit else { return }
            throw Rejection.chainTooLong(limit: limit)
        }
    }

    /// Requires that the end entity presents each of `identities`.
    package static func identities(_ identities: [ReferenceIdentity]) -> PathCheck {
        .identities(identities, by: IdentityMatching())
    }

    /// Returns the rule `identities` with `matching` as the comparison of names.
    package static func identities(
        _ identities: [ReferenceIdentity],
        by matching: IdentityMatching
    ) -> PathCheck {
        PathCheck(
            "identities",
            about: "The end entity presents every expected name and address.",
            source: "RFC 9525 §6"
        ) { joining throws(Rejection) in
            guard joining.isEndEntity else { return }
            for identity in identities {
                try matching.require(identity, of: joining.certificate)
            }
        }
    }

    /// Requires that the end entity presents each of `mailboxes` as rfc822Name.
    ///
    /// The rule compares the local part byte by byte and ignores the host's case (RFC 5280 §7.5).
    package static func mailboxes(_ mailboxes: [String]) -> PathCheck {
        PathCheck(
            "mailboxes",
            about: "The end entity presents every expected mailbox.",
            source: "RFC 5280 §4.2.1.6, §7.5"
        ) { joining throws(Rejection) in
            guard joining.isEndEntity else { return }
            let der = joining.certificate.der
            let presented = (joining.certificate.extensions.subjectAlternativeNames ?? [])
                .compactMap { name in
                    if case .email(let bytes) = name { der[bytes] } else { nil }
                }
            for mailbox in mailboxes {
                let meant = ComparedMailbox(Array(mailbox.utf8)[...])
                guard !presented.contains(where: { ComparedMailbox($0) == meant }) else {
                    continue
                }
                throw Rejection.mailboxMismatch(
                    reference: mailbox,
                    presented: presented.map { String(decoding: $0, as: UTF8.self) }
                )
            }
        }
    }
}

/// A mailbox as RFC 5280 §7.5 compares it.
private struct ComparedMailbox: Equatable {
    private let local, host: [UInt8]

    init(_ address: ArraySlice<UInt8>) {
        let at = address.lastIndex(of: UInt8(ascii: "@")) ?? address.startIndex
        local = Array(address[..<at])
        host = address[at...].map(lowercased)
    }
}

extension PathCheck {
    /// This rule, applied to all certificates except trust anchors; a rule on links or on whole
    /// paths is unchanged.
    package var exceptAnchors: PathCheck {
        guard case .joining(let judge) = judgement else { return self }
        return PathCheck(name, about: about, source: source) { joining throws(Rejection) in
            guard !joining.isAnchor else { return }
            try judge(&joining)
        }
    }
}
