import Basics
import ScenarioFormat

// SyntaxReview makes findings of the matches of SyntaxSearch: their texts, edits and severity. A
// mistake in debug builds, for a local host, or that a user's option asks for is only a note.

/// A source file under review by the rules.
struct SyntaxReview {
    let file: ReviewedFile
    let language: SourceLanguage
    let rules: SourceRules
    let context: ReviewContext

    /// A match of a rule's search, with what a check says about it.
    private struct Found {
        let rule: SourceRule
        let search: SourceRule.Search
        var finding: CheckedFinding
    }

    /// Returns the findings of matches, and the places that a check cannot decide, by the folder of
    /// the rule.
    func readings(_ matches: [SyntaxMatch]) -> [String: Reading] {
        var found: [Found] = []
        var checked: [String: (rule: SourceRule, check: CheckName, matches: [SyntaxMatch])] = [:]
        for finding in matches.map(CheckedFinding.init) + commands(matches) {
            guard let (rule, search) = rule(of: finding.match) else { continue }
            if let check = search.check {
                checked["\(rule.id) \(check)", default: (rule, check, [])].matches
                    .append(finding.match)
            } else {
                found.append(Found(rule: rule, search: search, finding: finding))
            }
        }
        var readings: [String: Reading] = [:]
        let constants = SourceConstants(matches, in: file, defines: context.defines)
        for (_, group) in checked.sorted(by: { $0.key < $1.key }) {
            let result = group.check.decide(
                CheckedMatches(
                    file: file,
                    rule: group.rule,
                    context: context,
                    matches: group.matches,
                    constants: constants
                )
            )
            readings[group.rule.folder, default: Reading()].unread += result.unread
            found += result.findings.compactMap { finding in
                rule(of: finding.match).map { Found(rule: $0, search: $1, finding: finding) }
            }
        }
        for found in found {
            readings[found.rule.folder, default: Reading()].findings.append(finding(found))
        }
        return readings
    }

    /// Returns what the searches for commands and variables find.
    private func commands(_ matches: [SyntaxMatch]) -> [CheckedFinding] {
        let search = CommandSearch(matches, in: file, rules.commands)
        if search.isEmpty { return [] }
        // A list of words is read alone, and with the list that continues it.
        var seen: Set<String> = []
        return rules.rules.enumerated().flatMap { index, rule in
            rule.searches.enumerated().flatMap { place, part in
                search.findings(of: part, .search(rule: index, search: place)).filter {
                    seen.insert("\($0.match.target) \($0.match.range)").inserted
                }
            }
        }
    }

    private func rule(of match: SyntaxMatch) -> (SourceRule, SourceRule.Search)? {
        guard case .search(let rule, let search) = match.target,
            rules.rules.indices.contains(rule),
            rules.rules[rule].searches.indices.contains(search)
        else { return nil }
        return (rules.rules[rule], rules.rules[rule].searches[search])
    }

    private func finding(_ found: Found) -> Finding {
        let (rule, search, checked) = (found.rule, found.search, found.finding)
        let match = checked.match
        let place = checked.place ?? search.place.flatMap { match.captures[$0] } ?? match.range
        let isOutage = checked.isOutage || rule.isOutage
        var severity = checked.severity ?? search.severity ?? (isOutage ? .high : rule.severity)
        var notes = [search.note].compactMap(\.self) + checked.notes
        var edits = checked.edits ?? search.changes.compactMap { edit($0, match) }
        if severity != .note, isDebug(match) {
            severity = .note
            notes.append("this code runs in debug builds only")
        }
        if severity != .note, let include = match.captures["HATPIN_INCLUDE"] {
            severity = .note
            let line = file.lineNumber(at: include.lowerBound)
            notes.append(
                "line \(line) includes a file that is not read, and may have what is missing"
            )
            edits = []
        }
        // The condition itself runs in any case.
        let branch = match.captures["HATPIN_THEN"]
        if severity != .note, let range = match.captures["HATPIN_IF"],
            !range.contains(place.lowerBound) || branch?.contains(place.lowerBound) ?? false
        {
            let condition = file.text(range)
            let line = file.lineNumber(at: range.lowerBound)
            if SourceCondition.isAskedFor(condition), !isAlwaysTrue(condition) {
                severity = .note
                notes.append("an option turns this on (line \(line))")
            } else if !edits.isEmpty {
                notes.append("no edit proposed: the code depends on the condition in line \(line)")
            }
            edits = []
        }
        // A mistake that breaks connections also breaks connections to this machine.
        if severity != .note, !isOutage, namesOnlyLocalHosts(match, search) {
            severity = .note
            notes.append("the host is on this machine or a private network")
        }
        func text(_ part: KeyPath<SourceRule.Texts, String?>) -> String {
            expanded(search.texts[keyPath: part] ?? rule.texts[keyPath: part] ?? "", match)
        }
        let impact = text(\.impact)
        return Finding(
            isOutage ? rule.rule.outage : rule.rule,
            severity,
            at: file.span(place),
            checked.problem ?? text(\.problem),
            label: checked.label ?? text(\.label),
            impact: checked.impact ?? Self.impacts[impact] ?? impact,
            fix: file.fix(checked.fix ?? text(\.fix), edits),
            related: checked.related
                + search.related.compactMap { capture, label in
                    match.captures[capture].map { .init(place: file.span($0), label: label) }
                },
            notes: notes
        )
    }

