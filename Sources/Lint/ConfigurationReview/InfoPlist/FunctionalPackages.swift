import ClientModels
import ScenarioFormat

extension Rule {
    static let badPackage = Rule(
        "ATS-028",
        .low,
        "an `NSRequiresNIAPTLSPackageVersion` value that Apple does not document"
    )
    static let noPackage = Rule(
        "ATS-029",
        .low,
        "a host that is exempt from the NIAP requirements of the other hosts"
    )
    static let functionalPackages = [badPackage, noPackage]
}

// Rules for NIAP's Functional Package for TLS, which apps can require since iOS 26.4 and macOS
// 26.4.
extension InfoPlistReview {
    private static let packageKey = "NSRequiresNIAPTLSPackageVersion"
    private static let packageKeyOfHost = "NSExceptionRequiresNIAPTLSPackageVersion"

    var functionalPackages: [Finding] {
        let stated = security[Self.packageKey]
        let isRequired =
            stated?.value.value.string.flatMap(InfoPlistTexts.requiresFunctionalPackage) == true
        let exceptions = security["NSExceptionDomains"]?.value.entries ?? []
        return [stated].compactMap(\.self).compactMap(badPackage)
            + exceptions.compactMap { domain in
                domain.value[Self.packageKeyOfHost].flatMap { entry in
                    badPackage(entry) ?? (isRequired ? noPackage(entry, of: domain.key) : nil)
                }
            }
    }

    private func badPackage(_ entry: PropertyListNode.Entry) -> Finding? {
        let text = entry.value.value.string
        if let text, InfoPlistTexts.requiresFunctionalPackage(text) != nil { return nil }
        let known = ["FCP_v2.1", "recommended"]
        let meant = text.flatMap { closest(to: $0, among: known, limit: 4).first }
        return finding(
            .badPackage,
            at: entry,
            "\(entry.key) has a value that Apple does not document",
            "expected none, FCP_v2.1 or recommended",
            impact: "the value may require nothing",
            fix: "write \(meant ?? "FCP_v2.1"), or delete it",
            meant.map { list.text($0, in: entry.value) } ?? []
        )
    }

    private func noPackage(_ entry: PropertyListNode.Entry, of host: String) -> Finding? {
        guard entry.value.value.string.flatMap(InfoPlistTexts.requiresFunctionalPackage) == false
        else { return nil }
        return finding(
            .noPackage,
            HostText.isLocal(host) || !host.contains(".") ? .note : nil,
            at: entry,
            "\(host) is exempt from the NIAP requirements of the other hosts",
            "requires only App Transport Security",
            impact: "the app accepts TLS 1.2 with CBC suites and without Extended Master Secret",
            fix: "delete it",
            list.deleting(entry)
        )
    }
}
