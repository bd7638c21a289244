import X509

// Rules on the form of one certificate, independent of its issuer.
extension PathCheck {
    package static let uniqueExtensions = PathCheck(
        "unique-extensions",
        about: "No extension appears twice in a certificate.",
        source: "RFC 5280 §4.2"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        guard certificate.extensions.duplicate != nil else { return }
        for identifier in certificate.repeatedExtensions {
            try joining.report(.duplicateExtension(identifier, depth: joining.depth))
        }
    }

    package static let extensionBodies = PathCheck(
        "extension-bodies",
        about: "Every known extension decodes.",
        source: "RFC 5280 §4.2.1"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        for fault in certificate.extensions.faults {
            let identifier = certificate.identifier(at: fault.extension.identifier)
            try joining.report(.badExtension(identifier, fault.error, depth: joining.depth))
        }
    }

    package static let serialNumber = PathCheck(
        "serial-number",
        about: "The serial number of a certificate below the anchor is positive and has at most 20 "
            + "bytes.",
        source: "RFC 5280 §4.1.2.2"
    ) { joining throws(Rejection) in
        // Path validation uses only an anchor's name and key (§6.1.1 (d)), and clients never look
        // up its serial number. Some roots of the public web have the serial number 0, such as Go
        // Daddy's and Starfield's of 2009.
        guard joining.isEndEntity || !joining.isAnchor else { return }
        let serial = joining.certificate.der[joining.certificate.serial]
        // The first of 21 bytes may be the zero that keeps a number positive.
        let isPositive = (serial.first ?? 0x80) < 0x80 && serial.contains { $0 != 0 }
        guard !isPositive || serial.drop(while: { $0 == 0 }).count > 20 else { return }
        let error = DERError(
            .badSerialNumber,
            at: serial.startIndex,
            in: "tbsCertificate.serialNumber"
        )
        throw Rejection.malformed(error, depth: joining.depth)
    }

    package static let emptyNames = PathCheck(
        "empty-names",
        about: "Issuers and CAs have names; a certificate without a subject has a critical "
            + "subjectAltName.",
        source: "RFC 5280 §4.1.2.4, §4.1.2.6"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        if certificate.issuerName.isEmpty {
            let error = DERError(
                .emptyName,
                at: certificate.issuer.lowerBound,
                in: "tbsCertificate.issuer"
            )
            try joining.report(.malformed(error, depth: joining.depth))
        }
        guard certificate.subjectName.isEmpty else { return }
        let isNamed = certificate.extension(.subjectAlternativeName)?.isCritical == true
        let isCA = certificate.extensions.basicConstraints?.isCA == true
        guard !joining.isEndEntity || isCA || !isNamed else { return }
        let error = DERError(
            .emptyName,
            at: certificate.subject.lowerBound,
            in: "tbsCertificate.subject"
        )
        throw Rejection.malformed(error, depth: joining.depth)
    }

    package static let signatureAlgorithms = PathCheck(
        "signature-algorithms",
        about: "The signature algorithms inside and outside the signed part are the same.",
        source: "RFC 5280 §4.1.1.2"
    ) { joining throws(Rejection) in
        guard !joining.certificate.algorithmsAgree else { return }
        throw Rejection.signatureAlgorithmMismatch(depth: joining.depth)
    }

    package static let timeTypes = PathCheck(
        "time-types",
        about: "A date before 2050 is UTCTime.",
        source: "RFC 5280 §4.1.2.5"
    ) { joining throws(Rejection) in
        for place in joining.certificate.validity.misencoded {
            let error = DERError(.badTime, at: place, in: "tbsCertificate.validity")
            try joining.report(.malformed(error, depth: joining.depth))
        }
    }

    package static let validity = PathCheck(
        "validity",
        about: "The verify date is inside every validity period, ends included.",
        source: "RFC 5280 §6.1.3 (a)(2)"
    ) { joining throws(Rejection) in
        let (validity, date) = (joining.certificate.validity, joining.verifyDate)
        if validity.notAfter < validity.notBefore {
            throw Rejection.badValidity(
                notBefore: validity.notBefore,
                notAfter: validity.notAfter,
                depth: joining.depth
            )
        }
        if date < validity.notBefore {
            throw Rejection.notYetValid(
                notBefore: validity.notBefore,
                verifyDate: date,
                depth: joining.depth
            )
        }
        if validity.notAfter < date {
            throw Rejection.expired(
                notAfter: validity.notAfter,
                verifyDate: date,
                depth: joining.depth
            )
        }
    }

    package static let identity = identity(by: .belowRegistries)

    /// Returns the rule `identity` with `matching` as the comparison of names.
    package static func identity(by matching: IdentityMatching) -> PathCheck {
        PathCheck(
            "identity",
            about: "The end entity presents the DNS name or address that the client expects.",
            source: "RFC 9525 §6"
        ) { joining throws(Rejection) in
            guard joining.isEndEntity, let identity = joining.identity else { return }
            try matching.require(identity, of: joining.certificate)
        }
    }
}
