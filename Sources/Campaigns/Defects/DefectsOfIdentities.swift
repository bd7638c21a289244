import Basics
import Forge
import ScenarioFormat
import X509

// Defects of reference and presented identities (RFC 9525 §6). Each defect is one literal.

extension Defect {
    static let ofIdentities = [
        named("wrong-host", "The client connects to a host that the certificate does not name.") {
            choices in
            .dns(choices.one(of: ["mail.example.test", "example.test", "www.example.com"]) ?? "")
        },
        named(
            "neighbour",
            "The client connects to a host whose name starts or ends like the server's."
        ) {
            choices in
            let names = [
                "www.example.test.attacker.test", "xwww.example.test", "www.example.tes",
                "a.www.example.test",
            ]
            return .dns(choices.one(of: names) ?? "")
        },
        named("letter-case", "The client writes the host in other letter case.", isAccepted: true) {
            _ in
            .dns("WWW.Example.TEST")
        },
        named("trailing-dot", "The client writes the host with a trailing dot.", isAccepted: true) {
            _ in .dns("www.example.test.")
        },
        naming(
            "dot-in-certificate",
            "Has its host name with a trailing dot.",
            [.dns("www.example.test.")]
        ),
        naming(
            "wildcard",
            "Has a wildcard for the hosts of its domain.",
            isAccepted: true,
            [.dns("*.example.test")]
        ),
        naming(
            "wildcard-too-high",
            "Has a wildcard directly below the top-level domain.",
            [.dns("*.test")]
        ),
        naming("wildcard-alone", "Has the name *.", [.dns("*")]),
        naming(
            "wildcard-inside-label",
            "Has a wildcard at the end of a label, after other text.",
            [.dns("w*.example.test")]
        ),
        naming(
            "wildcard-before-text",
            "Has a wildcard at the start of a label, before other text.",
            [.dns("*w.example.test")]
        ),
        naming(
            "wildcard-not-leftmost",
            "Has a wildcard in the second label.",
            [.dns("www.*.test")]
        ),
        naming("two-wildcards", "Has two wildcards.", [.dns("*.*.test")]),
        naming(
            "wildcard-beside-host",
            "Has a wildcard for the subdomains of its host name.",
            [.dns("*.www.example.test")]
        ),
        Defect("wildcard-in-a-label", "Has a wildcard inside an A-label.") { setup, _ in
            setup.name([.dns("xn--*-kva.example.test")])
            setup.connect = .dns("xn--a-kva.example.test")
        },
        Defect("a-label", "Has an internationalised name.", isAccepted: true) { setup, _ in
            setup.name([.dns("xn--bcher-kva.example.test")])
            setup.connect = .dns("xn--bcher-kva.example.test")
        },
        Defect("underscore", "Has an underscore in its name.", isAccepted: true) { setup, _ in
            setup.name([.dns("a_b.example.test")])
            setup.connect = .dns("a_b.example.test")
        },
        Defect("u-label", "Has an internationalised name in UTF-8.") { setup, _ in
            setup.name([.dnsBytes(Array("bücher.example.test".utf8))])
            setup.connect = .dns("xn--bcher-kva.example.test")
        },
        naming("leading-dot", "Has a name with a leading dot.", [.dns(".example.test")]),
        naming("empty-label", "Has a name with an empty label.", [.dns("www..example.test")]),
        naming("empty-name", "Has an empty name.", [.dns("")]),
        naming("blank-name", "Has a name that is a space.", [.dnsBytes(Array(" ".utf8))]),
        naming(
            "blank-in-name",
            "Has a name with a trailing space.",
            [.dnsBytes(Array("www.example.test ".utf8))]
        ),
        naming(
            "nul-in-name",
            "Has a name with a NUL and another name after it.",
            [.dnsBytes(Array("www.example.test\0.attacker.test".utf8))]
        ),
        naming(
            "long-label",
            "Has a name with a label of 64 bytes.",
            [.dns(String(repeating: "a", count: 64) + ".example.test")]
        ),
        Defect(
            "address",
            "The client connects to an IP address that the certificate contains.",
            isAccepted: true
        ) { setup, choices in
            let address = choices.one(of: addresses) ?? []
            setup.name([.ip(address)])
            setup.connect = .ip(address)
        },
        Defect(
            "wrong-address",
            "The client connects to an IP address that the certificate does not contain."
        ) { setup, choices in
            let address = choices.one(of: addresses) ?? []
            setup.name([.ip(address.dropLast() + [99])])
            setup.connect = .ip(address)
        },
        Defect("address-as-name", "Has an address in a dNSName.") { setup, _ in
            setup.name([.dns("192.0.2.1")])
            setup.connect = .ip([192, 0, 2, 1])
        },
        Defect(
            "name-for-address",
            "The client connects to an IP address, and the certificate only contains DNS names."
        ) { setup, _ in
            setup.connect = .ip([192, 0, 2, 1])
        },
        Defect(
            "address-for-name",
            "The client connects to a host name, and the certificate only contains an address."
        ) { setup, _ in
            setup.name([.ip([192, 0, 2, 1])])
        },
        Defect("mapped-address", "Has an IPv4-mapped IPv6 address.") { setup, _ in
            setup.name([.ip([UInt8](repeating: 0, count: 10) + [0xff, 0xff, 192, 0, 2, 1])])
            setup.connect = .ip([192, 0, 2, 1])
        },
        Defect("bad-address", "Has an address of an invalid length.") { setup, choices in
            let count = choices.one(of: [5, 0, 3, 8, 17]) ?? 5
            setup.name([.dns(host), .ipBytes([UInt8](repeating: 1, count: count))])
        },
        naming("other-names-alone", "Has only names of other types.", others),
        Defect(
            "other-names-too",
            "Also has names of other types.",
            isAccepted: true
        ) { setup, _ in
            setup.name(others + [.dns(host)])
        },
        Defect(
            "many-names",
            "Has its host name after many other names.",
            isAccepted: true
        ) { setup, choices in
            let count = choices.one(of: [100, 10, 500]) ?? 100
            setup.name((0..<count).map { .dns("h\($0).example.test") } + [.dns(host)])
        },
        Defect("no-names", "Has no alternative names.") { setup, _ in setup.name([]) },
        Defect("common-name-alone", "Has its host name only as its common name.") { setup, _ in
            setup.name([])
            setup.pki.entities["leaf"]?.subject = Name((.commonName, host))
        },
        Defect(
            "common-name-beside",
            "Has its host name as its common name, and a DNS name of another host."
        ) { setup, _ in
            setup.name([.dns("other.example.test")])
            setup.pki.entities["leaf"]?.subject = Name((.commonName, host))
        },
        Defect(
            "common-name-beside-mail",
            "Has its host name as its common name, and a mailbox."
        ) { setup, _ in
            setup.name([.email("who@example.test")])
            setup.pki.entities["leaf"]?.subject = Name((.commonName, host))
        },
        Defect("common-name-address", "Has its address only as its common name.") { setup, _ in
            setup.name([])
            setup.connect = .ip([192, 0, 2, 1])
            setup.pki.entities["leaf"]?.subject = Name((.commonName, "192.0.2.1"))
        },
    ]

