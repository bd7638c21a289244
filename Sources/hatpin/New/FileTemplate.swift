// hatpin/New contains the templates of files. Each template is short and valid, and gives the
// result that it states when it is run.

/// A template for a new file.
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

    /// The name on the command line, and a description.
    package let name, about: String
    package let kind: Kind
    /// Returns the lines of a file of this name that follow the line with the schema.
    let body: @Sendable (String) -> String

    /// All templates.
    package static let catalogue = [expired, mitm, pin, matrix, client]

    /// A scenario whose certificate has one wrong field.
    static let expired = FileTemplate(
        name: "expired",
        about: "a certificate with one wrong field",
        kind: .scenario
    ) { name in
        """
        scenario: \(name)
        about: A leaf that expired yesterday must be rejected.
        sources: [RFC 5280 §6.1.3 (a)(2)]
        tags: [time]
        leaf: { valid: -90d..-1d }      # the rest is as in the baseline setup
        expect: { reject: expired }     # hatpin list reasons shows all

        """
    }

    /// A scenario with an intercepting proxy.
    static let mitm = FileTemplate(
        name: "mitm",
        about: "a proxy whose root the client trusts",
        kind: .scenario
    ) { name in
        """
        scenario: \(name)
        about: |
          A proxy mints a certificate for any host under a root that the user installed.

          Host validation alone does not stop the proxy; a pin does.
        sources: [RFC 7469 §2.6]
        tags: [mitm, pinning]
        pki: { proxy-root: {} }                           # another root
        network: { proxy: { mints-under: proxy-root } }
        client: { user-trust: [proxy-root] }
        cases:
          unpinned: { expect: accept }
          pinned:
            client: { pins: [spki(leaf)] }
            expect: { reject: pin-mismatch }
        control: { network: { proxy: ~ } }                # without it, each party must accept

        """
    }

    /// A scenario with pins and a changing key.
    static let pin = FileTemplate(
        name: "pin",
        about: "pinned keys, and a server that changes its key",
        kind: .scenario
    ) { name in
        """
        scenario: \(name)
        about: A server may change to a pinned backup key, and to no other key.
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

    /// A scenario with a matrix of fields.
    static let matrix = FileTemplate(
        name: "matrix",
        about: "a matrix of field values, with a rule for some of them",
        kind: .scenario
    ) { name in
        """
        scenario: \(name)
        about: A key that is too short must be rejected, whichever authority issued the certificate.
        sources: [CA/Browser Forum Baseline Requirements §6.1.5]
        tags: [crypto]
        matrix:                         # all combinations: four cases
          leaf.key: [rsa1024, rsa2048]
          intermediate.key: [p256, p384]
        expect:                         # the first matching rule decides; the last has no when
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
        about: A client that takes a URL and a file of trust anchors.
        library: openssl                # Clients/Libraries explains its messages
        command: curl -sS --max-time 4 --cacert {ca} {options} {url}
        options:
          pins: '--pinnedpubkey {pins}'
        pin: { each: "sha256//{pin}", between: ";" }
        can: [addresses]
        reasons:                        # its own messages; those of its library come after
          - { says: pinned public key, reason: pin-mismatch }
        version: { command: curl --version, pattern: '^curl (\\S+)' }
        install: { apt: [curl] }

        """
    }
}
