import Basics
import Reports
import ScenarioFormat

/// Where a target's files are.
///
/// Those that a run writes are named from the file system's root, as its processes are told by.
package struct FuzzFolders: Sendable {
    let target: String
    /// The program with a sanitizer, or the only one.
    let binary: String
    /// The program without a sanitizer, which all jobs but one run; nil where all have one, and the same
    /// as `binary` where none has.
    let fastBinary: String?
    /// Inputs that libFuzzer keeps because they reach new code.
    let corpus: String
    /// Files of the current run; the next run goes on from them after a SIGKILL.
    let work: String

    /// - Parameters:
    ///   - target: its name.
    ///   - corpora: the folder with a corpus for each target.
    ///   - built: folders with programs.
    ///   - fast: folders with programs without a sanitizer, for all jobs but one; may be empty.
    /// - Throws: usage, where there is no such target; environment, where it was not built.
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
        // A program of any name is a target, such as one of the user's own.
        guard let program = programs.first(where: Environment.exists) else {
            throw all.contains(target) ? isNotBuilt(target, programs) : isUnknown(target)
        }
        return fromRoot(program)
    }

    private static func isUnknown(_ target: String) -> Failure {
        Failure(
            .usage,
            "there is no fuzz target '\(Shown.escaped(target))'",
            help: didYouMean(target, all) ?? "there are \(all.joined(separator: ", "))"
        )
    }

    private static func isNotBuilt(_ target: String, _ programs: [String]) -> Failure {
        Failure(
            .environment,
            "\(target) is not built: no \(programs.map(Shown.escaped).joined(separator: ", "))",
            help: "script/fuzz builds it, with the flags that it needs"
        )
    }

    /// The names of all targets, in alphabetical order.
    ///
    /// The command knows them away from the sources too, where a wrong name is not one that is only
    /// not built.
    package static let all = [
        "CheckRevocation", "CompareDecoders", "CountSCTs", "DecodeCRL", "DecodeCertificate",
        "DecodeOCSPResponse", "DecodePEM", "EvaluateModel", "EvaluatePolicy", "FixFile",
        "HearDialogue", "InspectFile", "LoadClient", "LoadScenario", "MatchIdentity", "PlayScript",
        "ReadDefaults", "ReadHTTP2", "ReadResults", "ReviewFile", "ServeHandshake", "ValidateChain",
        "ValidatePath",
    ]

    /// The target that gives bytes to decoders of other libraries, in a package of its own.
    static let peers = "CompareDecoders"

    /// Whether the target is the parser alone, which is quick beside libFuzzer's own work.
    var isDecoder: Bool { target.hasPrefix("Decode") }

    /// Inputs that are committed: those that a finding was, and those to begin with.
    var committed: [String] {
        ["Fuzz/Regressions/\(target)", "Fuzz/Seeds/\(target)"].filter(Environment.exists)
    }

    /// Where to begin from, besides the corpus: what is committed, and what was forged.
    var seeds: [String] {
        ["Fuzz/Seeds/\(target)", "Fuzz/forged/\(target)"].filter(Environment.exists)
    }

    /// Words that libFuzzer tries to write; the target's own, else those of DER.
    var dictionary: String? {
        ["Fuzz/Dictionaries/\(target).dict", "Fuzz/Dictionaries/der.dict"]
            .first(where: Environment.exists)
    }

    /// The program of jobs of this kind.
    func program(_ kind: JobKind) -> String {
        switch kind {
        case .sanitized: binary
        case .fast: fastBinary ?? binary
        }
    }

    /// The corpus that jobs work on: in memory while a run has it there, else that on the disk.
    var live: String { Environment.exists(memory) ? memory : corpus }
    /// A link to the corpus in memory.
    var memory: String { work + "/memory" }
    /// An input on its way from there to the corpus.
    var part: String { work + "/part" }

    /// Removes an input that breaks the target from the corpus, which the job would not get past
    /// when it starts again: one kind of program may break at what another takes.
    func forget(artifact path: String) throws(Failure) {
        // Named after the contents, as those of the corpus are.
        guard let dash = path.lastIndex(of: "-") else { return }
        let name = path[path.index(after: dash)...]
        for folder in Set([live, corpus]) {
            try Files.removeTree("\(folder)/\(name)")
            // A user's own have other names.
            guard let bytes = try? Files.read(path) else { continue }
            for other in try Files.entries(of: folder).map({ "\(folder)/\($0)" })
            where Files.size(of: other) == bytes.count && (try? Files.read(other)) == bytes {
                try Files.removeTree(other)
            }
        }
    }

    /// Keeps a job's report on the input that it wrote to the file `artifact`.
    func keep(report: [String], on artifact: String) throws(Failure) {
        let name = artifact.split(separator: "/").last ?? ""
        let text = report.map { $0 + "\n" }.joined()
        try Files.write(Array(text.utf8), to: "\(reports)/\(name)")
    }

    /// The report on the input of this name; empty where a job was ended before it was kept.
    func report(on artifact: String) throws(Failure) -> String {
        let path = "\(reports)/\(artifact)"
        return Environment.exists(path) ? String(decoding: try Files.read(path), as: UTF8.self) : ""
    }

    /// Where libFuzzer puts files of its own (`TMPDIR`).
    var jobs: String { work + "/jobs" }
    /// Where inputs go that break the target, until they are told apart.
    var artifacts: String { work + "/artifacts" }
    /// The jobs' reports on them, by the same names: a fault that does not happen again, such as one
    /// of a mutator, is known by these alone.
    var reports: String { work + "/reports" }
    /// The corpus to be, while it is merged.
    var merged: String { work + "/merged" }
    /// The corpus that was, until the merged one stands in its place.
    var replaced: String { work + "/replaced" }
    /// Held while a run goes on.
    var lock: String { work + "/lock" }
}
