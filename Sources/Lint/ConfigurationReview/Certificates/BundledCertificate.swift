import Basics
import ScenarioFormat

extension Rule {
    // The rules for code that reads a certificate from the bundle have the same ids; they are in
    // files.
    fileprivate static let alamofirePEM = Rule(
        "ALA-011",
        .low,
        "a PEM certificate in the app's bundle, which Alamofire ignores"
    )
    fileprivate static let afNetworkingPEM = Rule(
        "AFN-007",
        .low,
        "a PEM certificate in the app's bundle, which AFNetworking ignores"
    )
}

extension ReviewedSystem {
    /// A certificate in an app's bundle, in a project whose code reads certificates from the
    /// bundle.
    static let bundledCertificate = ReviewedSystem(
        table: RuleTable("", []),
        noun: "a certificate in an app's bundle"
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
                "\(reader.name) ignores this certificate",
                label: "PEM instead of DER",
                impact:
                    "it does not work as a pin, so connections to its server fail",
                fix: Fix(
                    "convert it to DER: openssl x509 -in FILE -outform der -out NEW.cer"
                ),
                notes: ["this code reads the bundle: \(reader.code.joined(separator: ", "))"]
            )
        ])
    }
}
