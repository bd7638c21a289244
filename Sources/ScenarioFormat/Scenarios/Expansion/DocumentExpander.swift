import ClientModels
import Crypto
import Forge
import PathValidation
import Synchronization
import TLS
import X509

/// Expands one document into scenarios: merges the layers, makes setups and expectations, and
/// reports contradictions.
struct DocumentExpander {
    private let document: Document
    /// The setup that the scenario starts from: the setup of its base, or otherwise the baseline
    /// setup.
    private let lower: Value
    /// The setup of `lower`; nil if it has faults.
    private let lowerSetup: Lazy<Setup?>
    /// Whether the document is known to have no fault, so that it is not checked.
    private let isSound: Bool
    private var diagnostics: Set<Diagnostic> = []
    private var uses = ExpectationUses()
    private let entities = SharedEntities()
    private var files: DocumentFiles
    /// The names of all clients; nil if named clients are not checked.
    private let clients: [String]?

    init(
        _ document: Document,
        startingFrom lower: Value,
        _ clients: [String]?,
        isSound: Bool
    ) {
        self.document = document
        self.lower = lower
        self.clients = clients
        self.isSound = isSound
        files = DocumentFiles(beside: document.source)
        // Most documents have no base.
        let isStandard = document.base == nil
        lowerSetup = Lazy {
            guard !isStandard else { return Setup.standard }
            var builder = SetupBuilder(lower)
            return builder.setup()
        }
    }

    /// Returns all cases, and the faults up to the limit for one document, of which errors count
    /// first.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - lower: the setup that the document starts from.
    ///   - clients: the names of all clients; nil if they are not known.
    ///   - isSound: whether the document is known to have no fault; its setups are then built when
    ///     needed.
    /// - Returns: the cases, empty after an error, and the faults.
    static func expand(
        _ document: Document,
        startingFrom lower: Value,
        clients: [String]? = nil,
        isSound: Bool = false
    ) -> (scenarios: [Scenario], diagnostics: [Diagnostic]) {
        var expander = DocumentExpander(document, startingFrom: lower, clients, isSound: isSound)
        let scenarios = expander.scenarios()
        // The limit applies to each part and each case separately, so that the sum may exceed the
        // limit.
        let found = expander.diagnostics.sorted()
        let errors = found.filter { $0.level == .error }
        let warnings = found.filter { $0.level == .warning }
        let diagnostics = (errors + warnings).prefix(Diagnostic.maximumPerDocument).sorted()
        return (errors.isEmpty ? scenarios : [], diagnostics)
    }

    private mutating func scenarios() -> [Scenario] {
        var reader = PointReader(document.value)
        let points = reader.points()
        diagnostics.formUnion(reader.diagnostics)
        let scenario = lower.layered(under: document.overlay)
        guard !isSound else { return soundScenarios(points, of: scenario) }
        let cases = points.compactMap { point in
            self.scenario(of: point.steps(over: scenario), at: point)
                .map { (point: point, scenario: $0) }
        }
        let scenarios = cases.map(\.scenario)
        diagnostics.formUnion(uses.diagnostics(stated: document.value.entry("expect")))
        if let control = document.value.entry("control"), !cases.isEmpty,
            scenarios.allSatisfy({ $0.control == nil }), diagnostics.isEmpty
        {
            report(.unusedControl, control)
        }
        if diagnostics.isEmpty {
            diagnostics.formUnion(DocumentLint.repeatedCases(cases, in: document))
            diagnostics.formUnion(
                DocumentLint.unusedEntities(scenarios, in: document, lower: lower)
            )
            diagnostics.formUnion(StatusLint.unseen(scenarios, in: document))
            diagnostics.formUnion(DocumentLint.anyReasons(cases, in: document))
            diagnostics.formUnion(DocumentLint.unstatedGains(scenarios, in: document))
            diagnostics.formUnion(DocumentLint.ageingClocks(cases, in: document))
        }
        return scenarios
    }

