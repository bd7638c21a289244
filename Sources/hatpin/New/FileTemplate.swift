// hatpin/New are files that users begin from: short, sound, and as expected when they are run.

/// A file to begin from.
///
/// ```swift
/// static let accepted = FileTemplate(
///     name: "accepted",
///     about: "a server that must be accepted",
///     kind: .scenario
/// ) { name in "scenario: \(name)\nabout: A valid server.\nexpect: accept\n" }
/// ```
package struct FileTemplate: Sendable {
    /// The kind of file.
    package enum Kind: Sendable {
        case scenario, client
    }

    /// The word for the command line, and what it is about.
    package let name, about: String
    package let kind: Kind
    /// The lines after the one that names the schema, for a file of this name.
    let body: @Sendable (String) -> String

    /// Those that there are.
    package static let catalogue = [expired, mitm, pin, matrix, client]

    /// A certificate with one wrong field.
    static let expired = FileTemplate(
        name: "expired",
        about: "a certificate that is wrong in one field",
        kind: .scenario
    ) { name in
        """
        scenario: \(name)
        about: A leaf that expired yesterday must be refused.
        sources: [RFC 5280 §6.1.3 (a)(2)]
        tags: [time]
        leaf: { valid: -90d..-1d }      # all else is as in the baseline setup
        expect: { reject: expired }     # hatpin list reasons shows the others

        """
    }

    /// An intercepting proxy.
    static let mitm = FileTemplate(
        name: "mitm",
        about: "a proxy whose root the client trusts",
        kind: .scenario
    ) { name in
        """
        scenario: \(name)
        about: |
          A proxy mints a certificate for any host under a root that the user installed.

          Host validation alone does not stop it; a pin does.
        sources: [RFC 7469 §2.6]
        tags: [mitm, pinning]
        pki: { proxy-root: {} }                           # a further root
        network: { proxy: { mints-under: proxy-root } }
        client: { user-trust: [proxy-root] }
        cases:
          unpinned: { expect: accept }
          pinned:
            client: { pins: [spki(leaf)] }
            expect: { reject: pin-mismatch }
        control: { network: { proxy: ~ } }                # without it each party must accept

        """
    }

    /// Pins, and keys that come and go.
    static let pin = FileTemplate(
        name: "pin",
        about: "pinned keys, and a server that changes its own",
        kind: .scenario
    ) { name in
        """
        scenario: \(name)
        about: A server may change to the key that was pinned beforehand, and to no other.
        sources: [RFC 7469 §4.3]
        tags: [pinning]
        pki:
          spare:   { copy: leaf, issuer: intermediate }       # as leaf, with another key
          another: { copy: leaf, issuer: intermediate }
        client: { pins: [spki(leaf), spki(spare)] }
        cases:
          as-before:  { expect: accept }
          to-spare:   { serve: [spare, intermediate], expect: accept }
          to-another: { serve: [another, intermediate], expect: { reject: pin-mismatch } }
        control: { serve: [leaf, intermediate] }

        """
    }

    /// Fields that are crossed.
    static let matrix = FileTemplate(
        name: "matrix",
        about: "values of fields that are crossed, with a rule for some of them",
        kind: .scenario
    ) { name in
        """
        scenario: \(name)
        about: A key that is too short must be refused, whichever authority issued the certificate.
        sources: [CA/Browser Forum Baseline Requirements §6.1.5]
        tags: [crypto]
        matrix:                         # each value with each other: four cases
          leaf.key: [rsa1024, rsa2048]
          intermediate.key: [p256, p384]
        expect:                         # the first rule that applies; the last has no when
          - { when: { leaf.key: rsa1024 }, reject: weak-key }
          - accept

        """
    }

    /// The definition of a program.
    static let client = FileTemplate(
        name: "client",
        about: "the definition of a program to test, in Clients",
        kind: .client
    ) { name in
        """
        client: \(name)
        about: A client that is told a URL and a file of anchors.
        library: openssl                # whose words Clients/Libraries has the meaning of
        command: curl -sS --max-time 4 --cacert {ca} {options} {url}
        options:
          pins: '--pinnedpubkey {pins}'
        pin: { each: "sha256//{pin}", between: ";" }
        can: [addresses]
        reasons:                        # how it words a refusal; those of its library come after
          - { says: pinned public key, reason: pin-mismatch }
        version: { command: curl --version, pattern: '^curl (\\S+)' }
        install: { apt: [curl] }

        """
    }
}
