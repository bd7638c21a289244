import Crypto
import Forge
import TLS
import X509

/// Makes a setup from merged layers, and reports contradictions.
///
/// Forms read each value by itself. The builder checks what several values mean together: each name
/// must belong to an entity, and roles follow from the names of issuers.
struct SetupBuilder {
    private let value: Value
    /// The names of the entities.
    private let names: Set<String>
    private var found = Diagnostics()

    var diagnostics: [Diagnostic] { found.all }

    init(_ value: Value) {
        self.value = value
        names = Set(value["pki"]?.entries.map(\.key) ?? [])
    }

    /// Returns the setup; nil, with diagnostics, after a fault.
    mutating func setup() -> Setup? {
        let setup = uncheckedSetup()
        checkParts(of: setup)
        checkProxy()
        checkEntities()
        checkLists()
        checkSCTs(of: setup)
        checkDocuments()
        checkNames()
        checkKeys(of: setup)
        checkEngine(of: setup)
        checkUpgrade(of: setup)
        return diagnostics.isEmpty ? setup : nil
    }

    /// Reads the setup without checking whether its parts fit together.
    mutating func uncheckedSetup() -> Setup {
        var setup = Setup.empty
        Forms.setup.read(value, "the setup", &setup, &found)
        setup.settleStatedRoles()
        setup.completeStatus()
        return setup
    }

    // MARK: Parts

    private mutating func checkParts(of setup: Setup) {
        if value["serve"] == nil { found.report(.missingSetupPart("serve"), value.place) }
        if value["connect"] == nil { found.report(.missingSetupPart("connect"), value.place) }
        let places = [
            ["serve"], ["server", "key-of"], ["network", "proxy", "mints-under"],
            ["network", "proxy", "serves"], ["client", "trust"], ["client", "user-trust"],
            ["client", "identity"], ["server", "data-channel"],
        ]
        for place in places { checkAll(value[place]) }
        for entry in value[["server", "sni"]]?.entries ?? [] { checkAll(entry.value) }
        // The pins are checked only if every element gave a pin. Otherwise an element has a fault,
        // which was already reported.
        let pins = value[["client", "pins"]]?.elements ?? []
        for (element, pin) in zip(pins, setup.pins ?? []) where pins.count == setup.pins?.count {
            if let entity = pin.entity { check(entity, element) }
        }
        let staples = value[["server", "staple"]]?.elements ?? []
        for (element, staple) in zip(staples, setup.staples)
        where staples.count == setup.staples.count {
            if case .response(let entity) = staple { check(entity, element) }
        }
    }

    private mutating func checkProxy() {
        guard let proxy = value[["network", "proxy"]] else { return }
        switch (proxy.entry("mints-under"), proxy.entry("serves")) {
        case (_?, let entry?):
            let help = "if the other one comes from the base, remove it with ~"
            found.report(.exclusive("mints-under", "serves", help: help), entry.place, entry.key)
        case (nil, nil):
            found.report(.exactlyOne(of: ["mints-under", "serves"], in: "a proxy"), proxy)
        case (_?, nil), (nil, _?): break
        }
    }

    /// Checks that the signing key has the type of the served certificate's key.
    private mutating func checkKeys(of setup: Setup) {
        guard diagnostics.isEmpty, let signer = setup.serverKeyOf, let shown = setup.serve.first,
            let place = value[["server", "key-of"]]
        else { return }
        let (mine, other) = (setup.pki.algorithm(of: signer), setup.pki.algorithm(of: shown))
        if mine != other {
            found.report(.unlikeKeys(signer, mine.rawValue, shown: shown, other.rawValue), place)
        }
    }

    /// Checks that Hatpin's own engine serves the setups that need it.
    ///
    /// Before TLS 1.2, the engine cannot serve all of these setups.
    private mutating func checkEngine(of setup: Setup) {
        let needs = setup.engineNeeds
        if setup.engine == .libssl, let need = needs.first, let place = value[["server", "engine"]]
        {
            found.report(.unserved(need, by: "libssl", help: "leave it out"), place)
        }
        let unserved = needs.first { !setup.meetsInOldVersions($0) }
        if setup.versions.upperBound < .v1_2, let unserved, let place = value[["server", "tls"]] {
            found.report(
                .unserved(unserved, by: "a server before TLS 1.2", help: "state 1.2 or 1.3"),
                place
            )
        }
    }

    /// Checks that the protocol can have the server fault: some faults need an upgrade to TLS,
    /// others need HTTP.
    private mutating func checkUpgrade(of setup: Setup) {
        if setup.startTLS != .ftp, let place = value[["server", "data-channel"]], !place.isNull {
            found.report(.dataChannel, place)
        }
        let stated = value[["server", "fault"]]
        for (word, name) in zip(stated?.elements ?? [], setup.serverFaults) {
            if let application = setup.startTLS, AnswerFault(rawValue: name) != nil {
                found.report(.upgradeFault(name, in: application.name), word)
            }
            guard let fault = UpgradeFault(rawValue: name) else { continue }
            guard let application = setup.startTLS else {
                found.report(.upgradeFault(name, in: nil), word)
                continue
            }
            guard !application.has(fault) else { continue }
            found.report(.upgradeFault(name, in: application.name), word)
        }
    }

    // MARK: Entities and lists

