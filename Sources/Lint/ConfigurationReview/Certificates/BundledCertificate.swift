import Basics

extension ReviewedSystem {
    /// A certificate that an app brings along, in a project whose code reads its bundle.
    static let bundledCertificate = ReviewedSystem(
        table: RuleTable("", []),
        noun: "a certificate of an app's bundle"
    ) { file, context in
        let ending = file.lastName.split(separator: ".").last.map { $0.lowercased() } ?? ""
        let project = context.surroundings
        let readers: [(rule: Rule, name: String, endings: [String], code: [String])] = [
            (.alamofirePEM, "Alamofire", ["cer", "crt", "der"], project.files(.alamofirePins)),
            (.afNetworkingPEM, "AFNetworking", ["cer"], project.files(.afNetworkingPins)),
        ]
        let reader = readers.first { $0.endings.contains(ending) && !$0.code.isEmpty }
        guard let reader else { return nil }
        let header = Array("-----BEGIN CERTIFICATE-----".utf8)
        guard let start = file.bytes.firstPlace(of: header) else { return Reading() }
        return Reading(findings: [
            Finding(
                reader.rule,
                at: file.span(start),
                "\(reader.name) skips this certificate",
                label: "PEM, where DER belongs",
                impact:
                    "it is no pin: alone, every connection fails; beside others, its server's do",
                fix: Fix(
                    "write it as DER: openssl x509 -in FILE -outform der -out NEW.cer"
                ),
                notes: ["the bundle is read in \(reader.code.joined(separator: ", "))"]
            )
        ])
    }
}