    /// Returns the case that tests the last step; the setups of the earlier steps belong to its
    /// setup.
    private mutating func scenario(of steps: [Value], at point: Point) -> Scenario? {
        guard let value = steps.last else { return nil }
        let setup = setup(of: steps)
        let party = party(value["party"])
        guard let statement = statement(of: value, at: point), var setup else { return nil }
        setup.pki = entities.shared(setup.pki)
        let isRejectExpected = statement.rules.contains { $0.expectation.isReject }
        if isRejectExpected, value["sources"] == nil {
            report(.missingSources, value.entry("expect"))
        }
        checkMeans(of: party, statement.rules, setup, value)
        let isControlNeeded = statement.needsControl(at: point.coordinateTable)
        let control = control(for: steps, setup, isNeeded: isControlNeeded)
        checkPins(of: party, in: setup, control, value)
        let unfolded = UnfoldedCase(
            setup: Lazy(setup),
            control: Lazy(control),
            definition: Lazy(Self.definition(steps, party))
        )
        return scenario(point, statement, party, unfolded)
    }

    /// Returns the cases of a document without faults, whose setups are built when they are needed.
    ///
    /// Most axes only change setups. So what the cases state besides their setups is read once for
    /// all values of these axes.
    private mutating func soundScenarios(_ points: [Point], of scenario: Value) -> [Scenario] {
        let stated = scenario.withoutSetup
        // All cases share one copy, because a copy for each case would take longer than the rest.
        let expander = Lazy(self)
        var statements: [[String]: CaseStatement?] = [:]
        var parties: [[String]: PartyReference?] = [:]
        return points.compactMap { point -> Scenario? in
            let value = Lazy { stated.layered(under: point.layersWithoutSetup) }
            let place = point.place { !$0.isOfSetup && !$0.isOfParty }
            if statements[place] == nil {
                statements.updateValue(statement(of: value.value, at: point), forKey: place)
            }
            guard let statement = statements[place] ?? nil else { return nil }
            let partyPlace = point.place { !$0.isOfSetup }
            if parties[partyPlace] == nil {
                parties.updateValue(party(value.value["party"]), forKey: partyPlace)
            }
            let party = parties[partyPlace] ?? nil
            let isControlNeeded = statement.needsControl(at: point.coordinateTable)
            let steps = Lazy { point.steps(over: scenario) }
            let setup = Lazy { expander.value.soundSetup(of: steps.value) }
            let unfolded = UnfoldedCase(
                setup: setup,
                control: Lazy {
                    var expander = expander.value
                    return expander.control(
                        for: steps.value,
                        setup.value,
                        isNeeded: isControlNeeded
                    )
                },
                definition: Lazy { Self.definition(steps.value, party) }
            )
            return self.scenario(point, statement, party, unfolded)
        }
    }

    private func scenario(
        _ point: Point,
        _ statement: CaseStatement,
        _ party: PartyReference?,
        _ unfolded: UnfoldedCase
    ) -> Scenario {
        Scenario(
            document.id + point.suffix,
            in: document.id,
            at: document.source.path,
            stating: statement,
            by: party,
            at: point.coordinateTable,
            unfolded
        )
    }

    private func soundSetup(of steps: [Value]) -> Setup {
        var expander = self
        // The setup is never empty here, because only a fault leaves a case without a setup.
        var setup = expander.setup(of: steps) ?? .empty
        setup.pki = entities.shared(setup.pki)
        return setup
    }

    /// Returns the setup of the last step, with the setups of the earlier steps; nil, after
    /// diagnostics, if a step has a fault.
    private mutating func setup(of steps: [Value]) -> Setup? {
        let setups = steps.map { value in
            var builder = SetupBuilder(value)
            let setup = isSound ? builder.uncheckedSetup() : builder.setup()
            diagnostics.formUnion(builder.diagnostics)
            return setup
        }
        checkMisdirected(steps, setups)
        guard var setup = setups.last ?? nil else { return nil }
        setup.earlier = setups.dropLast().compactMap(\.self)
        return setup.earlier.count == steps.count - 1 ? setup : nil
    }

    /// Checks that a step which answers requests on an earlier connection follows a step that keeps
    /// its connection open.
    private mutating func checkMisdirected(_ steps: [Value], _ setups: [Setup?]) {
        guard !isSound, steps.count > 1 else { return }
        for (index, step) in steps.enumerated() where setups[index]?.isMisdirected == true {
            let isKept = setups[..<index].contains { $0?.keepsConnections == true }
            guard !isKept, let place = step[["server", "misdirected"]] else { continue }
            diagnostics.insert(
                Diagnostic(.neverMisdirected, at: place.place, text: place.text)
            )
        }
    }