    private mutating func checkEntities() {
        let stated = value["pki"]?.entries ?? []
        for entity in stated.map(\.value) {
            if let issuer = entity["issuer"], issuer.text != "self" { check(issuer) }
            checkAll(entity["copy"])
            checkAll(entity["key-of"])
            if entity["key"] != nil, let keyOf = entity.entry("key-of") {
                let help = "if the other one comes from the base, remove it with ~"
                found.report(.exclusive("key", "key-of", help: help), keyOf.place, "key-of")
            }
            for field in ["of", "signer", "responder", "certificates"] {
                checkAll(entity[["ocsp", field]])
            }
            for point in entity["crl-distribution-points"]?.elements ?? [] {
                checkAll(point["issuer"])
            }
        }
        for loop in Cycles.loops(of: "issuer", in: stated) {
            found.report(.issuerCycle(loop.names), loop.value)
        }
        for loop in ["copy", "key-of"].flatMap({ Cycles.loops(of: $0, in: stated) }) {
            found.report(.copyCycle(loop.names), loop.value)
        }
    }

    private mutating func checkLists() {
        let stated = value["crls"]?.entries ?? []
        for entry in stated {
            if entry.value["issuer"] == nil, !names.contains(entry.key) {
                found.report(.listWithoutIssuer(entry.key), entry.place, entry.key)
            }
            for field in ["issuer", "signer", "revokes"] { checkAll(entry.value[field]) }
            for listed in entry.value["revokes"]?.entries ?? [] {
                check(listed.key, at: listed.place, listed.key)
            }
        }
        let lists = stated.map(\.key)
        for element in value[["client", "crls"]]?.elements ?? [] {
            guard let name = element.text, !names.contains(name), !lists.contains(name) else {
                continue
            }
            found.report(.unknownList(name, known: lists + names.sorted()), element)
        }
    }

    /// Checks that a document has exactly one kind of content, and that its names exist.
    private mutating func checkDocuments() {
        let kinds = ["certificate", "crl", "bytes", "redirect"]
        for document in (value[["network", "documents"]]?.entries ?? []).map(\.value) {
            if kinds.count(where: { document[$0] != nil }) != 1 {
                found.report(.exactlyOne(of: kinds, in: "a document"), document)
            }
            checkAll(document["certificate"])
            let lists = (value["crls"]?.entries ?? []).map(\.key)
            guard let list = document["crl"], let name = list.text, !lists.contains(name) else {
                continue
            }
            check(name, list)
        }
    }

    /// Checks that a TLSA record has exactly one kind of content, and that its names exist.
    private mutating func checkNames() {
        let names = value[["network", "dns"]]
        for record in names?["tlsa"]?.elements ?? [] {
            if ["of", "data"].count(where: { record[$0] != nil }) != 1 {
                found.report(.exactlyOne(of: ["of", "data"], in: "a TLSA record"), record)
            }
            checkAll(record["of"])
        }
        guard let policy = names?["mta-sts"], !policy.isNull else { return }
        if policy["serve"] == nil {
            found.report(.missingSetupPart("network.dns.mta-sts.serve"), policy)
        }
        checkAll(policy["serve"])
    }

    /// Checks the names of logs and entities in SCTs.
    private mutating func checkSCTs(of setup: Setup) {
        let known = setup.logs.keys.sorted()
        let sent = value[["server", "scts"]]?.entries ?? []
        var lists = sent.map(\.value)
        for entry in sent { check(entry.key, at: entry.place, entry.key) }
        for entity in value["pki"]?.entries.map(\.value) ?? [] {
            lists += [entity["scts"], entity[["ocsp", "scts"]]].compactMap(\.self)
        }
        for timestamp in lists.flatMap(\.elements) {
            let isBytes = timestamp.text?.hasPrefix("bytes:") == true
            let names = [isBytes ? nil : timestamp, timestamp["log"], timestamp["signer"]]
            for place in names.compactMap(\.self) {
                guard let name = place.text, !known.contains(name) else { continue }
                found.report(.unknownLog(name, known: known), place)
            }
            checkAll(timestamp["of"])
        }
    }

    // MARK: Names

    private mutating func checkAll(_ value: Value?) {
        for element in value?.elements ?? [] { check(element) }
    }

    private mutating func check(_ value: Value) {
        if let name = value.text { check(name, value) }
    }

    private mutating func check(_ name: String, _ value: Value) {
        check(name, at: value.place, value.text)
    }

    private mutating func check(_ name: String, at place: Place, _ text: String?) {
        guard !names.contains(name) else { return }
        let known = value["pki"]?.entries.map(\.key) ?? []
        found.report(.unknownEntity(name, known: known), place, text)
    }
}

extension Setup {
    /// Whether Hatpin's engine has the feature in the stated versions before TLS 1.2.
    fileprivate func meetsInOldVersions(_ need: EngineNeed) -> Bool {
        switch need {
        case .violation:
            handshake.allSatisfy { name in
                Violation.catalogue.contains { violation in
                    violation.name == name && violation.versions.contains(where: versions.contains)
                }
            }
        case .scts, .laterStaples: false
        case .choices, .tickets, .clientCertificate, .serverFault: true
        }
    }

    /// An empty setup.
    static let empty = Setup(
        pki: PKI(),
        serve: [],
        connect: .dns(""),
        versions: .v1_2 ... .v1_3,
        serverKeyOf: nil,
        serverFaults: [],
        proxy: nil,
        address: .ipv4,
        trust: [],
        userTrust: [],
        pins: nil,
        clock: nil
    )

    /// Adds statements that are implied: an undeclared CRL is issued by the entity of the same
    /// name, and an undeclared stapled response says good.
    fileprivate mutating func completeStatus() {
        for name in listsInReach where pki.lists[name] == nil {
            pki.lists[name] = RevocationList(issuer: name)
        }
        for case .response(let name) in staples.compactMap(\.self)
        where pki.entities[name]?.ocsp == nil {
            pki.entities[name]?.ocsp = StatusResponse()
        }
    }
}
