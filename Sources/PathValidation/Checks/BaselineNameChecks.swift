import X509

// The CA/B Forum's Baseline Requirements on the names of an end entity.
extension PathCheck {
    static let baselineAlternativeNames = PathCheck(
        "baseline-alternative-names",
        about: "The end entity's subjectAltName contains only DNS names and IP addresses, and is "
            + "critical exactly if the subject is empty.",
        source: "CA/B Forum BR §7.1.2.7.12"
    ) { joining throws(Rejection) in
        guard joining.isEndEntity else { return }
        let certificate = joining.certificate
        guard let names = certificate.extensions.subjectAlternativeNames,
            let isCritical = certificate.extension(.subjectAlternativeName)?.isCritical
        else { throw joining.nonconforming(.missing(.subjectAlternativeName)) }
        if isCritical != certificate.subjectName.isEmpty {
            try joining.report(
                joining.nonconforming(
                    .criticality(.subjectAlternativeName, isCritical: isCritical)
                )
            )
        }
        for name in names {
            switch name {
            case .dns, .ip: continue
            default: try joining.report(joining.nonconforming(.nameKind))
            }
        }
    }

    static let baselineLabels = PathCheck(
        "baseline-labels",
        about: "A label of the end entity's DNS names has hyphens in the third and fourth place "
            + "only if it is Punycode.",
        source: "CA/B Forum BR §7.1.2.7.12; RFC 5890 §2.3.1"
    ) { joining throws(Rejection) in
        guard joining.isEndEntity else { return }
        let certificate = joining.certificate
        for name in certificate.extensions.subjectAlternativeNames ?? [] {
            guard case .dns(let place) = name else { continue }
            for label in certificate.der[place].split(separator: UInt8(ascii: ".")) {
                guard label.dropFirst(2).starts(with: "--".utf8) else { continue }
                let isPunycode =
                    label.prefix(2).map(lowercased).elementsEqual("xn".utf8)
                    && Punycode.decode(label.dropFirst(4)) != nil
                guard !isPunycode else { continue }
                let text = String(decoding: certificate.der[place], as: UTF8.self)
                try joining.report(joining.nonconforming(.nameSyntax(text)))
            }
        }
    }

    static let baselineWildcards = PathCheck(
        "baseline-wildcards",
        about: "No wildcard of the end entity covers names directly below a public suffix.",
        source: "CA/B Forum BR §3.2.2.6"
    ) { joining throws(Rejection) in
        guard joining.isEndEntity else { return }
        let certificate = joining.certificate
        for name in certificate.extensions.subjectAlternativeNames ?? [] {
            guard case .dns(let bytes) = name else { continue }
            let name = certificate.der[bytes]
            let parent = HostName.withoutWildcard(name)
            // This rule includes the Public Suffix List's private domains, though CAs apply only
            // its ICANN domains. The owner of a private domain may have proved control of all its
            // names to the CA, but clients cannot see such a proof.
            guard parent.count < name.count, HostName.isName(parent),
                PublicSuffixList.contains(parent, of: .registriesAndOwners)
            else { continue }
            let text = String(decoding: name, as: UTF8.self)
            try joining.report(joining.nonconforming(.wildcard(text)))
        }
    }

    static let baselineCommonName = PathCheck(
        "baseline-common-name",
        about: "The end entity has at most one common name, which copies a name in subjectAltName: "
            + "a DNS name, the rest of a wildcard name after `*.`, or an IP address in its "
            + "standard text form.",
        source: "CA/B Forum BR §7.1.4.3; RFC 3986 §3.2.2; RFC 5952 §4"
    ) { joining throws(Rejection) in
        guard joining.isEndEntity else { return }
        let certificate = joining.certificate
        let names = certificate.subjectName.texts(of: .commonName)
        guard let name = names.first else { return }
        guard names.count == 1 else {
            throw joining.nonconforming(.commonNames(count: names.count))
        }
        let alternatives = certificate.extensions.subjectAlternativeNames ?? []
        let isCopy = alternatives.contains { alternative in
            switch alternative {
            case .dns(let bytes):
                // The rest of a wildcard name after `*.` is accepted too, against the letter of
                // §7.1.4.3. Certificates for `*.example.com` commonly name `example.com`, and the
                // CA validated control of that domain (§3.2.2.6).
                certificate.der[bytes].elementsEqual(name.utf8)
                    || HostName.withoutWildcard(certificate.der[bytes]).elementsEqual(name.utf8)
            case .ip(let bytes):
                IPAddress.text(Array(certificate.der[bytes])).utf8.elementsEqual(name.utf8)
            default: false
            }
        }
        guard !isCopy else { return }
        throw joining.nonconforming(.commonName(name))
    }
}
