import Crypto
import Forge
import TLS
import X509

extension Forms {
    /// The keys of a setup, which every overlay may have.
    static let setupMembers: [Member<Setup>] =
        declarations + [
            Member(
                "serve",
                "the served entities, in order; extras, duplicates and anchors are allowed",
                .list(of: .text(.name), orOne: true),
                sets: \.serve,
                examples: ["[leaf, intermediate]"]
            ),
            Member(
                "server",
                "the server",
                "the server",
                definition: "server",
                members: serverMembers
            ),
            Member(
                "network",
                "the network between client and server",
                "the network",
                definition: "network",
                members: networkMembers
            ),
            Member(
                "connect",
                "the reference identity: a DNS name or an IP address",
                .text(.identity),
                sets: \.connect,
                examples: ["www.example.test", "192.0.2.1"]
            ),
            Member(
                "client",
                "what the client trusts and pins",
                "the client",
                definition: "client",
                members: clientMembers
            ),
            Member(
                "connects",
                "how the client behaves toward a server that verifies its certificate; a case with this "
                    + "key tests only servers",
                "the client's conduct",
                definition: "conduct",
                members: conductMembers
            ),
            Member(
                "clock",
                "the verify date, relative to now or as an instant",
                .text(.moment),
                at: \.clock,
                examples: ["+100d", "2026-11-21T09:30:00Z"]
            ),
        ]

    /// The keys of a setup, indexed for the reader.
    static let setup = Members(setupMembers)

    private static let declarations: [Member<Setup>] = [
        Member(
            "pki",
            "entities by name",
            entities,
            sets: \.pki.entities,
            examples: ["{ charles-root: {} }"]
        ),
        standardEntity("root"), standardEntity("intermediate"),
        standardEntity("leaf", examples: ["{ valid: -90d..-1d }"]),
        Member(
            "crls",
            "CRLs by name, for more than an entity's crl can state; a CRL with the name of an "
                + "entity is issued by that entity",
            lists,
            sets: \.pki.lists,
            examples: ["{ intermediate: { next-update: -1d } }"]
        ),
        Member(
            "logs",
            "the CT logs, by name",
            logs,
            sets: \.logs,
            examples: ["{ first: {}, second: { state: retired, since: -30d } }"]
        ),
    ]

    private static func standardEntity(
        _ name: String,
        examples: [String] = []
    ) -> Member<Setup> {
        Member(name, "short for pki.\(name)", entity, examples: examples) { setup, entity in
            setup.pki.entities[name] = entity
        }
    }

    private static let entities = Form<[String: Entity]>.table(
        "pki",
        key: .name,
        value: entity,
        pairs: { entities in entities.issuersFirst }
    ) { pairs in Dictionary(pairs.map { ($0.key, $0.value) }) { $1 } }

    /// The form of a range of versions without gaps.
    static let versions = Form<ClosedRange<TLSVersion>>(
        versionList.shape,
        writer: { range throws(Unwritable) in
            try versionList.write(TLSVersion.allCases.filter(range.contains))
        }
    ) { value, diagnostics in
        let stated = (versionList.read(value, reporting: &diagnostics) ?? []).sorted()
        guard let lowest = stated.first, let highest = stated.last else { return nil }
        let missing = TLSVersion.allCases.filter { version in
            (lowest...highest).contains(version) && !stated.contains(version)
        }
        if !missing.isEmpty { diagnostics.report(.versionGap(missing.map(\.rawValue)), value) }
        return lowest...highest
    }

    private static let versionList = Form<[TLSVersion]>.list(of: .word(.versions), orOne: true)
}

// MARK: The network

extension Forms {
    private static let networkMembers: [Member<Setup>] = [
        Member(
            "proxy",
            "an intercepting proxy",
            proxy,
            examples: ["{ mints-under: charles-root }"],
            get: { setup in setup.proxy.map { StatedProxy($0, setup.proxyVersions) } },
            set: { ($0.proxy, $0.proxyVersions) = ($1.proxy, $1.versions) }
        ),
        Member(
            "address",
            "the loopback address of the host: 127.0.0.1, which is ipv4, unless stated; ipv6 is ::1; "
                + "in a step, the address of the step's host",
            .word(.families),
            sets: \.address
        ),
        Member(
            "documents",
            "documents that certificates refer to, served over HTTP at 127.0.0.1, by path",
            documents,
            sets: \.documents,
            examples: ["{ /intermediate.cer: { certificate: intermediate } }"]
        ),
        Member(
            "dns",
            "the DNS records of the server: TLSA records, mail hosts and the mail policy",
            dns,
            at: \.dns,
            examples: ["{ tlsa: { of: leaf } }"]
        ),
    ]

    /// The keys of a proxy; `minter` and `served` exclude each other.
    private struct StatedProxy: Sendable {
        var minter: String?
        var served: [String]?
        var versions = TLSVersion.v1_0 ... .v1_3

        var proxy: Setup.Proxy? {
            minter.map(Setup.Proxy.mintsUnder) ?? served.map(Setup.Proxy.serves)
        }

