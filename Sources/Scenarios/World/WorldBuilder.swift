import FileFormat
import Forge
import OpenSSL
import PKIX
import Wire

/// Makes a world of the layers that were laid over each other, and reports what does not fit
/// together.
struct WorldBuilder {
    private let value: Value
    /// The entities' names.
    private let names: Set<String>
    private(set) var diagnostics: [Diagnostic] = []

    init(_ value: Value) {
        self.value = value
        names = Set(value["pki"]?.entries.map(\.key) ?? [])
    }

    /// The world; nil, with diagnostics, where there is none.
    mutating func world() -> World? {
        var entities = entities()
        let staples = staples(&entities)
        let crls = crls()
        let serve = names(at: ["serve"])
        if serve.isEmpty { report(.missingWorldPart("serve"), value.place) }
        let identity = value["connect"]?.text.flatMap { try? ReferenceIdentity($0) }
        if identity == nil { report(.missingWorldPart("connect"), value.place) }
        let world = World(
            pki: PKI(entities: entities, lists: lists(used: crls)),
            serve: serve,
            connect: identity ?? .dns(""),
            versions: versions(at: ["server", "tls"]) ?? .v1_2 ... .v1_3,
            suites: suites(),
            clientAuthentication: value[["server", "client-auth"]]?.text
                .flatMap(ClientAuthentication.init),
            serverKeyOf: name(at: ["server", "key-of"]),
            behave: value[["server", "behave"]]?.elements.compactMap(\.text) ?? [],
            proxy: proxy(),
            proxyVersions: versions(at: ["network", "proxy", "tls"]) ?? .v1_0 ... .v1_3,
            address: value[["network", "address"]]?.text.flatMap(LoopbackFamily.init) ?? .ipv4,
            trust: names(at: ["client", "trust"]),
            userTrust: names(at: ["client", "user-trust"]),
            pins: pins(),
            staples: staples,
            crls: crls,
            clock: value["clock"]?.text.flatMap { try? Moment($0) }
        )
        checkKeys(of: world)
        return diagnostics.isEmpty ? world : nil
    }

    /// The key that signs must be of the kind of the one that is shown.
    private mutating func checkKeys(of world: World) {
        guard diagnostics.isEmpty, let signer = world.serverKeyOf, let shown = world.serve.first,
            let place = value[["server", "key-of"]]
        else { return }
        let (mine, other) = (world.pki.algorithm(of: signer), world.pki.algorithm(of: shown))
        if mine != other {
            report(.unlikeKeys(signer, mine.rawValue, shown: shown, other.rawValue), place)
        }
    }

    // MARK: Parts

    private mutating func versions(at path: [String]) -> ClosedRange<TLSVersion>? {
        guard let stated = value[path] else { return nil }
        let versions = stated.elements.compactMap { $0.text.flatMap(TLSVersion.init) }.sorted()
        guard let lowest = versions.first, let highest = versions.last else { return nil }
        let missing = TLSVersion.allCases.filter { version in
            (lowest...highest).contains(version) && !versions.contains(version)
        }
        if !missing.isEmpty { report(.versionGap(missing.map(\.rawValue)), stated) }
        return lowest...highest
    }

    private func suites() -> [CipherSuite]? {
        value[["server", "ciphers"]]?.elements
            .compactMap { $0.text.flatMap(CipherSuite.init(name:)) }
    }

    private mutating func proxy() -> World.Proxy? {
        guard let proxy = value[["network", "proxy"]] else { return nil }
        let serves = names(at: ["network", "proxy", "serves"])
        switch (name(at: ["network", "proxy", "mints-under"]), proxy.entry("serves")) {
        case (let entity?, nil): return .mintsUnder(entity)
        case (nil, _?): return .serves(serves)
        case (_?, let entry?):
            let help = "to change what a base states, take the other away with ~"
            report(.exclusive("mints-under", "serves", help: help), entry.place, entry.key)
        case (nil, nil):
            report(.exactlyOne(of: ["mints-under", "serves"], in: "a proxy"), proxy)
        }
        return nil
    }

    private mutating func pins() -> [World.DeclaredPin]? {
        guard let stated = value[["client", "pins"]] else { return nil }
        return stated.elements.compactMap { element in pin(element) }
    }

    private mutating func pin(_ value: Value) -> World.DeclaredPin? {
        guard let pin = value.text.flatMap({ try? WrittenPin($0) }) else { return nil }
        if let entity = pin.entity { check(entity, value) }
        switch pin {
        case .spki(let entity): return .spki(entity)
        case .certificate(let entity): return .certificate(entity)
        case .sha256(let octets): return .sha256(octets)
        case .file(let path):
            do throws(Fault) {
                return .file(try CertificateFile.der(at: path, beside: value.place.source))
            } catch {
                report(error, value)
                return nil
            }
        }
    }

