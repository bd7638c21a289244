import ArgumentParser
import Basics
import ClientModels
import Crypto
import Lint
import PathValidation
import Reports
import ScenarioFormat
import X509

/// `hatpin inspect`: shows the fields of certificates, the rules that they break, and their pins.
struct InspectCommand: ParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json
    }

    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the fields of certificates, the rules that they break, and their pins.",
        discussion: """
            The file may have certificates, chains, CRLs, OCSP responses, PKCS #7 and public keys, as PEM \
            or DER. Numbers such as 8..13 count bytes from the start of the object: here bytes 8 to 12. \
            After a field that does not decode, the others are still shown.

            A finding (✗) is a rule of the profile rfc5280 or webpki that the object breaks, and where. A \
            note (·) is something that the authors of the profile advise against. The order of several \
            certificates is checked, too. Hatpin does not check whether they are trusted; it checks \
            whether they have expired only with --at.

            Without --show, only the first certificate of a chain has pins in every notation.

            \(Exit.pointer)

            EXAMPLE:
              $ hatpin inspect --show findings leaf.pem
              ✗ certificate   line 1, 482 bytes
                does not decode: time that RFC 5280 does not allow
                at byte 104 in tbsCertificate.validity.notAfter
                    64   30 13 06 03 55 04 03 0c 0c 69 6e 74 65 72 6d 65   0...U....interme
                    80   64 69 61 74 65 30 22 17 0d 32 36 31 31 32 30 30   diate0"..2611200
                    96   30 30 30 30 30 5a 17 11[34]39 30 31 30 31 30 30   00000Z..49010100
                   112   30 30 30 30 2b 30 31 30 30 30 20 31 0f 30 0d 06   0000+01000 1.0..
                   128   03 55 04 0a 0c 06 48 61 74 70 69 6e 31 0d 30 0b   .U....Hatpin1.0.
                ✗ is valid for more than 200 days
                  baseline-validity (webpki; CA/B Forum BR §6.3.2)
            """
    )

    @Argument(help: ArgumentHelp("A file of PEM or DER; - is standard input.", valueName: "file"))
    var file: String?
    @Option(
        help: ArgumentHelp(
            "Show the chain of this server instead, such as api.example.com or HOST:PORT. Only this "
                + "option connects to another machine.",
            valueName: "host"
        )
    )
    var connect: String?
    @Option(help: "The format of standard output.") var format: Format = .text
    @Option(
        help: ArgumentHelp(
            "What to show: fields, findings or pins (default: all). Repeatable.",
            valueName: "section"
        )
    )
    var show: [InspectionSection] = []
    @Option(
        help: ArgumentHelp(
            "A profile of rules, from hatpin list profiles (default: rfc5280, webpki). Repeatable.",
            valueName: "profile"
        )
    )
    var profile: [String] = []
    @Option(
        help: ArgumentHelp(
            "Check whether certificates are valid at this time: now, or a time as in RFC 3339.",
            valueName: "instant"
        )
    )
    var at: String?
    @Option(
        help: ArgumentHelp(
            "The host name in the pins (default: the first DNS name).",
            valueName: "name"
        )
    )
    var host: String?
    @Flag(help: "Show long values and lists in full.") var full = false
    @Flag(help: "Exit with 1 if a rule is broken.") var failOnFindings = false
    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard (file == nil) != (connect == nil) else {
            throw ValidationError("name a file, or a server by --connect")
        }
        let showsFindings = show.isEmpty || show.contains(.findings)
        guard showsFindings || failOnFindings || profile.isEmpty && at == nil else {
            throw ValidationError("--profile and --at need findings: add --show findings")
        }
        guard show.isEmpty || show.contains(.pins) || host == nil else {
            throw ValidationError("--host needs pins: add --show pins")
        }
        guard at.map({ $0 == "now" || Instant(rfc3339: $0) != nil }) ?? true else {
            throw ValidationError("--at must be now or a time such as 2026-11-21T09:30:00Z")
        }
        guard host.map({ PinHost($0) != nil }) ?? true else {
            throw ValidationError("--host must be a DNS name such as www.example.test")
        }
        for name in profile where !PathProfile.all.contains(where: { $0.name == name }) {
            let names = PathProfile.all.map(\.name)
            throw ValidationError(
                "there is no profile '\(Shown.escaped(name))'; "
                    + (didYouMean(name, names) ?? "choose from \(names.joined(separator: ", "))")
            )
        }
    }

    func run() throws {
        try WrittenOptions.current.refuse(
            ["--full"],
            unless: format == .text && (show.isEmpty || show.contains { $0 != .pins }),
            because: format == .json
                ? "JSON always has full values" : "pins are always shown in full: add --show fields"
        )
        let inspected = try InspectedSource(file: file, server: connect)
        let inspection: Inspection
        do throws(OpenSSLError) {
            inspection = try Inspection(inspected.input, request)
        } catch {
            throw Failure(.environment, "OpenSSL: \(Shown.escaped("\(error)"))")
        }
        let asked = show.isEmpty ? nil : Set(show)
        switch format {
        case .text:
            let text = InspectionText(
                inspection: inspection,
                asked: asked,
                isFull: full,
                hasColour: colour.hasColour(on: .output)
            )
            try StandardStream.output.write(text.text)
        case .json:
            let json = InspectionJSON(
                inspection: inspection,
                source: inspected.name,
                sections: asked ?? Set(InspectionSection.allCases)
            )
            try StandardStream.output.write(json.text)
        }
        guard inspection.isSound else { throw ExitStatus(.invalidScenario) }
        if failOnFindings, inspection.findings > 0 { throw ExitStatus(.wrongVerdict) }
    }

    private var request: Inspection.Request {
        var request = Inspection.Request()
        if !profile.isEmpty {
            request.profiles = PathProfile.all.filter { profile.contains($0.name) }
        }
        request.verifyDate = at.flatMap { $0 == "now" ? Environment.now : Instant(rfc3339: $0) }
        request.host = host.flatMap { PinHost($0) }
        // Lists of more than 100 names push everything else off a terminal.
        request.limit = full || format == .json ? nil : 100
        return request
    }
}

extension InspectionSection: ExpressibleByArgument {}
