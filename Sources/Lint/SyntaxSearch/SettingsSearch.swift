import Basics
import ScenarioFormat

/// The searches for settings of some rules.
struct SettingsSearch: Sendable {
    /// A search, and the names of the files that it reads.
    private struct Search: Sendable {
        let target: SearchTarget
        let files: IgnorePatterns
        let pattern: SettingPattern
    }

    private let searches: [Search]
    /// The names, and the endings of names, of the files that searches read.
    ///
    /// Most files of a project have none of these names, and comparing them with all patterns takes
    /// longer.
    private let names, endings: Set<String>
    /// The patterns that are neither a plain name nor an ending.
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

    /// How a file is read.
    private struct FileForm: Hashable {
        let form: SettingPattern.Form
        let begins: String?
    }

    /// Returns the settings in a file that the searches look for.
    func matches(in bytes: [UInt8], named path: String) -> [SyntaxMatch] {
        var files: [FileForm: SettingsFile] = [:]
        return searches.filter { $0.files.excludes(path, isFolder: false) == true }
            .flatMap { search in
                let pattern = search.pattern
                let reading = FileForm(form: pattern.form, begins: pattern.begins?.text)
                let file = files[reading] ?? SettingsFile(bytes, pattern.form, pattern.begins)
                files[reading] = file
                let found = file.settings(pattern)
                let includes = found.isEmpty ? [] : file.includes(instead: pattern.unless)
                return found.map { setting in
                    SyntaxMatch(
                        target: search.target,
                        range: setting.range,
                        captures: file.captures(of: setting, includes)
                    )
                }
            }.sorted()
    }
}

extension SettingsFile {
    /// The longest key, value or section that is compared with a regular expression, in bytes;
    /// longer texts are data.
    private static let longest = 4_096

    /// The texts that the groups of an expression captured, in lower-case letters, by name.
    private typealias Groups = [String: String]

    /// The most different texts of groups that count in a search; hand-written files have a few.
    private static let mostGroups = 64

    /// Returns the settings that match a pattern.
    fileprivate func settings(_ pattern: SettingPattern) -> [Setting] {
        guard let key = pattern.key else { return [] }
        let found = matching(key, pattern.value, in: pattern.section)
        if found.isEmpty { return [] }
        let (also, unless) = (pattern.also.map(places), pattern.unless.map(places))
        return found.filter { setting, groups in
            // Each setting of `also` may capture several texts, of which `unless` must have all.
            let captured = also.reduce([groups]) { captured, other in
                Array(
                    captured.flatMap { groups in
                        other.filter { $0.counts(for: setting, groups, in: self) }
                            .map { groups.merging($0.groups) { first, _ in first } }
                    }.prefix(Self.mostGroups)
                )
            }
            return captured.contains { groups in
                !unless.joined().contains { $0.counts(for: setting, groups, in: self) }
            }
        }.map(\.setting)
    }

    /// Returns the settings whose key, value and section match; nil matches everything.
    ///
    /// - Returns: the settings, each with the texts that the groups of `value` captured.
    private func matching(
        _ key: Expression?,
        _ value: Expression?,
        in section: Expression?
    ) -> [(setting: Setting, groups: Groups)] {
        /// A section, and what comes before the last `::` of a key, which is a part of the section.
        struct Place: Hashable {
            let section: Int
            let prefix: String
        }
        // A section may have many settings.
        var results: [Place: Bool] = [:]
        func isInSection(_ setting: Setting, _ prefix: String) -> Bool {
            guard let section else { return true }
            let place = Place(section: setting.section, prefix: prefix)
            if let result = results[place] { return result }
            let name = [sectionName(of: setting), prefix].filter { !$0.isEmpty }
            let result = section.matches(name.joined(separator: "::"))
            results[place] = result
            return result
        }
        return settings.compactMap { setting in
            let (prefix, name) = split(setting)
            guard key.matches(name) else { return nil }
            let text = text(short(setting.value))
            guard let groups = value.map({ $0.groups(in: text) }) ?? [:],
                isInSection(setting, prefix)
            else { return nil }
            return (setting, groups.mapValues { text[$0].lowercased() })
        }
    }

