import ClientModels
import ScenarioFormat
import X509

extension ReviewedSystem {
    /// TrustKit's configuration in a property list.
    static let trustKit = ReviewedSystem(
        table: RuleTable(
            "TrustKit: TSKConfiguration in a property list",
            Rule.trustKitPolicy + Rule.trustKitDomains + Rule.trustKitPins
        ),
        noun: "a TrustKit configuration"
    ) { file, context in
        guard let list = PropertyListFile(file),
            let configuration = TrustKitReview.configuration(in: list.root)
        else { return nil }
        let isForMac =
            list.root["LSMinimumSystemVersion"] != nil
            || list.root["NSPrincipalClass"]?.value.value.string == "NSApplication"
        let review = TrustKitReview(
            list: list,
            context: context,
            configuration: configuration,
            isForMac: isForMac
        )
        return Reading(findings: review.findings, comments: list.comments)
    }
}

/// The review of one TrustKit configuration.
struct TrustKitReview: PropertyListReview {
    let list: PropertyListFile
    let context: ReviewContext
    let configuration: PropertyListNode
    /// Whether parts of the configuration could not be read.
    ///
    /// The review then reports neither hosts without pins nor that TrustKit rejects the
    /// configuration.
    var isPartial = false
    /// Whether the app is for macOS.
    var isForMac = false

    /// Returns the dictionary `TSKConfiguration` of a file, or the file if it is that dictionary.
    static func configuration(in root: PropertyListNode) -> PropertyListNode? {
        if let stated = root["TSKConfiguration"] { return stated.value }
        return root.entries.contains { $0.key.hasPrefix("TSK") } ? root : nil
    }

    static let refused = "TrustKit raises an exception, and the app crashes at launch"
    static let anyCertificate = "a certificate from any trusted CA is accepted"

    var domains: [PropertyListNode.Entry] {
        configuration["TSKPinnedDomains"]?.value.entries ?? []
    }

    var findings: [Finding] {
        let found =
            misspeltKeys(in: configuration, Self.globalKeys) + userAnchors
            + domains.flatMap { entry -> [Finding] in
                if isExcluded(entry) { return excluded(entry) }
                return misspeltKeys(in: entry.value, Self.domainKeys) + name(of: entry)
                    + policy(of: entry) + pins(of: entry)
            }
        return isPartial ? found : found + refusal(after: found) + hosts
    }

    func isTrue(_ key: String, _ entry: PropertyListNode.Entry) -> Bool {
        entry.value[key].flatMap { TrustKitTexts.boolean($0.value.value) } == true
    }

    private func isExcluded(_ entry: PropertyListNode.Entry) -> Bool {
        isTrue("TSKExcludeSubdomainFromParentPolicy", entry)
    }

    /// Returns the finding for the exception that TrustKit raises, if no rule has reported its
    /// cause.
    private func refusal(after found: [Finding]) -> [Finding] {
        guard !found.contains(where: { $0.impact.hasPrefix(Self.refused) }),
            let message = TrustKitTexts.refusal(of: configuration.value)
        else { return [] }
        let place = configuration["TSKPinnedDomains"].flatMap { list.span($0) }
        return [
            Finding(
                .trustKitRefused,
                at: place,
                "TrustKit rejects this configuration",
                impact: Self.refused + ": \(message)",
                fix: Fix("correct the configuration")
            )
        ]
    }

    // MARK: Keys

    static let globalKeys = [
        "TSKSwizzleNetworkDelegates", "TSKPinnedDomains",
        "TSKIgnorePinningForUserDefinedTrustAnchors",
    ]
    static let domainKeys = [
        "TSKPublicKeyHashes", "TSKIncludeSubdomains", "TSKExcludeSubdomainFromParentPolicy",
        "TSKEnforcePinning", "TSKReportUris", "TSKDisableDefaultReportUri", "TSKExpirationDate",
        "TSKAdditionalTrustAnchors", "TSKPublicKeyAlgorithms",
    ]

    private func misspeltKeys(in node: PropertyListNode, _ known: [String]) -> [Finding] {
        // In source code, the compiler checks the names of constants.
        guard list.style == .xml else { return [] }
        return node.entries.filter { $0.key.hasPrefix("TSK") && !known.contains($0.key) }.map {
            entry in
            let meant = closest(to: entry.key, among: known, limit: 5).first
            return finding(
                .trustKitUnknownKey,
                at: entry,
                "TrustKit does not know \(entry.key)",
                meant.map { "did you mean \($0)?" } ?? "ignored without a warning",
                impact: "the key has no effect",
                fix: meant.map { "write \($0)" } ?? "delete it",
                meant.map { list.key($0, for: entry) } ?? list.deleting(entry)
            )
        }
    }
}
