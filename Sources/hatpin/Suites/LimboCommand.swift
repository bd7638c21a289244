import ArgumentParser
import Basics
import Reports

/// `hatpin limbo`: runs the suite of x509-limbo, as one of its harnesses.
struct LimboCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limbo",
        abstract: "Run the x509-limbo suite.",
        discussion: """
            The command is a harness as https://x509-limbo.com describes it: it reads the suite's JSON \
            from standard input, and writes the results to standard output. The suite compares the \
            results with those it expects.

            The profile webpki decides the cases of the namespace webpki, and cases with a feature \
            pedantic-webpki outside the namespace rfc5280. The profile rfc5280 decides the others. \
            If a case has CRLs, they must prove that no certificate is revoked. A case is SKIPPED if \
            it is not PEM, or if a name that it expects cannot be read.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Also write a CSV file: id, result, microseconds of CPU, reason.",
            valueName: "file"
        )
    )
    var timing: String?

    func run() throws {
        let json = try StandardStream.input.read()
        let verdicts = try Self.suite(json).map { $0.judged() }
        if let timing { try Files.write(Array(LimboReport.timing(verdicts).utf8), to: timing) }
        try StandardStream.output.write(LimboReport.results(verdicts))
    }

    private static func suite(_ json: [UInt8]) throws(Failure) -> [LimboCase] {
        try Failure.requireUncompressed(json, of: "standard input", for: "limbo")
        do throws(CaseFault) {
            return try LimboCase.suite(json)
        } catch {
            throw Failure(
                .invalidScenario,
                "standard input is not the x509-limbo suite: \(error)",
                help:
                    "get limbo.json from https://x509-limbo.com and run: hatpin limbo < limbo.json"
            )
        }
    }
}