    /// Consequences that several rules share, by their names in rule files.
    private static let impacts = [
        "any-certificate":
            "an attacker on the network path can use any certificate to read and change the traffic",
        "any-name":
            "an attacker can impersonate every host with a valid certificate for a domain of their own",
        "cleartext": "an attacker on the network path can read and change the traffic",
    ]

    /// Returns a text with the texts of captures in place of `$NAME`.
    private func expanded(_ text: String, _ match: SyntaxMatch) -> String {
        guard text.contains("$") else { return text }
        return text.replacing(/\$([A-Z][A-Z0-9_]*)/) { found in
            match.captures[String(found.output.1)].map(file.text) ?? String(found.output.0)
        }
    }

    // MARK: Edits

    private func edit(_ change: SourceRule.Change, _ match: SyntaxMatch) -> Edit? {
        let named = change.capture.map { match.captures[$0] } ?? match.range
        guard let range = named else { return nil }
        if let text = change.text { return Edit(range, expanded(text, match)) }
        return Edit(file.deletable(range), "")
    }

    // MARK: Circumstances

    /// Returns whether only debug builds run the code of a match.
    func isDebug(_ match: SyntaxMatch) -> Bool {
        if file.isInDebugRegion(match.range.lowerBound, language) { return true }
        guard let condition = match.captures["HATPIN_IF"],
            let branch = SourceCondition.debugBranch(file.text(condition))
        else { return false }
        let isFirst = match.captures["HATPIN_THEN"]?.contains(match.range.lowerBound) ?? true
        return isFirst == (branch == .first)
    }

    /// Returns whether a constant of the file makes a condition true, so that it always holds.
    private func isAlwaysTrue(_ condition: String) -> Bool {
        let name = condition.trimmingBlanks.filter { !"()".contains($0) }
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), !name.isEmpty,
            let pattern = try? Regex("\\b\(name)\\b[^=\\n]{0,40}=\\s*(true|True|YES)\\b")
        else { return false }
        return file.text(0..<file.bytes.count).contains(pattern)
    }

    /// Returns whether the statement, or the function around it, names only hosts of this machine
    /// or a private network.
    ///
    /// The search says whether hosts in the function and hosts without a scheme count.
    private func namesOnlyLocalHosts(_ match: SyntaxMatch, _ search: SourceRule.Search) -> Bool {
        let isSparing = search.spares.contains(.localHosts)
        let statement = match.captures["HATPIN_STATEMENT"] ?? match.range
        if let isLocal = namesOnlyLocalHosts(in: statement, withoutScheme: isSparing) {
            return isLocal
        }
        guard search.spares.contains(.localHostsOfFunction),
            let function = match.captures["HATPIN_FUNCTION"]
        else { return false }
        // A text such as `mail.example.com` may be another host.
        return !file.text(function).contains(
            /["'`][A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}["'`:]/
        )
            && namesOnlyLocalHosts(in: function, withoutScheme: true) ?? false
    }

    /// Returns whether some code names only hosts of this machine or a private network; nil if it
    /// names no host.
    private func namesOnlyLocalHosts(in code: Range<Int>, withoutScheme: Bool) -> Bool? {
        let code = file.text(code)
        let quoted =
            language == .settings
            ? code.split { " \t\r\n;\"'".contains($0) }.map(String.init)
            : code.matches(of: /["'`]([^"'`\n]{1,300})["'`]/).map { String($0.output.1) }
        let addresses = quoted.filter { $0.contains("://") }
        if !addresses.isEmpty {
            return addresses.allSatisfy { HostText.isLocal(HostText.host(of: $0)) }
        }
        let isLocal = quoted.contains {
            $0.hasPrefix("unix:") || HostText.isLocal(HostText.host(of: $0))
        }
        return withoutScheme && isLocal ? true : nil
    }
}
