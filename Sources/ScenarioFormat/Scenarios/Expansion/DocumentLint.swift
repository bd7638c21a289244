import ClientModels
import Forge
import PathValidation

/// Warnings about statements of a valid document that its author should check.
enum DocumentLint {
    /// Warns about cases that repeat the setup, party and expectation of another case.
    static func repeatedCases(
        _ cases: [(point: Point, scenario: Scenario)],
        in document: Document
    ) -> [Diagnostic] {
        struct Substance: Hashable {
            let setup: Setup
            let party: PartyReference?
            /// The parties that each possible rule names in `when`; nil for a rule for any party.
            let parties: [[String]?]
            let expectations: [Expectation]
            let secure: Expectation?
            let differences: [PartyReference]
        }
        var first: [Substance: Point] = [:]
        var repetitions: [(point: Point, of: Point)] = []
        for (point, scenario) in cases {
            let rules = scenario.expectation.filter { $0.isOpen(at: scenario.coordinates) }
            let substance = Substance(
                setup: scenario.setup,
                party: scenario.party,
                parties: rules.map { $0.when["party"] },
                expectations: rules.map(\.expectation),
                secure: scenario.secure,
                differences: scenario.known.map(\.party)
            )
            if let other = first[substance] {
                repetitions.append((point, other))
            } else {
                first[substance] = point
            }
        }
        return repetitions.prefix(Diagnostic.maximumPerDocument).map { point, other in
            let entry = point.overlay ?? document.value.entry("matrix")
            return Diagnostic(
                .repeatedCase(point.suffix, other.suffix),
                at: entry?.place ?? document.value.place,
                text: entry?.key
            )
        }
    }

    /// Warns about expectations that allow any reason, if one of these cases changes only one field
    /// of the setup.
    static func anyReasons(
        _ cases: [(point: Point, scenario: Scenario)],
        in document: Document
    ) -> [Diagnostic] {
        let hasOne = cases.contains { point, scenario in
            let takesAny = scenario.expectation.contains { rule in
                rule.isOpen(at: scenario.coordinates)
                    && rule.expectation.verdict == .reject(Rejection.Code.ofRules)
            }
            let layers = [document.overlay] + point.layers
            return takesAny && layers.reduce(0) { $0 + $1.setupFields } == 1
        }
        guard hasOne else { return [] }
        let entry = document.value.entry("expect")
        return [
            Diagnostic(.anyReason, at: entry?.place ?? document.value.place, text: entry?.key)
        ]
    }

    /// Warns about rejections without a known gain for an attacker.
    static func unstatedGains(_ scenarios: [Scenario], in document: Document) -> [Diagnostic] {
        let open = scenarios.first { !$0.rejections.isEmpty && $0.gain == nil }
        guard let open else { return [] }
        let entry = document.value.entry("expect")
        let fault = Fault.unstatedGain(String(open.id.dropFirst(open.group.count)))
        return [Diagnostic(fault, at: entry?.place ?? document.value.place, text: entry?.key)]
    }

    /// Warns about absolute verify dates in setups with relative dates.
    static func ageingClocks(
        _ cases: [(point: Point, scenario: Scenario)],
        in document: Document
    ) -> [Diagnostic] {
        let ageing = cases.compactMap { point, scenario in
            scenario.setups.lazy.compactMap(\.ageing).first.map { (point, $0) }
        }
        return ageing.prefix(Diagnostic.maximumPerDocument).map { point, subject in
            let layers = point.layers.reversed() + [document.overlay]
            let entry = layers.lazy.compactMap { $0.entry("clock") }.first
            let place = entry?.place ?? document.value.place
            return Diagnostic(.ageingClock(subject), at: place, text: entry?.key)
        }
    }

    /// Warns about entities that no case needs.
    static func unusedEntities(
        _ scenarios: [Scenario],
        in document: Document,
        lower: Value
    ) -> [Diagnostic] {
        guard !scenarios.isEmpty else { return [] }
        var used: Set<String> = []
        for scenario in scenarios {
            let pinned = scenario.party?.entityPins.map(\.entity) ?? []
            for setup in scenario.setups { used.formUnion(setup.usedEntities(and: pinned)) }
        }
        let unused = document.overlays.flatMap { $0["pki"]?.entries ?? [] }.filter { entry in
            !entry.value.isNull && !used.contains(entry.key) && lower[["pki", entry.key]] == nil
        }
        return unused.prefix(Diagnostic.maximumPerDocument).map { entry in
            Diagnostic(.unusedEntity(entry.key), at: entry.place, text: entry.key)
        }
    }
}