    private static func definition(_ steps: [Value], _ party: PartyReference?) -> String {
        let text = steps.map(\.flowText).joined() + (party?.documentDigest.hex ?? "")
        return fingerprint(Array(text.utf8)).hex
    }

    private mutating func read<Content>(_ form: Form<Content>, _ value: Value) -> Content? {
        var found = Diagnostics()
        let content = form.read(value, reporting: &found)
        diagnostics.formUnion(found.all)
        return content
    }

    private mutating func report(_ fault: Fault, _ entry: Value.Entry?) {
        let place = entry?.place ?? document.value.place
        diagnostics.insert(Diagnostic(fault, at: place, text: entry?.key))
    }
}

// MARK: Notes, verdicts and parties

extension DocumentExpander {
    /// Reads what a case states besides its setup and its party.
    ///
    /// Returns nil, with a diagnostic, if `expect` is missing.
    private mutating func statement(of value: Value, at point: Point) -> CaseStatement? {
        let notes = notes(value)
        let rules = rules(value, at: point)
        let secure = secure(value, at: point)
        var differences = DifferenceReader(clients)
        let known = differences.differences(value["known"])
        diagnostics.formUnion(differences.diagnostics)
        guard let rules else { return nil }
        let line = value["expect"]?.line ?? document.value.line
        return CaseStatement(line: line, notes: notes, rules: rules, secure: secure, known: known)
    }

    private mutating func notes(_ value: Value) -> ScenarioNotes {
        var notes = ScenarioNotes()
        var found = Diagnostics()
        Forms.caseNotes.read(value, "the scenario", &notes, &found)
        diagnostics.formUnion(found.all)
        return notes
    }

    private mutating func rules(_ value: Value, at point: Point) -> [ExpectationRule]? {
        guard let stated = value.entry("expect") else {
            report(
                .missingExpectation(point.suffix),
                point.overlay ?? document.value.entry("scenario")
            )
            return nil
        }
        var reader = ExpectationReader(
            coordinates: point.coordinates.map(\.name) + ["party"],
            entities: names(value),
            clients: clients
        )
        let rules = reader.rules(stated.value)
        diagnostics.formUnion(reader.diagnostics)
        if reader.diagnostics.isEmpty, !isSound { uses.record(stated.value, rules, at: point) }
        return rules
    }

    /// Returns the decisions of a correct client; nil without the key `secure`, when `expect`
    /// states them.
    private mutating func secure(_ value: Value, at point: Point) -> [ExpectationRule]? {
        guard let stated = value["secure"] else { return nil }
        var reader = ExpectationReader(
            coordinates: point.coordinates.map(\.name),
            entities: names(value)
        )
        let rules = reader.rules(stated)
        diagnostics.formUnion(reader.diagnostics)
        return rules
    }

    /// Returns the names that a path may contain: entities, and the certificate that a proxy
    /// forges.
    ///
    /// Returns nil if the names need no check.
    private func names(_ value: Value) -> [String]? {
        guard !isSound else { return nil }
        let declared = value["pki"]?.entries.map(\.key) ?? []
        let isMinted = value[["network", "proxy", "mints-under"]] != nil
        return declared + (isMinted ? [Setup.minted] : [])
    }

    private mutating func party(_ value: Value?) -> PartyReference? {
        guard let value, let party = read(Forms.party, value) else { return nil }
        do throws(Fault) {
            try party.requireClient(among: clients)
        } catch {
            diagnostics.insert(Diagnostic(error, at: value.place, text: value.text))
            return nil
        }
        do throws(DocumentFiles.Failure) {
            return try files.complete(party)
        } catch {
            let place = value[party.name]?[error.setting] ?? value
            diagnostics.insert(Diagnostic(error.fault, at: place.place, text: place.text))
            return nil
        }
    }

