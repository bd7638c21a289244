import Basics
import ScenarioFormat

/// The places in a file that searches for commands and variables find.
struct CommandSearch {
    let file: ReviewedFile
    let grammar: CommandGrammar
    /// The matches of shared rules in the file.
    let matches: [SyntaxMatch]
    private let commands: [ShellCommand]
    private let valued: [String: Set<String>]

    init(_ matches: [SyntaxMatch], in file: ReviewedFile, _ grammar: CommandGrammar) {
        (self.file, self.grammar, self.matches) = (file, grammar, matches)
        commands = ShellCommand.all(matches, in: file)
        valued = Dictionary(
            grammar.valued.map { ($0.program, Set($0.options)) },
            uniquingKeysWith: { $0.union($1) }
        )
    }

    /// Whether the file has neither commands nor settings of variables.
    var isEmpty: Bool {
        commands.isEmpty && !matches.contains { $0.target == .shared(.variable) }
    }

    /// Returns the findings of a search for commands or variables.
    func findings(of search: SourceRule.Search, _ target: SearchTarget) -> [CheckedFinding] {
        if !search.variable.names.isEmpty { return settings(search.variable, target) }
        return search.command.programs.isEmpty
            ? [] : commands.compactMap { finding(search.command, target, in: $0) }
    }

    // MARK: Commands

    private func finding(
        _ pattern: CommandPattern,
        _ target: SearchTarget,
        in command: ShellCommand
    ) -> CheckedFinding? {
        guard let (name, words) = command.arguments(of: pattern.programs, grammar) else {
            return nil
        }
        let named = pattern.value == nil ? [] : Set(pattern.options)
        let read = CommandOptions(words, valued: valued[name] ?? [], named: named)
        var captures = command.match.captures.filter { $0.key.hasPrefix("HATPIN") }
        captures["COMMAND"] = command.range
        var place = command.range
        if !pattern.operands.isEmpty {
            guard let run = run(of: pattern.operands, in: read.operands, &captures),
                let first = run.first, let last = run.last
            else { return nil }
            captures["OPERAND"] = last.range
            // The words of a variable's value can be elsewhere in the file.
            place =
                first.range.lowerBound <= last.range.lowerBound
                ? first.range.lowerBound..<last.range.upperBound : last.range
        }
        if !pattern.options.isEmpty {
            let option = read.options.first { pattern.accepts($0, &captures) }
            guard let option else { return nil }
            captures["OPTION"] = withBlank(option.range)
            captures["VALUE"] = captures["VALUE"] ?? option.valueRange
            place = option.word.range
        }
        guard pattern.with.isEmpty || pattern.with.contains(where: read.has),
            !pattern.without.contains(where: read.has)
        else { return nil }
        var finding = CheckedFinding(
            SyntaxMatch(target: target, range: place, captures: captures)
        )
        if !command.range.contains(place.lowerBound) {
            finding.related = [Self.related(command, "this command uses the variable", in: file)]
        }
        if read.namesOnlyLocalHosts {
            finding.severity = .note
            finding.notes = ["the host is on this machine or a private network"]
        }
        return finding
    }

    /// Returns operands that follow each other and match the expressions.
    private func run(
        of expressions: [Expression],
        in operands: [ShellWord],
        _ captures: inout [String: Range<Int>]
    ) -> [ShellWord]? {
        guard operands.count >= expressions.count else { return nil }
        for start in 0...operands.count - expressions.count {
            let run = operands[start..<start + expressions.count]
            let groups = zip(run, expressions).map { $1.groups(in: $0.text) }
            guard !groups.contains(where: { $0 == nil }) else { continue }
            for (word, groups) in zip(run, groups) {
                for (name, part) in groups ?? [:] { captures[name] = word.bytes(of: part) }
            }
            return Array(run)
        }
        return nil
    }

    /// Returns the range to delete for a word: its line if no other word is there; otherwise the
    /// word with one blank, so that one blank is left between the other words.
    private func withBlank(_ range: Range<Int>) -> Range<Int> {
        if range.count == 1 { return range }
        let line = file.lineRange(file.lineNumber(at: range.lowerBound))
        let before = file.bytes[line.lowerBound..<range.lowerBound].drop(while: Self.isBlank)
        let after = file.bytes[min(range.upperBound, line.upperBound)..<line.upperBound]
            .drop(while: Self.isBlank)
        // The word is alone on a line that continues, or is an item of a list in YAML.
        if before.isEmpty && Self.isOnly(.backslash, in: after)
            || Self.isOnly(UInt8(ascii: "-"), in: before) && after.isEmpty
        {
            return line.lowerBound..<min(line.upperBound + 1, file.bytes.count)
        }
        if before.isEmpty, after.isEmpty, line.lowerBound > 0 {
            // The word is alone on the last line of a command, so the previous line must no longer
            // continue.
            let last = file.lineRange(file.lineNumber(at: line.lowerBound - 1))
            let text = file.bytes[last].reversed().drop { $0 == .blank || $0 == .carriageReturn }
            if text.first == .backslash {
                let words = text.dropFirst().drop { $0 == .blank || $0 == .tab }.count
                return last.lowerBound + words..<range.upperBound
            }
        }
        if range.lowerBound > 0, file.bytes[range.lowerBound - 1] == .blank {
            return range.lowerBound - 1..<range.upperBound
        }
        if range.upperBound < file.bytes.count, file.bytes[range.upperBound] == .blank {
            return range.lowerBound..<range.upperBound + 1
        }
        return range
    }

