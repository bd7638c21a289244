import Foundation
import Mutator

/// A verdict on one mutant.
struct Verdict: Codable, Hashable, Sendable {
    let mutant: String
    /// A digest of the declaration that the mutant is in.
    let context: UInt64
    /// The judge that noticed it; nil if it survived.
    let killer: String?
    /// The first words of the judge, such as the test that failed.
    var evidence: String?
    /// Whether any judge evaluates its expression.
    let isReached: Bool
    /// The state of the project.
    let fingerprint: String
}

/// The file of verdicts, one a line, which is complete after each mutant: an interrupted run goes
/// on from it.
struct Ledger {
    private let file: URL
    private(set) var verdicts: [String: Verdict] = [:]

    /// Opens the file of a folder, which is made where there is none; `afresh` forgets its verdicts,
    /// and leaves other files of the folder.
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

    /// The verdict that still holds, which needs the same declaration: a kill does; what survived may be
    /// noticed by tests that are new since, unless it is listed as equivalent.
    func standing(_ mutant: Mutant, _ fingerprint: String, isListed: Bool = false) -> Verdict? {
        guard let verdict = verdicts[mutant.key], verdict.context == mutant.context else {
            return nil
        }
        let stands = verdict.killer != nil || isListed || verdict.fingerprint == fingerprint
        return stands ? verdict : nil
    }

    mutating func add(_ verdict: Verdict) throws {
        verdicts[verdict.mutant] = verdict
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try encoder.encode(verdict) + [UInt8(ascii: "\n")]
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        // After a line that was cut off.
        let end = try handle.seekToEnd()
        if end > 0, try Data(contentsOf: file).last != UInt8(ascii: "\n") {
            try handle.write(contentsOf: Data("\n".utf8))
        }
        try handle.write(contentsOf: line)
    }
}
