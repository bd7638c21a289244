import Basics

/// The content of a finding's folder, as `hatpin promote` reads it.
package struct FoundFolder {
    /// The kind of a finding.
    enum Content: Hashable {
        /// Bytes that break a target.
        case input(target: String, bytes: [UInt8])
        /// The text of a scenario on which oracles disagree.
        case scenario(String)
    }

    let content: Content
    /// The folder's own name.
    let name: String
    /// The second line of the report; the first is the command that reproduces the finding.
    let summary: String

    /// Reads the folder at this path.
    ///
    /// - Throws: a `usage` failure if the folder is not a finding, or cannot be promoted.
    package init(_ path: String) throws(Failure) {
        let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
        name = trimmed.split(separator: "/").last.map(String.init) ?? trimmed
        let report = "\(trimmed)/report.txt"
        guard Files.exists(report) else {
            throw Failure(
                .usage,
                "\(Shown.escaped(trimmed)) is not a finding: it has no report.txt",
                help: "name a folder below \(FindingsFolder.standard)/"
            )
        }
        let lines = String(decoding: try Files.read(report), as: UTF8.self).split(separator: "\n")
        summary = lines.dropFirst().first.map(String.init) ?? name
        if Files.exists("\(trimmed)/scenario.yaml") {
            let text = try Files.read("\(trimmed)/scenario.yaml")
            content = .scenario(String(decoding: text, as: UTF8.self))
            return
        }
        let words = (lines.first ?? "").split(separator: " ")
        guard !words.starts(with: ["hatpin", "fuzz"]) else {
            throw Failure(
                .usage,
                "\(Shown.escaped(trimmed)) has no scenario.yaml: its setup cannot be written as a scenario",
                help: "its report says how to reproduce it"
            )
        }
        guard words.count > 2, words[0] == "script/fuzz", words[2] == "--replay" else {
            throw Failure(
                .usage,
                "\(Shown.escaped(report)) does not begin with the command that reproduces the finding",
                help: "use a report of script/fuzz or hatpin fuzz"
            )
        }
        content = .input(target: String(words[1]), bytes: try Files.read("\(trimmed)/input"))
    }
}
