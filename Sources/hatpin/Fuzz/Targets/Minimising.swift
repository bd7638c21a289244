import Basics
import Reports

/// Minimises the inputs of a target's findings.
struct Minimising {
    let process: TargetProcess
    let findings: FindingsFolder

    /// The time limit for each finding.
    ///
    /// Each attempt starts the program again, which takes up to two seconds with the sanitizer: an
    /// input of 5,000 bytes was still shrinking after nineteen minutes.
    var limit = Duration.seconds(60)

    /// The time without a smaller input after which minimising stops, in seconds.
    private static let patience = 10

    private var target: String { process.folders.target }

    /// Minimises every finding of the target that has no file `original`; this file marks minimised
    /// findings.
    func perform() async throws {
        for name in findings.names(prefix: target + "-") where !Interruption.isAsked {
            let folder = findings.folder(of: name)
            guard !Files.exists("\(folder)/original"),
                Files.exists("\(folder)/input")
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
        // A fault that cannot be reproduced cannot be minimised, and neither can an input of one
        // byte.
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
        // The search was interrupted, so the next run minimises the finding.
        guard !Interruption.isAsked else { return try Files.removeTree(smaller) }
        let candidate = Files.exists(smaller) ? smaller : input
        let report = try await process.judge(candidate).report
        // The file `original` is written first, so that an interruption cannot lose the original
        // input.
        try Files.write(original, to: "\(folder)/original")
        // While libFuzzer minimises, it accepts an input that causes another message at the same
        // point of the code, but no input with another stack.
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
