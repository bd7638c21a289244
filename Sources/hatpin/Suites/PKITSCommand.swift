import ArgumentParser
import Basics
import Reports

/// `hatpin pkits`: NIST's Public Key Interoperability Test Suite.
struct PKITSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pkits",
        abstract: "Judge NIST's Public Key Interoperability Test Suite.",
        discussion: """
            Reads cases, one JSON object a line, with certificates and CRLs as DER in base64 and \
            the inputs of RFC 5280 §6.1.1; judges each by RFC 5280's path validation alone, \
            whatever its algorithms are worth; and writes a line of JSON for each: id, expected, \
            actual, reason and the user-constrained policy set. Exits with 1 where a verdict, or \
            the policies of a path, are not those expected, and with 2 where a line is no case.
            """
    )

    @Argument(help: ArgumentHelp("The cases; - for standard input.", valueName: "file"))
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
