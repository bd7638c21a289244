import Basics
import Crypto
import Forge
import TLS
import X509

/// An authority with the certificates that lead up from it.
struct Authority: Sendable {
    let member: ForgedPKI.Member
    /// Sent after the end entity's certificate, the authority's own first.
    let chain: [[UInt8]]

    /// A chain that it issues.
    func credential(_ likeness: Likeness, _ key: PrivateKey) throws(ForgeError) -> Credential {
        let issued = try member.issue(likeness, to: key)
        return Credential(chain: [issued.certificate] + chain, key: key)
    }
}

/// The keys that look-alikes are made with in one run.
///
/// All of them are by chance: a key that follows from a seed could be known to others, while a device
/// may trust the root above it.
package struct Authorities: Sendable {
    /// No device trusts its root.
    let untrusted: Authority
    /// The root that the user says a device trusts; nil for none.
    let trusted: Authority?
    let now: Instant
    private let ellipticKey, rsaKey: PrivateKey

    /// Makes the keys, which takes about a tenth of a second.
    ///
    /// - Parameters:
    ///   - trusted: the root of the user's choice.
    ///   - now: what look-alikes are valid at.
    /// - Throws: where OpenSSL cannot make them.
    package init(trusted: TrustedRoot?, now: Instant) throws(Failure) {
        do {
            self.now = now
            self.trusted = trusted?.authority
            ellipticKey = try PrivateKey.random(.p256)
            rsaKey = try PrivateKey.random(.rsa2048)
            let key = try PrivateKey.random(.p256)
            let root = try ForgedPKI.Member.selfSigned(
                Likeness(
                    authority: Name((.organization, "Hatpin"), (.commonName, "Untrusted root")),
                    notBefore: now + -30 * day,
                    notAfter: now + 365 * day,
                    serial: [1]
                ),
                by: key
            )
            untrusted = Authority(member: root, chain: [root.certificate])
        } catch {
            throw Failure(.environment, "cannot make keys: \(error)")
        }
    }

    /// A key of the genuine server's kind, for a client that takes no other.
    func key(like genuine: GenuineServer) -> PrivateKey {
        genuine.hasRSAKey ? rsaKey : ellipticKey
    }

    /// A key for an issuer that is forged.
    var issuerKey: PrivateKey { untrusted.member.key }

    func trustedRoot() throws(ForgeError) -> Authority {
        guard let trusted else {
            throw .unknownEntity("trusted-root", field: .issuer, of: "look-alike")
        }
        return trusted
    }
}

/// The genuine server of a host, by the certificates that it shows.
package struct GenuineServer: Sendable {
    let shown: ShownCertificates
    private let leaf: Certificate

    /// - Throws: `ForgeError.undecodableOrigin` where its certificate cannot be read.
    init(_ shown: ShownCertificates) throws(ForgeError) {
        self.shown = shown
        do {
            leaf = try Certificate(der: shown.chain.first ?? [])
        } catch {
            throw .undecodableOrigin(error)
        }
    }

    var hasRSAKey: Bool {
        guard let key = try? PublicKey(spki: leaf.der[leaf.spki]), case .rsa = key.kind else {
            return false
        }
        return true
    }

    /// The names and validity of its certificate; dates around now where it is not valid, so that an
    /// attack is refused for its own reason.
    func likeness(at now: Instant) throws(ForgeError) -> Likeness {
        var likeness = try Likeness(of: leaf.der)
        if !(likeness.notBefore...max(likeness.notBefore, likeness.notAfter)).contains(now) {
            (likeness.notBefore, likeness.notAfter) = (now + -day, now + 30 * day)
        }
        return likeness
    }

    /// A key that passes for the certificate's until a signature is verified.
    func impostor() throws(ForgeError) -> PrivateKey {
        do {
            return try PrivateKey.impostor(showing: Array(leaf.der[leaf.spki]))
        } catch {
            throw .openSSL(entity: "genuine server", error)
        }
    }

    /// An authority with the name, and the key identifier, of the certificate's issuer.
    func forgedIssuer(_ authorities: Authorities) throws(ForgeError) -> Authority {
        let now = authorities.now
        var likeness = try Likeness(of: shown.chain.count > 1 ? shown.chain[1] : leaf.der)
        if let issuer = shown.chain.dropFirst().first, let issuer = try? Certificate(der: issuer) {
            likeness.issuer = Array(issuer.der[issuer.issuer])
        }
        likeness.subject = Array(leaf.der[leaf.issuer])
        likeness.names = []
        likeness.isAuthority = true
        (likeness.notBefore, likeness.notAfter) = (now + -30 * day, now + 365 * day)
        likeness.keyIdentifier = leaf.extensions.authorityKeyIdentifier?.keyIdentifier.map {
            Array(leaf.der[$0])
        }
        let forged = try ForgedPKI.Member.selfSigned(likeness, by: authorities.issuerKey)
        return Authority(member: forged, chain: [forged.certificate])
    }
}