    private mutating func entities() -> [String: Entity] {
        let stated = value["pki"]?.entries ?? []
        let issuers = Set(
            stated.compactMap { $0.value["issuer"]?.text } + [minter].compactMap(\.self)
        )
        var entities: [String: Entity] = [:]
        for entry in stated {
            let issues =
                issuers.contains(entry.key) || StandardWorld.authorities.contains(entry.key)
            for field in ["issuer", "copy", "key-of"] {
                if let name = entry.value[field], name.text != "self" || field != "issuer" {
                    check(name)
                }
            }
            checkStatus(of: entry.value)
            var builder = EntityBuilder(entry, issues: issues)
            entities[entry.key] = builder.entity()
            diagnostics += builder.diagnostics
        }
        for loop in Cycles.loops(of: "issuer", in: stated) {
            report(.issuerCycle(loop.names), loop.value)
        }
        for loop in ["copy", "key-of"].flatMap({ Cycles.loops(of: $0, in: stated) }) {
            report(.copyCycle(loop.names), loop.value)
        }
        return entities
    }

    private var minter: String? { value[["network", "proxy", "mints-under"]]?.text }

    // MARK: Revocation

    /// Those that the client has at hand.
    private mutating func crls() -> [String] {
        let stated = value["crls"]?.entries.map(\.key) ?? []
        return (value[["client", "crls"]]?.elements ?? []).compactMap { element in
            guard let name = element.text else { return nil }
            if !names.contains(name), !stated.contains(name) {
                report(.unknownList(name, known: stated + names.sorted()), element)
            }
            return name
        }
    }

    /// Those that are stated, and those of entities that the client has at hand.
    private mutating func lists(used: [String]) -> [String: RevocationList] {
        var lists: [String: RevocationList] = [:]
        for entry in value["crls"]?.entries ?? [] {
            if entry.value["issuer"] == nil, !names.contains(entry.key) {
                report(.listWithoutIssuer(entry.key), entry.place, entry.key)
            }
            for field in ["issuer", "signer", "revokes"] { checkAll(entry.value[field]) }
            for listed in entry.value["revokes"]?.entries ?? [] {
                check(listed.key, at: listed.place, listed.key)
            }
            var builder = StatusBuilder()
            lists[entry.key] = builder.list(entry)
            diagnostics += builder.diagnostics
        }
        for name in used where lists[name] == nil {
            lists[name] = RevocationList(issuer: name)
        }
        return lists
    }

    /// What the server staples; whose response it is without having stated any is good.
    private mutating func staples(
        _ entities: inout [String: Entity]
    ) -> [World.DeclaredStaple?] {
        (value[["server", "staple"]]?.elements ?? []).map { element in
            switch element.text.flatMap({ try? WrittenStaple($0) }) {
            case .response(let name):
                check(name, element)
                if entities[name]?.ocsp == nil { entities[name]?.ocsp = StatusResponse() }
                return .response(name)
            case .bytes(let octets): return .bytes(octets)
            case .nothing, nil: return nil
            }
        }
    }

    private mutating func checkStatus(of entity: Value) {
        for field in ["of", "signer", "responder", "certificates"] {
            checkAll(entity[["ocsp", field]])
        }
        for point in entity["crl-distribution-points"]?.elements ?? [] { checkAll(point["issuer"]) }
    }

    private mutating func checkAll(_ value: Value?) {
        for element in value?.elements ?? [] { check(element) }
    }

    // MARK: References

    private mutating func names(at path: [String]) -> [String] {
        (value[path]?.elements ?? []).compactMap { element in
            check(element)
            return element.text
        }
    }

    private mutating func name(at path: [String]) -> String? {
        guard let value = value[path] else { return nil }
        check(value)
        return value.text
    }

    private mutating func check(_ value: Value) {
        if let name = value.text { check(name, value) }
    }

    private mutating func check(_ name: String, _ value: Value) {
        check(name, at: value.place, value.text)
    }

    private mutating func check(_ name: String, at place: Place, _ text: String?) {
        guard !names.contains(name), diagnostics.count < Diagnostic.maximumPerDocument else {
            return
        }
        let known = value["pki"]?.entries.map(\.key) ?? []
        report(.unknownEntity(name, known: known), place, text)
    }

    // MARK: Reports

    private mutating func report(_ fault: Fault, _ value: Value) {
        report(fault, value.place, value.text)
    }

    private mutating func report(_ fault: Fault, _ place: Place, _ text: String? = nil) {
        guard diagnostics.count < Diagnostic.maximumPerDocument else { return }
        diagnostics.append(Diagnostic(fault, at: place, text: text))
    }
}
