import Basics
import ScenarioFormat

/// The searches for settings of some rules.
struct SettingsSearch: Sendable {
    /// A search, and the names of its files.
    private struct Search: Sendable {
        let target: SearchTarget
        let files: IgnorePatterns
        let pattern: SettingPattern
    }

    private let searches: [Search]
    /// The plain names, and the endings of names, of files that searches read: most files of a
    /// project are none of these, and the comparison with all patterns takes longer.
    private let names, endings: Set<String>
    /// The other patterns.
    private let others: IgnorePatterns

    init(_ rules: SourceRules) {
        let files = Set(rules.rules.flatMap { $0.searches.flatMap(\.setting.files) })
        let isPlain = { (text: Substring) in !text.contains { "*?[]\\/!#".contains($0) } }
        let plain = files.filter { isPlain($0[...]) }
        let ending = files.filter { name in
            name.hasPrefix("*.") && isPlain(name.dropFirst()) && !name.dropFirst(2).contains(".")
        }
        (names, endings) = (plain, Set(ending.map { String($0.dropFirst(2)) }))
        others = Self.patterns(files.subtracting(plain).subtracting(ending).sorted())
        searches = rules.rules.enumerated().flatMap { index, rule in
            rule.searches.enumerated().compactMap { place, search in
                search.setting.files.isEmpty
                    ? nil
                    : Search(
                        target: .search(rule: index, search: place),
                        files: Self.patterns(search.setting.files),
                        pattern: search.setting
                    )
            }
        }
    }

    /// Returns patterns that match in every folder.
    private static func patterns(_ names: [String]) -> IgnorePatterns {
        let lines = names.map { $0.contains("/") ? "**/" + $0 : $0 }
        return IgnorePatterns(Array(lines.joined(separator: "\n").utf8), in: "")
    }

    /// Returns whether a search reads a file.
    func reads(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return names.contains(String(name))
            || name.split(separator: ".").last.map { endings.contains(String($0)) } ?? false
                && name.contains(".")
            || others.excludes(path, isFolder: false) == true
    }

    /// Returns the settings in a file that the searches look for.
    func matches(in bytes: [UInt8], named path: String) -> [SyntaxMatch] {
        var files: [SettingPattern.Form: SettingsFile] = [:]
        return searches.filter { $0.files.excludes(path, isFolder: false) == true }
            .flatMap { search in
                let form = search.pattern.form
                let file = files[form] ?? SettingsFile(bytes, form)
                files[form] = file
                return file.settings(search.pattern).map { setting in
                    var captures = ["KEY": setting.key]
                    if let value = setting.value { captures["VALUE"] = value }
                    return SyntaxMatch(
                        target: search.target,
                        range: setting.range,
                        captures: captures
                    )
                }
            }.sorted()
    }
}

extension SettingsFile {
    /// The longest key, value or section that a regular expression is tried on, in bytes; longer
    /// ones are data.
    private static let longest = 4_096

    /// Returns the settings that match a pattern.
    fileprivate func settings(_ pattern: SettingPattern) -> [Setting] {
        guard let key = pattern.key else { return [] }
        let found = settings.filter { setting in
            let (prefix, name) = split(setting)
            guard key.matches(name), pattern.value.matches(text(short(setting.value))) else {
                return false
            }
            let sections = [sectionName(of: setting), prefix].filter { !$0.isEmpty }
            return pattern.section.matches(sections.joined(separator: "::"))
        }
        let others = sections(with: found.isEmpty ? [] : pattern.unless)
        return found.filter { setting in
            !others.inside.contains(setting.section)
                && !sections(around: setting.section).contains(where: others.own.contains)
        }
    }

    /// Returns the sections with one of some settings, and the sections that have one inside.
    private func sections(
        with others: [SettingPattern.Other]
    ) -> (own: Set<Int>, inside: Set<Int>) {
        var own: Set<Int> = []
        for other in others {
            for setting in settings
            where other.key.matches(split(setting).name)
                && other.value.matches(text(short(setting.value)))
            {
                own.insert(setting.section)
            }
        }
        return (own, Set(own.flatMap(sections(around:))))
    }

    /// Returns the parts of a key before and after its last `::`, which apt takes for a section.
    private func split(_ setting: Setting) -> (prefix: String, name: String) {
        let key = text(short(setting.key))
        guard let place = key.ranges(of: "::").last else { return ("", key) }
        return (String(key[..<place.lowerBound]), String(key[place.upperBound...]))
    }

    private func short(_ range: Range<Int>?) -> Range<Int>? {
        range.map { $0.prefix(Self.longest) }
    }
}

extension Expression? {
    /// Returns whether an expression matches a whole text; no expression matches every text.
    fileprivate func matches(_ text: String) -> Bool { self?.matches(text) ?? true }
}