    /// The host name of the baseline setup's server.
    static let host = "www.example.test"

    private static let addresses: [[UInt8]] = [
        [192, 0, 2, 1], [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [1],
    ]

    private static let others: [DeclaredName] = [
        .email("who@example.test"), .uri("https://www.example.test/"),
        .directory(Name((.commonName, host))), .other(.policy(9), [0x0c, 0x01, 0x61]),
    ]

    /// Returns a defect: a leaf with other names than the default names.
    private static func naming(
        _ name: String,
        _ about: String,
        isAccepted: Bool = false,
        _ names: [DeclaredName]
    ) -> Defect {
        Defect(name, about, isAccepted: isAccepted) { setup, _ in setup.name(names) }
    }

    /// Returns a defect: a client with another reference identity than the default identity.
    private static func named(
        _ name: String,
        _ about: String,
        isAccepted: Bool = false,
        _ meant: @escaping @Sendable (inout Choices) -> ReferenceIdentity
    ) -> Defect {
        Defect(name, about, isAccepted: isAccepted) { setup, choices in
            setup.connect = meant(&choices)
        }
    }
}

extension Setup {
    /// Gives the leaf these alternative names.
    fileprivate mutating func name(_ names: [DeclaredName]) {
        pki.entities["leaf"]?.subjectAlternativeNames = names
    }
}

extension X509.ObjectIdentifier {
    /// Returns the policy 2.999.n, which is below the arc for examples (X.660 §A.7).
    static func policy(_ number: UInt8) -> X509.ObjectIdentifier {
        X509.ObjectIdentifier(content: [0x88, 0x37, number])
    }
}