    /// Checks that the setup and its control have the entities that a party's settings pin.
    private mutating func checkPins(
        of party: PartyReference?,
        in setup: Setup,
        _ control: Setup?,
        _ value: Value
    ) {
        guard let party, let stated = value["party"] else { return }
        for pin in party.entityPins {
            let setting = stated[party.name]?.entries
                .first { $0.value.text?.contains(pin.written) == true }
            let place = setting?.value ?? stated
            let fault: Fault
            if setup.pki.entities[pin.entity] == nil {
                fault = .unknownEntity(pin.entity, known: setup.pki.entities.keys.sorted())
            } else if let control, control.pki.entities[pin.entity] == nil {
                fault = .notInControl(pin.entity)
            } else {
                continue
            }
            diagnostics.insert(Diagnostic(fault, at: place.place, text: place.text))
        }
    }

    /// Checks that pins are configured if a pin mismatch is expected, and that a CRL or response
    /// reaches the client if the expected reason is a revocation.
    private mutating func checkMeans(
        of party: PartyReference?,
        _ rules: [ExpectationRule],
        _ setup: Setup,
        _ value: Value
    ) {
        func isExpected(_ code: Rejection.Code) -> Bool {
            rules.contains { $0.expectation.verdict == .reject([code]) }
        }
        if isExpected(.pinMismatch), setup.pins == nil, party?.mayBringPins != true {
            report(.noPins, value.entry("expect"))
        }
        if isExpected(.revoked), setup.crls.isEmpty, setup.staples.allSatisfy({ $0 == nil }) {
            report(.noStatus, value.entry("expect"))
        }
    }
}

// MARK: The control

extension DocumentExpander {
    /// Returns the setup that the same party must accept before a rejection or an alternative
    /// outcome counts.
    ///
    /// A scenario with a `control` uses its own setup and steps with that overlay. Another scenario
    /// with steps repeats the step before the last. Any other scenario uses the setup of its base,
    /// with the scenario's pins whose entities exist there. Nil if a correct client can only accept
    /// (`isNeeded` is false).
    private mutating func control(
        for steps: [Value],
        _ setup: Setup,
        isNeeded: Bool
    ) -> Setup? {
        // A control that is stated for all cases may also apply to cases that need no control.
        guard isNeeded, let value = steps.last else { return nil }
        let stated = value.entry("control")
        guard
            var control = stated.map({ controlSetup(steps, under: $0.value) })
                ?? stepBefore(setup) ?? lowerControl(setup)
        else { return nil }
        // The control uses the same engine. Otherwise a client that does not work with Hatpin's
        // engine would be called safe.
        if !setup.engineNeeds.isEmpty { control.engine = .hatpin }
        if control.startTLS == nil { control.startTLS = setup.startTLS }
        if !setup.dataChannel.isEmpty, control.dataChannel.isEmpty {
            control.dataChannel = control.serve
        }
        if !isSound, control == setup {
            let fault = Fault.pointlessControl(fixesParty: value["party"] != nil)
            report(fault, stated ?? value.entry("expect"))
        }
        return control
    }

    private mutating func controlSetup(_ steps: [Value], under overlay: Value) -> Setup? {
        let overlay = overlay.withEntitiesGathered()
        return setup(of: steps.map { $0.layered(under: overlay) })
    }

    /// Returns the setup of the step before the last, repeated after all earlier steps; nil for a
    /// setup without steps.
    private func stepBefore(_ setup: Setup) -> Setup? {
        guard var step = setup.earlier.last else { return nil }
        step.earlier = setup.earlier
        return step
    }

    private func lowerControl(_ setup: Setup) -> Setup? {
        guard var control = lowerSetup.value else { return nil }
        if control.pins == nil {
            let pins = setup.pins?.filter { pin in
                pin.entity.map { control.pki.entities[$0] != nil } ?? false
            }
            control.pins = pins.flatMap { $0.isEmpty ? nil : $0 }
        }
        return control
    }
}

/// The entities of cases.
///
/// Equal entities share their storage, because entities take most of a case's memory.
private final class SharedEntities: Sendable {
    private let known = Mutex<Set<PKI>>([])

    /// Returns equal entities with shared storage.
    func shared(_ entities: PKI) -> PKI {
        known.withLock { $0.insert(entities).memberAfterInsert }
    }
}

extension Expectation {
    var isReject: Bool {
        if case .reject = verdict { true } else { false }
    }

    /// Whether the expectation also matches a client that cannot reach any server.
    var needsControl: Bool { isReject || !alternatives.isEmpty }
}
