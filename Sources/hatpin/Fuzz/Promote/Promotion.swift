import Basics
import Campaigns
import PathValidation
import Reports
import ScenarioFormat

/// Adds a finding to the suite: as a scenario, or as an input that every test run replays.
package struct Promotion {
    private let finding: FoundFolder
    /// The name in the suite, or nil for the finding's name.
    private let name: String?

    /// - Parameters:
    ///   - finding: the finding.
    ///   - name: `folder/name` of a scenario, or the name of an input; nil for the finding's name.
    package init(finding: FoundFolder, name: String?) {
        (self.finding, self.name) = (finding, name)
    }

    private static let scenarios = "Scenarios"
    private static let regressions = "Fuzz/Regressions"

    /// Writes the scenario, the input, or both.
    ///
    /// - Returns: the paths of the new files.
    /// - Throws: a `usage` failure if a file exists already; an `environment` failure if it cannot
    ///   be written.
    package func perform() throws -> [PromotionRecord] {
        switch finding.content {
        case .scenario(let text):
            return try add(scenario: text)
        case .input("ValidatePath", let bytes):
            // The path is checked before anything is written: if the second file exists already,
            // the first file must not be written either.
            let place = try scenarioPlace()
            let text = try scenario(of: bytes, named: place.name)
            let added = try add(bytes, of: "ValidatePath")
            return try added + add(text, at: place)
        case .input(let target, let bytes):
            return try add(bytes, of: target)
        }
    }

    // MARK: Bytes

    private func add(_ bytes: [UInt8], of target: String) throws -> [PromotionRecord] {
        guard FuzzFolders.all.contains(target) else {
            throw Failure(
                .usage,
                "there is no fuzz target '\(Shown.escaped(target))' in this checkout"
            )
        }
        let short =
            finding.name.hasPrefix(target + "-")
            ? String(finding.name.dropFirst(target.count + 1)) : finding.name
        let name = try Self.checked(self.name?.split(separator: "/").last.map(String.init) ?? short)
        let file = "\(Self.regressions)/\(target)/\(name)"
        try Self.requireFree(file)
        let list = "\(Self.regressions)/README.md"
        var text = String(decoding: try Files.read(list), as: UTF8.self)
        text += "- `\(target)/\(name)`: \(finding.summary). COMPLETE: what was wrong.\n"
        try Files.makeFolder("\(Self.regressions)/\(target)")
        try Files.write(bytes, to: file)
        try Files.write(Array(text.utf8), to: list)
        // Tests do not link the libraries of other decoders.
        let isTested = target != FuzzFolders.peers
        return [.input(file: file, target: target, isTested: isTested, list: list)]
    }

    // MARK: Scenarios

    private struct Place {
        let name: String
        let file: String
    }

    /// Returns the path of a scenario: `folder/name` as `--as` states it, or the finding's name
    /// below `findings`.
    private func scenarioPlace() throws -> Place {
        let parts = (name ?? "findings/" + finding.name.lowercased()).split(separator: "/")
        let folder = try parts.dropLast().map { try Self.checked(String($0)) }
        let name = try Self.checked(parts.last.map(String.init) ?? "")
        guard !folder.isEmpty else {
            throw Failure(.usage, "a scenario needs a folder: --as folder/\(name)")
        }
        let file = ([Self.scenarios] + folder + [name + ".yaml"]).joined(separator: "/")
        try Self.requireFree(file)
        return Place(name: name, file: file)
    }

    private func add(scenario text: String) throws -> [PromotionRecord] {
        let place = try scenarioPlace()
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let title = lines.firstIndex(where: { $0.hasPrefix("scenario:") }) else {
            throw Failure(.usage, "the finding's scenario.yaml has no line 'scenario:'")
        }
        // A scenario has the name of its file.
        lines[title] = "scenario: \(place.name)"
        return try add(lines.joined(separator: "\n"), at: place)
    }

    private func add(_ text: String, at place: Place) throws -> [PromotionRecord] {
        let folder = place.file.split(separator: "/").dropLast().joined(separator: "/")
        try Files.makeFolder(folder)
        try Files.write(Array(text.utf8), to: place.file)
        return [.scenario(file: place.file)]
    }

    /// Returns the setup that the bytes choose, as a scenario.
    private func scenario(of bytes: [UInt8], named name: String) throws -> String {
        let drawn = FuzzedCase(bytes)
        var text = ScenarioText(name, about: "\(finding.summary).", in: drawn.setup.setup)
        text.party = PartyReference(name: "reference", settings: ["profile": drawn.profile.name])
        do {
            return try text.file()
        } catch {
            throw Failure(
                .environment,
                "the setup of \(Shown.escaped(finding.name)) cannot be written: \(error)",
                help: "copy the bytes by hand to \(Self.regressions)/ValidatePath"
            )
        }
    }

    // MARK: Names

    private static func checked(_ name: String) throws -> String {
        let isWritable = { (character: Character) in
            character.isASCII && (character.isLowercase || character.isWholeNumber)
        }
        guard name.first.map(isWritable) ?? false,
            name.allSatisfy({ isWritable($0) || $0 == "-" })
        else {
            throw Failure(
                .usage,
                "'\(Shown.escaped(name))' is not a valid name",
                help: "use lower-case letters, digits and hyphens: --as NAME"
            )
        }
        return name
    }

    private static func requireFree(_ file: String) throws {
        guard !Files.exists(file) else {
            throw Failure(
                .usage,
                "\(Shown.escaped(file)) exists already",
                help: "choose another name with --as"
            )
        }
        try Files.requireHere(
            Files.nearestFolder(of: file),
            help: "replace the link by a folder"
        )
    }
}
