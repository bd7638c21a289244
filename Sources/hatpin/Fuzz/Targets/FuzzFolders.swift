import Basics
import Reports
import ScenarioFormat

/// The paths of a target's files.
///
/// Paths that a run writes are absolute, since they identify the processes of the run.
package struct FuzzFolders: Sendable {
    let target: String
    /// The program with a sanitizer, or the only program.
    let binary: String
    /// The program without a sanitizer; all jobs except one run this program.
    ///
    /// The path is nil if all programs have a sanitizer, and equals `binary` if no program has a
    /// sanitizer.
    let fastBinary: String?
    /// Inputs that libFuzzer keeps because they reach new code.
    let corpus: String
    /// Files of the current run; after a SIGKILL, the next run continues with them.
    let work: String

    /// - Parameters:
    ///   - target: the target's name.
    ///   - corpora: the folder with a corpus for each target.
    ///   - built: folders with programs.
    ///   - fast: folders with programs without a sanitizer, for all jobs except one; possibly
    ///     empty.
    /// - Throws: a `usage` failure for an unknown target; an `environment` failure if the target
    ///   was not built.
    init(target: String, corpora: String, built: [String], fast: [String]) throws(Failure) {
        let base = Self.fromRoot(corpora)
        self.target = target
        binary = try Self.program(target, in: built)
        fastBinary = fast.isEmpty ? nil : try Self.program(target, in: fast)
        corpus = "\(base)/\(target)"
        work = "\(base)/.running/\(target)"
    }

    private static func fromRoot(_ path: String) -> String {
        path.hasPrefix("/") ? path : Environment.workingDirectory + "/" + path
    }

    private static func program(_ target: String, in folders: [String]) throws(Failure) -> String {
        let programs = folders.map { "\($0)/\(target)" }
        // Any program in the folder is a target, including a program of the user.
        guard let program = programs.first(where: Files.exists) else {
            throw all.contains(target) ? isNotBuilt(target, programs) : isUnknown(target)
        }
        return fromRoot(program)
    }

    private static func isUnknown(_ target: String) -> Failure {
        Failure(
            .usage,
            "there is no fuzz target '\(Shown.escaped(target))'",
            help: didYouMean(target, all) ?? "choose from \(all.joined(separator: ", "))"
        )
    }

    private static func isNotBuilt(_ target: String, _ programs: [String]) -> Failure {
        Failure(
            .environment,
            "\(target) is not built: no \(programs.map(Shown.escaped).joined(separator: ", "))",
            help: "build it with script/fuzz, which sets the needed flags"
        )
    }

    /// The names of all targets, in alphabetical order.
    ///
    /// The command has this list even without the sources, to distinguish a wrong name from a
    /// target that was not built.
    package static let all = [
        "AskServer", "CheckRevocation", "CompareDecoders", "CountSCTs", "DecodeCRL",
        "DecodeCertificate", "DecodeOCSPResponse", "DecodePEM", "EvaluateModel", "EvaluatePolicy",
        "FixFile", "HearDialogue", "InspectFile", "LoadClient", "LoadScenario", "MatchIdentity",
        "PlayScript", "ReadDefaults", "ReadHTTP2", "ReadQuestion", "ReadResults", "ReviewFile",
        "ServeHandshake", "ValidateChain", "ValidatePath",
    ]

    /// The target that compares Hatpin's decoders with decoders of other libraries; the target has
    /// its own package.
    static let peers = "CompareDecoders"

    /// Whether the target only runs a parser, which takes little time compared with libFuzzer's own
    /// work.
    var isDecoder: Bool { target.hasPrefix("Decode") }

    /// The committed inputs: former findings and seeds.
    var committed: [String] {
        ["Fuzz/Regressions/\(target)", "Fuzz/Seeds/\(target)"].filter(Files.exists)
    }

    /// The folders to start from, in addition to the corpus: committed and forged inputs.
    var seeds: [String] {
        ["Fuzz/Seeds/\(target)", "Fuzz/forged/\(target)"].filter(Files.exists)
    }

    /// The file of words that libFuzzer inserts: the target's own dictionary, or else the
    /// dictionary of DER.
    var dictionary: String? {
        ["Fuzz/Dictionaries/\(target).dict", "Fuzz/Dictionaries/der.dict"]
            .first(where: Files.exists)
    }

    /// Returns the program that jobs of this kind run.
    func program(_ kind: JobKind) -> String {
        switch kind {
        case .sanitized: binary
        case .fast: fastBinary ?? binary
        }
    }

    /// The corpus that the jobs use: in memory during a run if possible, otherwise on disk.
    var live: String { Files.exists(memory) ? memory : corpus }
    /// A link to the corpus in memory.
    var memory: String { work + "/memory" }
    /// The path for an input while it is copied from memory to the corpus.
    var part: String { work + "/part" }

    /// Removes an input that breaks the target from the corpus; otherwise a restarted job would
    /// fail on it again.
    ///
    /// The input may break only one of the two programs, with or without a sanitizer.
    func forget(artifact path: String) throws(Failure) {
        // The name of the artifact ends in the hash of its contents; this hash is also the input's
        // name in the corpus.
        guard let dash = path.lastIndex(of: "-") else { return }
        let name = path[path.index(after: dash)...]
        for folder in Set([live, corpus]) {
            try Files.removeTree("\(folder)/\(name)")
            // Files that the user added have other names, so their contents are compared.
            guard let bytes = try? Files.read(path) else { continue }
            for other in try Files.entries(of: folder).map({ "\(folder)/\($0)" })
            where (try? FileStatus(other))?.size == bytes.count
                && (try? Files.read(other)) == bytes
            {
                try Files.removeTree(other)
            }
        }
    }

    /// Keeps a job's report on the input in the file `artifact`.
    func keep(report: [String], on artifact: String) throws(Failure) {
        let name = artifact.split(separator: "/").last ?? ""
        let text = report.map { $0 + "\n" }.joined()
        try Files.write(Array(text.utf8), to: "\(reports)/\(name)")
    }

    /// Returns the report on the input of this name; empty if the job was killed before its report
    /// was kept.
    func report(on artifact: String) throws(Failure) -> String {
        let path = "\(reports)/\(artifact)"
        return Files.exists(path) ? String(decoding: try Files.read(path), as: UTF8.self) : ""
    }

    /// The folder for libFuzzer's own files (`TMPDIR`).
    var jobs: String { work + "/jobs" }
    /// Inputs that break the target, before they are sorted into buckets.
    var artifacts: String { work + "/artifacts" }
    /// The jobs' reports on the artifacts, under the names of the artifacts.
    ///
    /// These reports are the only information about a fault that cannot be reproduced, such as a
    /// fault of a mutator.
    var reports: String { work + "/reports" }
    /// The new corpus during a merge.
    var merged: String { work + "/merged" }
    /// The old corpus, until the merged corpus replaces it.
    var replaced: String { work + "/replaced" }
    /// A lock that is held during a run.
    var lock: String { work + "/lock" }
}
