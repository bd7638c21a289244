import FuzzTargets
import KnownDifferences
import Models
import OpenSSL
import PKIX
import Trust

extension FuzzTarget {
    /// Whoever is meant, and whatever a certificate presents: our comparison of names is OpenSSL's
    /// but for the differences in a list, each with its rule; it does not depend on the case of
    /// letters or on the dot of the root, and no name that is taken away makes a match.
    ///
    /// An input is lines: whom one means, then what the certificate presents. The first octet of
    /// each is `d` for a DNS name, `i` for the octets of an address, `c` for a common name, `e` for
    /// a mailbox, `u` for a URI.
    public static let matchIdentity = FuzzTarget("MatchIdentity") { bytes in
        guard let named = NamedServer(bytes) else { return }
        let judged = JudgedNames(named)
        judged.compareWithOpenSSL()
        judged.compareRulings()
        judged.checkLetters()
        judged.checkRemoval()
    }
}

/// What each rule says of a certificate and of whom somebody means.
private struct JudgedNames {
    let named: NamedServer
    let certificate: Certificate
    let rulings: [Bool]

    /// In the order of `IdentityRuling.allCases`.
    init(_ named: NamedServer) {
        self.named = named
        do {
            certificate = try Certificate(der: named.certificate)
        } catch {
            // A property as `invariant` has it, on the way to a value: what we encode we decode.
            fatalError("what was forged does not decode: \(error)")
        }
        let certificate = certificate
        rulings = IdentityRuling.allCases.map { $0.accepts(named.reference, certificate) }
    }

    /// Whether the alternative names decode: else we know none, and OpenSSL those that it can read.
    var areNamesRead: Bool {
        certificate.extensions.subjectAlternativeNames != nil
            || !named.names.contains { $0.kind != .commonName }
    }

    func compareWithOpenSSL() {
        guard let theirs = OpenSSLCertificate(der: certificate.der) else {
            return invariant(false, "OpenSSL does not decode what was forged")
        }
        for (ruling, isOurs) in zip(IdentityRuling.allCases, rulings) {
            guard let rules = ruling.openSSL else { continue }
            let isTheirs =
                switch named.reference {
                case .dns(let name): theirs.presents(host: name.withoutRoot, by: rules)
                case .ip(let octets): theirs.presents(address: octets)
                }
            guard isOurs != isTheirs else { continue }
            let difference = IdentityDifference(
                named: named,
                ruling: ruling,
                areNamesRead: areNamesRead,
                isOpenSSLLaxer: isTheirs
            )
            invariant(
                KnownDifference.ofNames.contains { $0.explains(difference) },
                "\(ruling) \(isOurs ? "accepts" : "rejects"), OpenSSL does not: \(named)"
            )
        }
    }

    /// Each rule takes what the stricter one before it takes, and OkHttp what the strictest does;
    /// an address is an address.
    func compareRulings() {
        for (strict, lax) in zip(rulings, rulings.dropFirst()) where strict {
            invariant(lax, "a laxer rule refuses \(named)")
        }
        if rulings[0] {
            invariant(
                OkHostnameVerifier.current.verify(named.reference.host, certificate),
                "OkHttp refuses \(named)"
            )
        }
        if rulings[1], !rulings[0] {
            invariant(
                named.octets(.dns).contains { $0.starts(with: "*.".utf8) },
                "a registry's rule refuses a name without a wildcard: \(named)"
            )
        }
        guard case .ip(let octets) = named.reference else { return }
        let isPresented = areNamesRead && named.octets(.address).contains(octets)
        invariant(
            rulings.allSatisfy { $0 == isPresented },
            "an address is no longer equal to itself alone: \(named)"
        )
    }

    /// The case of letters says nothing (RFC 4343), nor does the dot of the root (RFC 9525 §6.3).
    func checkLetters() {
        var other = named
        for index in other.names.indices where other.names[index].kind != .address {
            other.names[index].octets = other.names[index].octets.map(\.inOtherCase)
        }
        if case .dns(let name) = named.reference {
            let turned = String(decoding: name.utf8.map(\.inOtherCase), as: UTF8.self)
            other.reference = .dns(turned.hasSuffix(".") ? String(turned.dropLast()) : turned + ".")
            // Two dots are no root.
            guard !turned.hasSuffix("..") else { return }
        }
        invariant(JudgedNames(other).rulings == rulings, "letters or a dot matter: \(named)")
    }

    /// Where a name is taken away, nothing matches that did not.
    func checkRemoval() {
        guard areNamesRead else { return }
        for index in named.names.indices.prefix(4) {
            var fewer = named
            let removed = fewer.names.remove(at: index)
            let without = JudgedNames(fewer).rulings
            for (ruling, (before, after)) in zip(IdentityRuling.allCases, zip(rulings, without)) {
                // Without DNS names common names begin to count, and of those the last.
                if ruling == .legacy, [.dns, .commonName].contains(removed.kind) { continue }
                invariant(before || !after, "\(ruling) accepts without \(removed): \(named)")
            }
        }
    }
}

extension String {
    /// Without one dot at its end, which OpenSSL takes for a part of the name.
    fileprivate var withoutRoot: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension UInt8 {
    /// A letter of ASCII in the other case.
    fileprivate var inOtherCase: UInt8 {
        (0x61...0x7a).contains(self | 0x20) ? self ^ 0x20 : self
    }
}
