import Basics
import ClientModels
import Crypto
import FuzzTargets
import PathValidation
import X509

extension FuzzTarget {
    /// For any reference identity and presented names, our own comparison agrees with OpenSSL's
    /// comparison.
    ///
    /// Each exception is a known difference. Letter case and a final dot have no effect, and
    /// removing a name creates no match.
    ///
    /// An input is lines: the reference identity, then the presented names. The first byte of each
    /// line is the kind of the name: `d` for a DNS name, `i` for the bytes of an address, `c` for a
    /// common name, `e` for a mailbox, `u` for a URI.
    public static let matchIdentity = FuzzTarget("MatchIdentity") { bytes in
        guard let named = NamedServer(bytes) else { return }
        let judged = JudgedNames(named)
        judged.compareWithOpenSSL()
        judged.compareRulings()
        judged.checkLetters()
        judged.checkRemoval()
    }
}

/// The verdict of each rule on a certificate and a reference identity.
private struct JudgedNames {
    let named: NamedServer
    let certificate: Certificate
    let rulings: [Bool]

    /// Computes the verdicts, in the order of `IdentityRuling.allCases`.
    init(_ named: NamedServer) {
        self.named = named
        let certificate = made { try Certificate(der: named.certificate) }
        self.certificate = certificate
        rulings = IdentityRuling.allCases.map { $0.accepts(named.reference, certificate) }
    }

    /// Whether the alternative names decode; if not, our decoder reads no names and OpenSSL reads
    /// some names.
    var areNamesRead: Bool {
        certificate.extensions.subjectAlternativeNames != nil
            || !named.names.contains { $0.kind != .commonName }
    }

    func compareWithOpenSSL() {
        guard let theirs = OpenSSLCertificate(der: certificate.der) else {
            return invariant(false, "OpenSSL does not decode the forged certificate")
        }
        for (ruling, isOurs) in zip(IdentityRuling.allCases, rulings) {
            guard let rules = ruling.openSSL else { continue }
            let isTheirs =
                switch named.reference {
                case .dns(let name): theirs.presents(host: name.withoutRoot, by: rules)
                case .ip(let bytes): theirs.presents(address: bytes)
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
                "\(ruling) \(isOurs ? "accepts" : "rejects"), OpenSSL does the opposite: \(named)"
            )
        }
    }

    /// Requires that each rule accepts everything that a stricter rule accepts.
    ///
    /// OkHttp must accept everything that the strictest rule accepts, and an address must match
    /// only itself.
    func compareRulings() {
        for (strict, lax) in zip(rulings, rulings.dropFirst()) where strict {
            invariant(lax, "a laxer rule rejects \(named)")
        }
        if rulings[0] {
            invariant(
                OkHostnameVerifier.current.verify(named.reference.host, certificate),
                "OkHttp rejects \(named)"
            )
        }
        if rulings[1], !rulings[0] {
            invariant(
                named.bytes(.dns).contains { $0.starts(with: "*.".utf8) },
                "the public suffix rule rejects a name without a wildcard: \(named)"
            )
        }
        guard case .ip(let bytes) = named.reference else { return }
        let isPresented = areNamesRead && named.bytes(.address).contains(bytes)
        invariant(
            rulings.allSatisfy { $0 == isPresented },
            "an address does not match itself, or matches another name: \(named)"
        )
    }

    /// Requires that letter case (RFC 4343) and a final dot (RFC 9525 §6.3) have no effect.
    func checkLetters() {
        var other = named
        for index in other.names.indices where other.names[index].kind != .address {
            other.names[index].bytes = other.names[index].bytes.map(\.inOtherCase)
        }
        if case .dns(let name) = named.reference {
            let turned = String(decoding: name.utf8.map(\.inOtherCase), as: UTF8.self)
            other.reference = .dns(turned.hasSuffix(".") ? String(turned.dropLast()) : turned + ".")
            // A name that ends in two dots is not an absolute name.
            guard !turned.hasSuffix("..") else { return }
        }
        invariant(
            JudgedNames(other).rulings == rulings,
            "letter case or a final dot changes the verdict: \(named)"
        )
    }

    /// Requires that removing a name never creates a match.
    func checkRemoval() {
        guard areNamesRead else { return }
        for index in named.names.indices.prefix(4) {
            var fewer = named
            let removed = fewer.names.remove(at: index)
            let without = JudgedNames(fewer).rulings
            for (ruling, (before, after)) in zip(IdentityRuling.allCases, zip(rulings, without)) {
                // Without DNS names, only the last common name counts, so removing a name can
                // create a match.
                if ruling == .legacy, [.dns, .commonName].contains(removed.kind) { continue }
                invariant(before || !after, "\(ruling) accepts only without \(removed): \(named)")
            }
        }
    }
}

extension String {
    /// The name without its final dot, which OpenSSL treats as a part of the name.
    fileprivate var withoutRoot: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension UInt8 {
    /// An ASCII letter in the opposite letter case; other bytes are unchanged.
    fileprivate var inOtherCase: UInt8 {
        (0x61...0x7a).contains(self | 0x20) ? self ^ 0x20 : self
    }
}