        init() {}

        init(_ proxy: Setup.Proxy, _ versions: ClosedRange<TLSVersion>) {
            self.versions = versions
            switch proxy {
            case .mintsUnder(let entity): minter = entity
            case .serves(let entities): served = entities
            }
        }
    }

    private static let proxy = Form<StatedProxy>.mapping(
        "a proxy",
        from: StatedProxy(),
        [
            Member(
                "mints-under",
                "the entity that signs forged copies of the origin's certificate",
                .text(.name),
                at: \.minter,
                examples: ["charles-root"]
            ),
            Member(
                "serves",
                "the entities that the proxy serves, in order",
                .list(of: .text(.name), orOne: true),
                at: \.served
            ),
            Member(
                "tls",
                "the versions that the proxy offers to the client; all unless stated",
                versions,
                sets: \.versions,
                examples: ["1.2"]
            ),
            Member(notBuilt: "listens", "TLS to the proxy itself"),
        ]
    )
}

// MARK: The client

extension Forms {
    private static let clientMembers: [Member<Setup>] = [
        Member(
            "trust",
            "the anchors of the trust store",
            .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
            sets: \.trust,
            examples: ["[root]"]
        ),
        Member(
            "user-trust",
            "the anchors that the user installed",
            .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
            sets: \.userTrust,
            examples: ["[charles-root]"]
        ),
        Member(
            "pins",
            "spki(ENTITY), certificate(ENTITY), sha256/BASE64 or a certificate file; in a step, the "
                + "pins of the step's host",
            .list(of: pin, orOne: true, isEmptyAllowed: true),
            at: \.pins,
            examples: ["[spki(leaf)]"]
        ),
        Member(
            "crls",
            "the CRLs that the client has: of crls, or of entities",
            .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
            sets: \.crls,
            examples: ["[intermediate, root]"]
        ),
        Member(
            "tls",
            "the versions that models offer: unless stated, 1.2 and 1.3, or all for a model that "
                + "restricts versions itself; programs offer their own",
            versions,
            at: \.offeredVersions,
            examples: ["1.3", "[1.2, 1.3]"]
        ),
        Member(
            "alpn",
            "the application protocols that models offer, preferred first; none unless stated; "
                + "programs offer their own",
            .list(of: .word(.protocols), isOneBare: true),
            sets: \.offeredProtocols,
            examples: ["[h2, http/1.1]"]
        ),
        Member(
            "server-name",
            "the server name that models send in place of the reference identity, which they "
                + "verify",
            .text(.hostName),
            at: \.indicatedName,
            examples: ["front.example.test"]
        ),
        Member(
            "typed-host",
            "the host as the user of a program writes it, if that differs from the reference "
                + "identity",
            .text(.typedHost),
            at: \.typedHost,
            examples: ["bücher.example.test"]
        ),
        Member(
            "identity",
            "the certificates that the client sends on request, its own first; none unless stated",
            .list(of: .text(.name), orOne: true, isEmptyAllowed: true),
            sets: \.identity,
            examples: ["customer", "[customer, intermediate]"]
        ),
    ]

    private static let writtenPin = Form<WrittenPin>.text(.pin)

    /// The form of a pin; it reads the certificate of a pin file.
    private static let pin = Form<Setup.DeclaredPin>(
        writtenPin.shape,
        writer: { pin throws(Unwritable) in try writtenPin.write(pin.written) }
    ) { value, diagnostics in
        guard let pin = writtenPin.read(value, reporting: &diagnostics) else { return nil }
        switch pin {
        case .entity(let pin): return .entity(pin)
        case .sha256(let bytes): return .sha256(bytes)
        case .file(let path):
            do throws(Fault) {
                return .file(try CertificateFile.der(at: path, beside: value.place.source))
            } catch {
                diagnostics.report(error, value)
                return nil
            }
        }
    }
}

extension Setup.DeclaredPin {
    /// The pin as written in a file.
    fileprivate var written: WrittenPin {
        get throws(Unwritable) {
            switch self {
            case .entity(let pin): return .entity(pin)
            case .sha256(let bytes): return .sha256(bytes)
            case .file:
                throw Unwritable("a pin was read from a file; pin the entity or its hash")
            }
        }
    }
}

extension [String: Entity] {
    /// The entities, issuers first.
    fileprivate var issuersFirst: [(key: String, value: Entity)] {
        map { (depth: depth(of: $0.key), entity: $0) }
            .sorted { ($0.depth, $0.entity.key) < ($1.depth, $1.entity.key) }
            .map(\.entity)
    }

    /// Returns the number of entities from this one up to the top of its chain of issuers; a cycle
    /// is counted once.
    private func depth(of name: String) -> Int {
        var seen: Set<String> = []
        var current = name
        while seen.insert(current).inserted, case .entity(let issuer)? = self[current]?.issuer {
            current = issuer
        }
        return seen.count
    }
}

extension Shape {
    /// The keys of a setup.
    static let setupKeys = Set(Forms.setupMembers.map(\.field.key))
}
