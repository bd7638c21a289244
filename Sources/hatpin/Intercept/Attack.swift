import Crypto
import Forge
import PathValidation
import Reports
import Runner
import TLS
import X509

// hatpin/Intercept attacks the connections of whole apps and devices: a proxy that gives each host's
// connections one false certificate after another and sees which are accepted. It dials out, to hosts
// that its clients ask for. It judges no certificate: its witness is the data that a client sends.

/// A false certificate that a connection is given.
///
/// ```swift
/// let attack = Attack.named("untrusted-root")
/// attack?.reason  // .unknownIssuer
/// ```
package struct Attack: Sendable {
    /// As on the command line.
    package let name: String
    /// The certificate, in one sentence.
    package let about: String
    /// The fault of a client that accepts it, in one sentence.
    package let proves: String
    /// Why a correct client refuses it.
    package let reason: Rejection.Code
    /// Whether it says something only of a client that trusts the root of the user's choice.
    package let needsTrustedRoot: Bool
    /// Makes the certificate.
    let forge: @Sendable (GenuineServer, Authorities) throws(ForgeError) -> Credential

    /// The harm of accepting it: each is an attempt to pass for the server.
    package var exposure: Exposure { Exposure(reason, gaining: .authentication, on: .other) }

    /// The attack as reports have it.
    var record: AttackRecord {
        AttackRecord(
            name: name,
            proves: proves,
            exposure: exposure,
            needsTrustedRoot: needsTrustedRoot
        )
    }

    /// The attack of this name.
    package static func named(_ name: String) -> Attack? { catalogue.first { $0.name == name } }

    /// The lines of `--help`.
    package static let help =
        catalogue.map { attack in
            let margin = String(repeating: " ", count: 16 - attack.name.count)
            let root = attack.needsTrustedRoot ? " *" : ""
            return "  \(attack.name)\(margin)\(attack.about)\(root)"
        }
        .joined(separator: "\n") + "\n\n  * needs --trusted-root, or --root-ca and --root-key"

    /// All of them, in the order in which a host's connections are given them.
    package static let catalogue = [
        Attack(
            name: "self-signed",
            about: "The genuine names in a certificate that its own key signs.",
            proves: "The client evaluates no chain.",
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
            about: "The genuine names under a root that no device trusts.",
            proves: "The client evaluates no chain up to a trust anchor.",
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
            about: "The genuine names under a forged issuer of the genuine name.",
            proves: "The client compares the names of issuers and verifies no signature.",
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
            about: "The genuine chain, by a server that does not have its key.",
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
            about: "Another host's certificate under the trusted root.",
            proves: "The client does not compare the certificate's names with the host.",
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
            proves: "The client does not judge dates.",
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
            about: "The genuine names under the trusted root, as by Charles.",
            proves: "The client pins nothing.",
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

/// The host of the certificate that is another's; `.test` is never delegated (RFC 6761 §6.2).
private let otherHost = "other.hatpin.test"
let day: Int64 = 86_400
