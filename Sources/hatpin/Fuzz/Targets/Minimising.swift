import Basics
import Reports

/// Makes the inputs of a target's findings smaller.
struct Minimising {
    let process: TargetProcess
    let findings: FindingsFolder

    /// The time for each finding.
    ///
    /// Each attempt starts the program anew, with the sanitizer in up to two seconds: an input of 5,000
    /// bytes was still getting smaller after nineteen minutes.
    var limit = Duration.seconds(60)

    /// How long without a smaller one, in seconds.
    private static let patience = 10

    private var target: String { process.folders.target }

    /// Brings down every finding of the target that was not brought down yet; those have no file
    /// `original`.
    func perform() async throws {
        for name in findings.names(prefix: target + "-") where !Interruption.isAsked {
            let folder = findings.folder(of: name)
            guard !Environment.exists("\(folder)/original"),
                Environment.exists("\(folder)/input")
            else { continue }
            try await bringDown(name)
        }
    }

    private func bringDown(_ name: String) async throws {
        let folder = findings.folder(of: name)
        let input = "\(folder)/input"
        let original = try Files.read(input)
        let smaller = "\(process.folders.work)/smaller"
        try Files.removeTree(smaller)
        // A fault that does not happen again cannot be minimised, nor can a single byte.
        let (found, kind) = try await process.judge(input)
        if found.bucket?.name(target: target) == name, original.count > 1 {
            try await process.minimise(
                input,
                by: kind,
                to: smaller,
                patience: Self.patience,
                atMost: limit
            )
        }
        // The search was cut short: the next run brings the finding down.
        guard !Interruption.isAsked else { return try Files.removeTree(smaller) }
        let candidate = Environment.exists(smaller) ? smaller : input
        let report = try await process.judge(candidate).report
        // The mark that this was done, and in front of what it is kept from.
        try Files.write(original, to: "\(folder)/original")
        // libFuzzer stops at another stack, but not at another message from the same place.
        guard let bucket = report.bucket, bucket.name(target: target) == name else { return }
        let bytes = try Files.read(candidate)
        let fault = FaultRecord(
            target: target,
            kind: bucket.kind,
            frames: bucket.frames,
            size: bytes.count,
            originalSize: original.count
        )
        try Files.write(bytes, to: input)
        try Files.write(Array(fault.text(report.text, in: folder).utf8), to: "\(folder)/report.txt")
        try Files.removeTree(smaller)
    }
}
