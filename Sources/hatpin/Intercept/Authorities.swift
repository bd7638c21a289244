import Basics
import Crypto
import Forge
import TLS
import X509

/// A certificate authority, with the certificates above it.
struct Authority: Sendable {
    let member: ForgedPKI.Member
    /// The certificates sent after the end entity's; the authority's own certificate is first.
    let chain: [[UInt8]]

    /// Returns a chain with a certificate that this authority issues.
    func credential(_ likeness: Likeness, _ key: PrivateKey) throws(ForgeError) -> Credential {
        let issued = try member.issue(likeness, to: key)
        return Credential(chain: [issued.certificate] + chain, key: key)
    }
}

/// The keys of the look-alike certificates of one run.
///
/// All keys are random: a device may trust the root of these certificates, and another party could
/// derive keys from a seed.
package struct Authorities: Sendable {
    /// The authority whose root no device trusts.
    let untrusted: Authority
    /// The authority that, according to the user, the device trusts; nil for no such authority.
    let trusted: Authority?
    let now: Instant
    private let ellipticKey, rsaKey: PrivateKey

    /// Creates the keys, which takes about a tenth of a second.
    ///
    /// - Parameters:
    ///   - trusted: the user's root.
    ///   - now: a time at which the look-alikes are valid.
    /// - Throws: if OpenSSL cannot create the keys.
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

    /// Returns a key of the same kind as the genuine server's key, because a client may accept no
    /// other kind.
    func key(like genuine: GenuineServer) -> PrivateKey {
        genuine.hasRSAKey ? rsaKey : ellipticKey
    }

    /// The key of a forged issuer.
    var issuerKey: PrivateKey { untrusted.member.key }

    func trustedRoot() throws(ForgeError) -> Authority {
        guard let trusted else {
            throw .unknownEntity("trusted-root", field: .issuer, of: "look-alike")
        }
        return trusted
    }
}

/// The genuine server of a host, as its certificates describe it.
package struct GenuineServer: Sendable {
    let shown: ShownCertificates
    private let leaf: Certificate

    /// Reads the genuine server's certificates.
    ///
    /// - Throws: `ForgeError.undecodableOrigin` if the server's certificate does not decode.
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

    /// Returns the fields of a certificate with the same names and validity as the genuine
    /// certificate.
    ///
    /// If the genuine certificate is not valid now, the dates are replaced, so that clients reject
    /// the certificate only for the reason of the attack.
    func likeness(at now: Instant) throws(ForgeError) -> Likeness {
        var likeness = try Likeness(of: leaf.der)
        if !(likeness.notBefore...max(likeness.notBefore, likeness.notAfter)).contains(now) {
            (likeness.notBefore, likeness.notAfter) = (now + -day, now + 30 * day)
        }
        return likeness
    }

    /// Returns a key that looks like the certificate's key until a client verifies a signature.
    func impostor() throws(ForgeError) -> PrivateKey {
        do {
            return try PrivateKey.impostor(showing: Array(leaf.der[leaf.spki]))
        } catch {
            throw .openSSL(entity: "genuine server", error)
        }
    }

    /// Returns an authority with the name and the key identifier of the genuine issuer.
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