    /// The places of another setting, and where it counts.
    fileprivate struct Places {
        let scope: SettingPattern.Scope?
        /// The sections that have it.
        let own: Set<Int>
        /// The sections around these.
        let outer: Set<Int>

        init(_ own: Set<Int>, _ scope: SettingPattern.Scope?, in file: SettingsFile) {
            self.own = own
            self.scope = scope
            outer = Set(own.flatMap { file.sections(around: $0).dropFirst() })
        }

        func counts(for setting: Setting, in file: SettingsFile) -> Bool {
            let section = setting.section
            return switch scope {
            case .here: own.contains(section)
            case .around: file.sections(around: section).dropFirst().contains(where: own.contains)
            case .inside: outer.contains(section)
            case .file: !own.isEmpty
            case nil:
                outer.contains(section)
                    || file.sections(around: section).contains(where: own.contains)
            }
        }
    }

    /// The places of another setting whose expression captured the same texts.
    private struct CapturedPlaces {
        let groups: Groups
        let places: Places

        /// Returns whether the other setting counts for a setting, and captured no other text than
        /// the groups of the same names.
        func counts(for setting: Setting, _ groups: Groups, in file: SettingsFile) -> Bool {
            self.groups.allSatisfy { name, text in groups[name] ?? text == text }
                && places.counts(for: setting, in: file)
        }
    }

    private func places(of other: SettingPattern.Other) -> [CapturedPlaces] {
        let found = matching(other.key, other.value, in: other.section)
        var indices: [Groups: Int] = [:]
        var captured: [(groups: Groups, sections: Set<Int>)] = []
        for (setting, groups) in found {
            if let index = indices[groups] {
                captured[index].sections.insert(setting.section)
            } else if captured.count < Self.mostGroups {
                indices[groups] = captured.count
                captured.append((groups, [setting.section]))
            }
        }
        return captured.map { groups, sections in
            CapturedPlaces(groups: groups, places: Places(sections, other.scope, in: self))
        }
    }

    /// Returns the ranges of a found setting by their names in rules.
    ///
    /// `HATPIN_INCLUDE` is the first setting that includes a file that may make the found setting
    /// right.
    fileprivate func captures(of setting: Setting, _ includes: [Include]) -> [String: Range<Int>] {
        var captures = ["KEY": setting.key]
        captures["VALUE"] = setting.value
        let section = sections[setting.section].name
        if !section.isEmpty { captures["SECTION"] = section }
        captures["HATPIN_INCLUDE"] =
            includes.first { include in
                include.places.contains { $0.counts(for: setting, in: self) }
            }?.range
        return captures
    }

    /// The most settings that include files and count; hand-written files have a few.
    private static let mostIncludes = 64
    private static let includeKeys = Expression(
        "(?i)!?include(?:_?optional|_dir|_if_exists|dir)?|import"
    )
    /// Files of Debian's packages and of certbot that say nothing about client certificates.
    private static let harmless = Expression(
        "(?s).*(?:mime\\.types|_params|modules-enabled/.*|mods-enabled/.*|options-ssl-\\w+\\.conf)\"?"
    )

    /// A setting that includes another file.
    fileprivate struct Include {
        let range: Range<Int>
        /// Where the file's settings count.
        let places: [Places]
    }

    /// Returns the settings that include another file, which may make a found setting right.
    fileprivate func includes(instead others: [SettingPattern.Other]) -> [Include] {
        let scopes = Set(others.map(\.scope))
        if scopes.isEmpty { return [] }
        let found = settings.lazy.filter { setting in
            Self.includeKeys.matches(text(short(setting.key)))
                && !Self.harmless.matches(text(short(setting.value)))
        }
        return Array(found.prefix(Self.mostIncludes)).map { include in
            Include(
                range: include.range,
                places: scopes.map { Places([include.section], $0, in: self) }
            )
        }
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
    /// Returns whether an expression matches a whole text; a missing expression matches every text.
    fileprivate func matches(_ text: String) -> Bool { self?.matches(text) ?? true }
}
