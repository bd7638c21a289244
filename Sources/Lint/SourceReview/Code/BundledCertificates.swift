import ScenarioFormat

extension Rule {
    /// The rule for Alamofire, which ignores certificates in a bundle that are not DER.
    package static let alamofirePEM = Rule(
        "ALA-011",
        .low,
        "a PEM certificate in the app's bundle; an outage if code pins it"
    )
    /// The rule for AFNetworking, which raises an exception for PEM certificates that code passes
    /// to it.
    package static let afNetworkingPEM = Rule(
        "AFN-007",
        .low,
        "a PEM certificate in the app's bundle; an outage if code pins it"
    )
}

extension CodeReview {
    /// The names of PEM files that the code reads as DER: `forResource: "x", ofType: "pem"`.
    var pemResources: [Match] {
        guard mentions("SecCertificateCreateWithData", "pinnedCertificates"),
            !mentions("base64Encoded", "initWithBase64EncodedString", "SecItemImport")
        else { return [] }
        return ["ofType", "withExtension"].flatMap { source.settings($0) }.filter { setting in
            value(setting.value).text.map { $0 == "pem" || $0 == ".pem" } ?? false
        }.map { Match($0.name..<$0.value.upperBound) }
    }
}
