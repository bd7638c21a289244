import Foundation
import Mutator

/// A verdict on one mutant.
struct Verdict: Codable, Hashable, Sendable {
    let mutant: String
    /// A digest of the declaration that contains the mutant.
    let context: UInt64
    /// The test program that killed it; nil if it survived.
    let killer: String?
    /// The test program's first words, such as the name of the test that failed.
    var evidence: String?
    /// Whether any test evaluates its expression.
    let isReached: Bool
    /// The state of the project.
    let fingerprint: String
}

/// The file of verdicts, one on a line, which is complete after each mutant, so an interrupted run
/// can continue.
struct Ledger {
    private let file: URL
    private(set) var verdicts: [String: Verdict] = [:]

    /// Opens the file in a folder, which is created if it does not exist.
    ///
    /// `afresh` deletes its verdicts, and keeps other files of the folder.
    init(in folder: URL, afresh: Bool = false) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "verdicts.jsonl")
        if afresh, FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.removeItem(at: file)
        }
        guard let data = try? Data(contentsOf: file) else { return }
        for line in data.split(separator: UInt8(ascii: "\n")) {
            // The last line may have been cut off.
            guard let verdict = try? JSONDecoder().decode(Verdict.self, from: line) else {
                continue
            }
            verdicts[verdict.mutant] = verdict
        }
    }

    /// The verdict that still holds for a mutant in an unchanged declaration.
    ///
    /// A kill holds. A survival holds until tests change, which may kill the mutant, unless the
    /// mutant is listed as equivalent.
    func standing(_ mutant: Mutant, _ fingerprint: String, isListed: Bool = false) -> Verdict? {
        guard let verdict = verdicts[mutant.key], verdict.context == mutant.context else {
            return nil
        }
        let holds = verdict.killer != nil || isListed || verdict.fingerprint == fingerprint
        return holds ? verdict : nil
    }

    mutating func add(_ verdict: Verdict) throws {
        verdicts[verdict.mutant] = verdict
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try encoder.encode(verdict) + [UInt8(ascii: "\n")]
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        // Starts a new line after one that was cut off.
        let end = try handle.seekToEnd()
        if end > 0, try Data(contentsOf: file).last != UInt8(ascii: "\n") {
            try handle.write(contentsOf: Data("\n".utf8))
        }
        try handle.write(contentsOf: line)
    }
}
