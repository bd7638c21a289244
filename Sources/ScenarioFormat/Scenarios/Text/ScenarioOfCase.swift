extension ScenarioText {
    /// Makes a scenario from a case, with the rules of `expect` that can decide the case, and with
    /// the control if the case needs a control.
    ///
    /// Steps before the last are not written.
    package init(_ scenario: Scenario) {
        self.init("it", about: scenario.about, in: scenario.setup)
        sources = scenario.sources
        covers = scenario.covers
        tags = scenario.tags
        importance = scenario.importance
        `class` = scenario.class
        gains = scenario.gains
        party = scenario.party
        expect = scenario.ownRules.map { rule in
            var own = Rule(rule.expectation)
            own.parties = (rule.when["party"] ?? []).compactMap { try? PartyReference(written: $0) }
            return own
        }
        secure = scenario.secure
        let needsControl = secure?.needsControl ?? expect.contains { $0.expectation.needsControl }
        control = needsControl ? scenario.control : nil
    }
}

extension Scenario {
    /// The rules that can decide the case, up to the first rule that decides the case for every
    /// party.
    package var ownRules: [ExpectationRule] {
        let open = expectation.filter { $0.isOpen(at: coordinates) }
        let last = open.firstIndex { $0.when["party"] == nil } ?? open.endIndex - 1
        return Array(open.prefix(last + 1))
    }
}
