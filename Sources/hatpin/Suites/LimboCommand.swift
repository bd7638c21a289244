import ArgumentParser
import Basics
import Reports

/// `hatpin limbo`: a harness of x509-limbo.
struct LimboCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limbo",
        abstract: "Judge x509-limbo's suite, as a harness of it.",
        discussion: """
            Reads the suite's JSON on standard input and writes its results on standard output, \
            by the harness protocol of https://x509-limbo.com. Cases of the namespace webpki are \
            judged under the profile webpki, the others under rfc5280; where a case brings CRLs, \
            every certificate must be known not to be revoked. One whose text is no PEM is \
            SKIPPED. Whether results are those expected is for the suite to say.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Write a CSV of id, result, microseconds of CPU to decode and decide, and reason.",
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
                "standard input is not x509-limbo's suite: \(error)",
                help: "take limbo.json of https://x509-limbo.com, as in: hatpin limbo < limbo.json"
            )
        }
    }
}