extension Setup {
    /// The first part of the setup whose dates depend on the day of the run, if the verify date
    /// does not; nil for none.
    ///
    /// Such a part is a served or trusted certificate, a CRL, a stapled response or an SCT.
    fileprivate var ageing: String? {
        guard case .absolute = clock else { return nil }
        if let entity = (serve + trust + userTrust).first(where: isDatedByRun) { return entity }
        let list = listsInReach.first { name in
            pki.lists[name].map { isRelative($0.thisUpdate, $0.nextUpdate) } ?? false
        }
        if let list { return "the CRL \(list)" }
        for case .response(let name) in staples.compactMap(\.self) {
            guard let response = pki.entities[name]?.ocsp else { continue }
            guard isRelative(response.thisUpdate, response.nextUpdate, response.producedAt) else {
                continue
            }
            return "the response about \(name)"
        }
        let promised = serve.flatMap { pki.entities[$0]?.scts ?? [] }
        let isPromised = (promised + scts.values.joined()).contains(where: \.isDatedByRun)
        return isPromised ? "the SCTs" : nil
    }

    /// Whether a date of an entity's validity is relative to the run, which is the default.
    private func isDatedByRun(_ name: String) -> Bool {
        guard var entity = pki.entities[name] else { return false }
        var (notBefore, notAfter) = (entity.notBefore, entity.notAfter)
        // A copy has the dates of its original unless it states its own. Copies are never cyclic
        // here.
        while let name = entity.copy, let original = pki.entities[name] {
            (notBefore, notAfter) = (notBefore ?? original.notBefore, notAfter ?? original.notAfter)
            entity = original
        }
        return isRelative(notBefore ?? .relative(0), notAfter ?? .relative(0))
    }

    /// Returns the entities that a case needs.
    ///
    /// - Parameter others: entities that the case needs for other reasons.
    /// - Returns: the entities that are served, trusted or pinned, the entities that sign the
    ///   status of these, and the entities from which all of these are made.
    func usedEntities(and others: [String]) -> Set<String> {
        var pending = others + serve + trust + userTrust + [serverKeyOf].compactMap(\.self)
        pending += entitiesOfStatus + identity + dataChannel + named.values.flatMap(\.self)
        pending += scts.values.joined().compactMap(\.entity)
        switch proxy {
        case .mintsUnder(let entity): pending.append(entity)
        case .serves(let entities): pending += entities
        case nil: break
        }
        pending += documents.values.compactMap(\.certificate)
        pending += (pins ?? []).compactMap(\.entity)
        pending += dns?.entities ?? []
        var used: Set<String> = []
        while let name = pending.popLast() {
            guard used.insert(name).inserted, let entity = pki.entities[name] else { continue }
            if case .entity(let issuer) = entity.issuer { pending.append(issuer) }
            pending += [entity.copy, entity.keyOf].compactMap(\.self)
            pending += (entity.crlDistributionPoints ?? []).compactMap(\.issuer)
            pending += (entity.scts ?? []).compactMap(\.entity)
        }
        return used
    }
}

/// Whether one of the dates is relative to the run.
private func isRelative(_ moments: Moment?...) -> Bool {
    moments.contains { moment in
        if case .relative = moment { return true }
        return false
    }
}

extension DeclaredSCT {
    /// Whether the date of the SCT is relative to the run, which is the default.
    fileprivate var isDatedByRun: Bool {
        if case .made(let promise) = self { isRelative(promise.at) } else { false }
    }

    /// The entity that the SCT is for; nil if it names none.
    var entity: String? {
        if case .made(let promise) = self { promise.of } else { nil }
    }
}

extension Value {
    /// The number of fields of the setup that this layer sets.
    fileprivate var setupFields: Int {
        entries.filter { Shape.setupKeys.contains($0.key) }.reduce(0) { $0 + $1.value.leaves }
    }

    /// The number of texts and lists at the leaves of mappings.
    private var leaves: Int {
        isMapping ? entries.reduce(0) { $0 + $1.value.leaves } : 1
    }
}
