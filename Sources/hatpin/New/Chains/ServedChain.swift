import Basics
import Campaigns
import Crypto
import Forge
import PathValidation
import ScenarioFormat
import X509

/// The chain of a real server, from which a similar setup is declared.
package struct ServedChain: Sendable {
    /// The file's name, without its folders.
    let name: String
    /// The certificates, end entity first, each issued by the next.
    private let certificates: [Certificate]
    /// The root of this machine that issued the last certificate, or nil if no root issued it.
    private let root: Certificate?

    /// Takes the certificates that the server sent.
    ///
    /// - Throws: an `invalidScenario` failure if a certificate did not issue the certificate before
    ///   it.
    package init(_ chain: RealChain) throws(Failure) {
        certificates = Array(chain.certificates.prefix(chain.sent))
        root = chain.certificates.dropFirst(chain.sent).first
        name = chain.name.split(separator: "/").last.map(String.init) ?? chain.name
        for (index, pair) in zip(certificates, certificates.dropFirst()).enumerated()
        where !pair.0.issuerName.matches(pair.1.subjectName) {
            let shown = Shown.escaped(chain.name)
            throw Failure(
                .invalidScenario,
                "\(shown): certificate \(index + 2) did not issue certificate \(index + 1)",
                help: "put them in order: openssl storeutl -noout -text -certs \(shown) shows them"
            )
        }
    }

    /// The names of the entities, in the order of the chain.
    private var names: [String] {
        certificates.indices.map { index in
            if index == 0 { return "leaf" }
            if index == certificates.count - 1, certificates[index].isSelfIssued { return "root" }
            return index == 1 ? "intermediate" : "intermediate-\(index)"
        }
    }

    /// Returns a setup with a similar chain and a client that trusts the chain's root.
    func setup(at now: Instant) -> Setup {
        var setup = Setup.standard
        let names = names
        for (index, certificate) in certificates.enumerated() {
            let isOwn = certificate.isSelfIssued
            let issuer = index + 1 < names.count ? names[index + 1] : "root"
            setup.pki.entities[names[index]] = Entity(
                like: certificate,
                role: index == 0 ? .endEntity : isOwn ? .rootCA : .intermediateCA,
                issuer: isOwn ? .itself : .entity(issuer),
                at: now
            )
        }
        if let root {
            setup.pki.entities["root"] = Entity(
                like: root,
                role: .rootCA,
                issuer: .itself,
                at: now
            )
        } else if let last = certificates.last, !last.isSelfIssued {
            setup.pki.entities["root"]?.subject = last.issuerName.declared
            setup.pki.entities["root"]?.key = last.issuerKey
        }
        setup.serve = names
        // A self-signed server certificate is its own anchor.
        setup.trust = certificates.count == 1 && certificates[0].isSelfIssued ? ["leaf"] : ["root"]
        if let identity = certificates[0].firstIdentity { setup.connect = identity }
        setup.settleRoles()
        return setup
    }

    /// Returns a phrase for each difference between this chain and the chain of the setup.
    func differences(in setup: Setup, at now: Instant) throws(ForgeError) -> [String] {
        let forged = try ForgedSetup(setup, at: now)
        return zip(names, certificates).flatMap { name, original -> [String] in
            guard let der = forged.pki.members[name]?.certificate,
                let copy = try? Certificate(der: der)
            else { return [] }
            return original.differences(from: copy).map { "\(name): \($0)" }
        }
    }
}

extension Certificate {
    /// The first host that the certificate is valid for; a label replaces the star of a wildcard.
    fileprivate var firstIdentity: ReferenceIdentity? {
        for name in extensions.subjectAlternativeNames ?? [] {
            switch name {
            case .dns(let place):
                let text = String(decoding: der[place], as: UTF8.self)
                return .dns(text.hasPrefix("*.") ? "www" + text.dropFirst() : text)
            case .ip(let place): return .ip(Array(der[place]))
            default: continue
            }
        }
        return nil
    }

    /// The kind of key that signed the certificate, as far as the signature shows.
    ///
    /// The kind is nil for P-256 and for a key that Forge cannot make.
    fileprivate var issuerKey: KeyAlgorithm? {
        switch (try? SigningAlgorithm(outerAlgorithm, in: der)) ?? nil {
        // A signature is as long as the modulus (RFC 8017 §8.2.1).
        case .rsaPKCS1, .rsaPSS:
            return KeyAlgorithm.allCases.first {
                $0.family == .rsa && $0.bits == signature.count * 8
            }
        // A signature has two numbers as long as the group's order, and up to nine bytes of DER
        // (RFC 3279 §2.2.3).
        case .ecdsa: return signature.count > 105 ? .p521 : signature.count > 73 ? .p384 : nil
        case .ed25519: return .ed25519
        case .ed448: return .ed448
        case .dsa, nil: return nil
        }
    }

    /// Returns the names of the fields that differ between this certificate and a copy, including
    /// the fields that a copy cannot have.
    fileprivate func differences(from copy: Certificate) -> [String] {
        var differences: [String] = []
        if keyAlgorithm == nil { differences.append("another kind of key") }
        if !subjectName.matches(copy.subjectName) { differences.append("the subject") }
        let own = (try? SigningAlgorithm(outerAlgorithm, in: der)) ?? nil
        let other = (try? SigningAlgorithm(copy.outerAlgorithm, in: copy.der)) ?? nil
        if own != other { differences.append("the signature algorithm") }
        let names = Set(extensions.list.map { identifier($0) })
            .union(copy.extensions.list.map { copy.identifier($0) })
        let changing: Set<ObjectIdentifier> = [.subjectKeyIdentifier, .authorityKeyIdentifier]
        for name in names.sorted(by: { $0.description < $1.description }) {
            let (first, second) = (self.extension(name), copy.extension(name))
            let isSame =
                first.map { Array(der[$0.value]) } == second.map { Array(copy.der[$0.value]) }
            let isMarked = first?.isCritical == second?.isCritical
            guard !isMarked || !isSame && !changing.contains(name) else { continue }
            differences.append("the extension \(name.moduleName ?? name.description)")
        }
        return differences
    }

    private func identifier(_ entry: X509.Extension) -> ObjectIdentifier {
        ObjectIdentifier(content: Array(der[entry.identifier]))
    }
}
