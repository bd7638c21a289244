import ArgumentParser
import Basics
import Reports

/// `hatpin pkits`: runs NIST's Public Key Interoperability Test Suite.
struct PKITSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pkits",
        abstract: "Run NIST's Public Key Interoperability Test Suite.",
        discussion: """
            The file has a JSON object on each line: certificates and CRLs as DER in base64, and the \
            inputs of RFC 5280 §6.1.1. Each case is decided by the path validation of RFC 5280 alone; \
            weak algorithms are accepted. For each case a line of JSON is written, with its id, the \
            expected and the actual result, the reason, and the user-constrained policy set.

            \(Exit.pointer)
            """
    )

    @Argument(help: ArgumentHelp("The file of cases; - is standard input.", valueName: "file"))
    var file: String

    func run() throws {
        let text = file == "-" ? try StandardStream.input.read() : try Files.read(file)
        let place = file == "-" ? "standard input" : Shown.escaped(file)
        try Failure.requireUncompressed(text, of: place, for: "pkits -")
        let (cases, faults) = PKITSCase.read(text)
        guard faults.isEmpty else {
            let lines = faults.map { "\(place):\($0.line): \($0.problem)\n  help: \($0.help)\n" }
            try StandardStream.error.write(lines.joined())
            throw ExitStatus(.invalidScenario)
        }
        guard !cases.isEmpty else { throw Failure(.nothingSelected, "\(place) has no cases") }
        let verdicts = cases.map { $0.judged() }
        try StandardStream.output.write(PKITSReport.lines(verdicts))
        try StandardStream.error.write(PKITSReport.summary(verdicts))
        if !verdicts.allSatisfy(\.isAsExpected) { throw ExitStatus(.wrongVerdict) }
    }
}
