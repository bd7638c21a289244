import ClientModels
import ScenarioFormat

extension Rule {
    static let unreadSecurityKey = Rule(
        "ATS-027",
        .low,
        "a key that Apple's systems ignore, such as the misspelt `NSAllowArbitraryLoads`"
    )
    static let unreadKeys = [unreadSecurityKey]
}

// Rules for keys of App Transport Security that are misspelt or in the wrong dictionary.
extension InfoPlistReview {
    /// The keys of NSAppTransportSecurity (Apple, Information Property List).
    private static let securityKeys = [
        "NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsInWebContent",
        "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking", "NSExceptionDomains",
        "NSPinnedDomains", "NSRequiresNIAPTLSPackageVersion",
    ]
    /// The keys of an entry of NSExceptionDomains (Apple, Information Property List).
    private static let exceptionKeys = [
        "NSIncludesSubdomains", "NSExceptionAllowsInsecureHTTPLoads",
        "NSExceptionMinimumTLSVersion", "NSExceptionRequiresForwardSecrecy",
        "NSRequiresCertificateTransparency", "NSExceptionRequiresNIAPTLSPackageVersion",
    ]
    /// Keys that make connections stricter, which a fix may therefore write.
    private static let strictKeys: Set = ["NSPinnedDomains", "NSRequiresNIAPTLSPackageVersion"]

    var unreadKeys: [Finding] {
        let security = security
        let exceptions = security["NSExceptionDomains"]?.value.entries ?? []
        return security.entries.compactMap { entry in
            unread(entry, in: security, Self.securityKeys, beside: Self.exceptionKeys)
        }
            + exceptions.flatMap { domain in
                domain.value.entries.compactMap { entry in
                    unread(entry, in: domain.value, Self.exceptionKeys, beside: Self.securityKeys)
                }
            }
    }

    private func unread(
        _ entry: PropertyListNode.Entry,
        in dictionary: PropertyListNode,
        _ known: [String],
        beside others: [String]
    ) -> Finding? {
        let key = entry.key
        // The rule `formerKey` reports the keys of iOS 9.
        guard !known.contains(key), !key.hasPrefix("NSThirdPartyException"),
            !key.hasPrefix("NSTemporary")
        else { return nil }
        if others.contains(key) { return misplaced(entry, isOfHost: known == Self.securityKeys) }
        let meant = closest(to: key, among: known, limit: max(1, key.count / 4)).first
        // Outside the NSAppTransportSecurity dictionary, a file may contain any key.
        guard isWhole || meant != nil else { return nil }
        let pins = meant == "NSPinnedDomains"
        return finding(
            .unreadSecurityKey,
            pins ? .high : nil,
            at: entry,
            "Apple's systems do not know \(key)",
            meant.map { "did you mean \($0)?" } ?? "ignored",
            impact: pins
                ? "its hosts are not pinned, so a certificate from any trusted CA is accepted"
                : meant.map { "\($0) is not set" } ?? "it has no effect",
            fix: fix(meant),
            edits(for: entry, meant: meant, isStated: meant.map { dictionary[$0] != nil } ?? false)
        )
    }

    private func fix(_ meant: String?) -> String {
        guard let meant else { return "delete it" }
        return Self.strictKeys.contains(meant)
            ? "write \(meant)" : "delete it; write \(meant) only if the app needs what it allows"
    }

    /// Returns the edits for a misspelt key: the correct spelling if the key makes connections
    /// stricter.
    ///
    /// Other keys are deleted: the app works without them, and the correct spelling would weaken
    /// the app.
    private func edits(
        for entry: PropertyListNode.Entry,
        meant: String?,
        isStated: Bool
    ) -> [Edit] {
        if let meant, Self.strictKeys.contains(meant) {
            return isStated ? [] : list.key(meant, for: entry)
        }
        // A fix does not delete a whole dictionary, because it may contain other settings.
        return entry.value.entries.isEmpty ? list.deleting(entry) : []
    }

    private func misplaced(_ entry: PropertyListNode.Entry, isOfHost: Bool) -> Finding {
        finding(
            .unreadSecurityKey,
            entry.key == "NSPinnedDomains" ? .high : nil,
            at: entry,
            "Apple's systems ignore \(entry.key) here",
            "in the wrong dictionary",
            impact: entry.key == "NSPinnedDomains"
                ? "its hosts are not pinned, so a certificate from any trusted CA is accepted"
                : "it has no effect",
            fix: isOfHost
                ? "move it to the entry of a host in NSExceptionDomains, or delete it"
                : "move it directly into NSAppTransportSecurity, or delete it"
        )
    }
}
