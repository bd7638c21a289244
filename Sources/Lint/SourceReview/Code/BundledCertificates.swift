extension Rule {
    /// Alamofire's readers of a bundle skip what is no DER.
    package static let alamofirePEM = Rule(
        "ALA-011",
        .low,
        "a PEM certificate in the app's bundle; an outage where code pins it"
    )
    /// As Alamofire's; certificates that are handed over raise an exception.
    package static let afNetworkingPEM = Rule(
        "AFN-007",
        .low,
        "a PEM certificate in the app's bundle; an outage where code pins it"
    )
}

extension CodeReview {
    /// Names of PEM files whose bytes the code takes for DER: `forResource: "x", ofType: "pem"`.
    var pemResources: [Match] {
        guard mentions("SecCertificateCreateWithData", "pinnedCertificates"),
            !mentions("base64Encoded", "initWithBase64EncodedString", "SecItemImport")
        else { return [] }
        return ["ofType", "withExtension"].flatMap { source.settings($0) }.filter { setting in
            value(setting.value).text.map { $0 == "pem" || $0 == ".pem" } ?? false
        }.map { Match($0.name..<$0.value.upperBound) }
    }
}
