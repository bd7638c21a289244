import Crypto
import Forge
import PathValidation
import Reports
import Runner
import TLS
import X509

// hatpin/Intercept is a proxy that attacks the connections of apps and devices. It presents one
// false certificate after another to a host's clients, and records which certificates the clients
// accept. It connects to the hosts that its clients request. It validates no certificate: a client
// that sends data has accepted.

/// A false certificate, and what it proves if a client accepts it.
///
/// ```swift
/// let attack = Attack.named("untrusted-root")
/// attack?.reason  // .unknownIssuer
/// ```
package struct Attack: Sendable {
    /// The name on the command line.
    package let name: String
    /// A description of the certificate, in one sentence.
    package let about: String
    /// The fault of a client that accepts the certificate, in one sentence.
    package let proves: String
    /// The reason why a correct client rejects the certificate.
    package let reason: Rejection.Code
    /// Whether the attack only tests clients that trust the user's root.
    package let needsTrustedRoot: Bool
    /// Makes the certificate.
    let forge: @Sendable (GenuineServer, Authorities) throws(ForgeError) -> Credential

    /// The harm if a client accepts the certificate: each attack lets another party impersonate the
    /// server.
    package var exposure: Exposure { Exposure(reason, gaining: .authentication, on: .other) }

    /// The attack as reports show it.
    var record: AttackRecord {
        AttackRecord(
            name: name,
            proves: proves,
            exposure: exposure,
            needsTrustedRoot: needsTrustedRoot
        )
    }

    /// Returns the attack of this name.
    package static func named(_ name: String) -> Attack? { catalogue.first { $0.name == name } }

    /// The list of attacks for `--help`.
    package static let help =
        catalogue.map { attack in
            let margin = String(repeating: " ", count: 16 - attack.name.count)
            let root = attack.needsTrustedRoot ? " *" : ""
            return "  \(attack.name)\(margin)\(attack.about)\(root)"
        }
        .joined(separator: "\n") + "\n\n  * needs --trusted-root, or --root-ca and --root-key"

    /// All attacks, in the order in which a host's connections get them.
    package static let catalogue = [
        Attack(
            name: "self-signed",
            about: "A self-signed certificate with the genuine names.",
            proves: "The client does not validate the chain.",
            reason: .selfSigned,
            needsTrustedRoot: false
        ) { genuine, authorities throws(ForgeError) in
            let forged = try ForgedPKI.Member.selfSigned(
                genuine.likeness(at: authorities.now),
                by: authorities.key(like: genuine)
            )
            return Credential(chain: [forged.certificate], key: forged.key)
        },
        Attack(
            name: "untrusted-root",
            about: "The genuine names, issued under a root that no device trusts.",
            proves: "The client does not check that the chain ends at a trust anchor.",
            reason: .unknownIssuer,
            needsTrustedRoot: false
        ) { genuine, authorities throws(ForgeError) in
            try authorities.untrusted.credential(
                genuine.likeness(at: authorities.now),
                authorities.key(like: genuine)
            )
        },
        Attack(
            name: "forged-issuer",
            about: "The genuine names, from a CA with only the issuer's name.",
            proves: "The client compares issuer names but does not verify signatures.",
            reason: .badSignature,
            needsTrustedRoot: false
        ) { genuine, authorities throws(ForgeError) in
            let issuer = try genuine.forgedIssuer(authorities)
            return try issuer.credential(
                genuine.likeness(at: authorities.now),
                authorities.key(like: genuine)
            )
        },
        Attack(
            name: "wrong-key",
            about: "The genuine chain, from a server without its private key.",
            proves: "The client does not verify the handshake's signature.",
            reason: .handshakeSignature,
            needsTrustedRoot: false
        ) { genuine, _ throws(ForgeError) in
            Credential(
                chain: genuine.shown.chain,
                key: try genuine.impostor(),
                staples: genuine.shown.staples
            )
        },
        Attack(
            name: "wrong-host",
            about: "A certificate for another host, under the trusted root.",
            proves: "The client does not check the host name.",
            reason: .nameMismatch,
            needsTrustedRoot: true
        ) { genuine, authorities throws(ForgeError) in
            var likeness = try genuine.likeness(at: authorities.now)
            likeness.rename(Name((.commonName, otherHost)), names: [.dns(otherHost)])
            return try authorities.trustedRoot().credential(
                likeness,
                authorities.key(like: genuine)
            )
        },
        Attack(
            name: "expired",
            about: "The genuine names, expired, under the trusted root.",
            proves: "The client does not check the validity period.",
            reason: .expired,
            needsTrustedRoot: true
        ) { genuine, authorities throws(ForgeError) in
            var likeness = try genuine.likeness(at: authorities.now)
            (likeness.notBefore, likeness.notAfter) = (
                authorities.now + -90 * day, authorities.now + -day
            )
            return try authorities.trustedRoot().credential(
                likeness,
                authorities.key(like: genuine)
            )
        },
        Attack(
            name: "trusted-root",
            about: "The genuine names, under the trusted root.",
            proves: "The client does not pin.",
            reason: .pinMismatch,
            needsTrustedRoot: true
        ) { genuine, authorities throws(ForgeError) in
            try authorities.trustedRoot().credential(
                genuine.likeness(at: authorities.now),
                authorities.key(like: genuine)
            )
        },
    ]
}

/// The host name in the certificate of another host; `.test` is never delegated (RFC 6761 §6.2).
private let otherHost = "other.hatpin.test"
let day: Int64 = 86_400