    /// The most commands to show with the setting of a variable.
    private static let shown = 3
    /// The most commands before and after a setting to look at; scripts have fewer.
    private static let nearby = 200

    /// Returns the first line of a command, to show with a finding elsewhere.
    private static func related(
        _ command: ShellCommand,
        _ label: String,
        in file: ReviewedFile
    ) -> Finding.Related {
        let line = file.bytes[command.range].prefix { $0 != .newline && $0 != .carriageReturn }
        return Finding.Related(place: file.span(line.startIndex..<line.endIndex), label: label)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        [.blank, .tab, .carriageReturn].contains(byte)
    }

    /// Returns whether the bytes are one given byte and only blanks after it.
    private static func isOnly(_ byte: UInt8, in bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first == byte && bytes.dropFirst().allSatisfy(isBlank)
    }

    // MARK: Variables

    private func settings(_ pattern: VariablePattern, _ target: SearchTarget) -> [CheckedFinding] {
        matches.compactMap { match in
            guard match.target == .shared(.variable),
                let (name, value) = setting(match), pattern.names.contains(name),
                pattern.value.map({ $0.matches(value) }) ?? true
            else { return nil }
            var captures = match.captures
            captures["SETTING"] = captures["SETTING"].map(withBlank)
            var finding = CheckedFinding(
                SyntaxMatch(target: target, range: match.range, captures: captures)
            )
            finding.related = commands(of: pattern.programs(reading: name), after: match.range).map
            {
                Self.related($0, "this command reads the variable", in: file)
            }
            return finding
        }
    }

    /// Returns the next commands of some programs after a setting; none if the setting is part of a
    /// command, which shows the program itself.
    private func commands(of programs: [String], after setting: Range<Int>) -> [ShellCommand] {
        guard !programs.isEmpty else { return [] }
        var (low, high) = (0, commands.count)
        while low < high {
            let middle = (low + high) / 2
            if commands[middle].range.lowerBound <= setting.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let before = commands[..<low].suffix(Self.nearby)
        if before.contains(where: { $0.range.contains(setting.lowerBound) }) { return [] }
        let found = commands[low...].prefix(Self.nearby).lazy.filter { command in
            command.arguments(of: programs, grammar) != nil
        }
        return Array(found.prefix(Self.shown))
    }

    /// Returns the name and the value that a match of the shared rule `variable` sets.
    private func setting(_ match: SyntaxMatch) -> (name: String, value: String)? {
        func text(_ capture: String) -> String? {
            match.captures[capture].map { ShellWord($0, in: file).text }
        }
        if let name = text("VARIABLE") {
            // PowerShell writes `$env:NAME`.
            let isPrefixed = name.lowercased().hasPrefix("$env:")
            return (isPrefixed ? String(name.dropFirst("$env:".count)) : name, text("VALUE") ?? "")
        }
        guard let words = text("ASSIGNMENT"), let sign = words.firstIndex(of: "=") else {
            return nil
        }
        let isJoined = words.hasPrefix("-e")
        let name = isJoined ? words[..<sign].dropFirst(2) : words[..<sign].drop { $0 == "-" }
        let value = String(words[words.index(after: sign)...])
        // The option can also be written `--env=NAME=value`.
        for prefix in ["env", "build-arg"] where name == prefix {
            guard let next = value.firstIndex(of: "=") else { return nil }
            return (String(value[..<next]), String(value[value.index(after: next)...]))
        }
        return (String(name), value)
    }
}

extension CommandOptions {
    /// Returns whether the command has an option, `--name` or `--name=value`.
    fileprivate func has(_ text: String) -> Bool {
        options.contains { option in
            option.name == text || option.value.map { "\(option.name)=\($0)" == text } ?? false
        }
    }

    /// Whether the operands name hosts, and all of them are of this machine or a private network.
    ///
    /// The value of an option other than `--url` may be the host of a proxy.
    fileprivate var namesOnlyLocalHosts: Bool {
        let named = operands.map(\.text) + options.filter { $0.name == "--url" }.compactMap(\.value)
        let hosts = named.filter { text in
            text.contains("://") || HostText.isLocal(HostText.host(of: text))
        }
        return !hosts.isEmpty && hosts.allSatisfy { HostText.isLocal(HostText.host(of: $0)) }
    }
}

extension CommandPattern {
    /// Returns whether an option is one that the pattern looks for, and adds the named groups of
    /// its value to the captures.
    fileprivate func accepts(
        _ option: CommandOptions.Option,
        _ captures: inout [String: Range<Int>]
    ) -> Bool {
        guard options.contains(option.name) else { return false }
        guard let value else { return true }
        guard let text = option.value, let groups = value.groups(in: text) else { return false }
        for (name, part) in groups {
            let start = text.utf8.distance(from: text.startIndex, to: part.lowerBound)
            let end = text.utf8.distance(from: text.startIndex, to: part.upperBound)
            captures[name] = option.valueRange.map { $0.lowerBound + start..<$0.lowerBound + end }
        }
        return true
    }
}
