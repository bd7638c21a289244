import ClientModels
import ScenarioFormat

extension Rule {
    static let unreadSecurityKey = Rule(
        "ATS-027",
        .low,
        "a key that Apple's systems do not read, such as the misspelt `NSAllowArbitraryLoads`"
    )
    static let unreadKeys = [unreadSecurityKey]
}

// Keys of App Transport Security that are misspelt or in the wrong dictionary.
extension InfoPlistReview {
    /// Apple, Information Property List, NSAppTransportSecurity.
    private static let securityKeys = [
        "NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsInWebContent",
        "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking", "NSExceptionDomains",
        "NSPinnedDomains", "NSRequiresNIAPTLSPackageVersion",
    ]
    /// Apple, Information Property List, NSExceptionDomains.
    private static let exceptionKeys = [
        "NSIncludesSubdomains", "NSExceptionAllowsInsecureHTTPLoads",
        "NSExceptionMinimumTLSVersion", "NSExceptionRequiresForwardSecrecy",
        "NSRequiresCertificateTransparency", "NSExceptionRequiresNIAPTLSPackageVersion",
    ]
    /// Keys that make connections stricter, so that a fix may write them.
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
        // `formerKey` names those of iOS 9.
        guard !known.contains(key), !key.hasPrefix("NSThirdPartyException"),
            !key.hasPrefix("NSTemporary")
        else { return nil }
        if others.contains(key) { return misplaced(entry, isOfHost: known == Self.securityKeys) }
        let meant = closest(to: key, among: known, limit: max(1, key.count / 4)).first
        // Beside the dictionary itself a file may have keys of anything.
        guard isWhole || meant != nil else { return nil }
        let pins = meant == "NSPinnedDomains"
        return finding(
            .unreadSecurityKey,
            pins ? .high : nil,
            at: entry,
            "Apple's systems do not know \(key)",
            meant.map { "did you mean \($0)?" } ?? "not read",
            impact: pins
                ? "no host in it is pinned: any certificate of a trusted authority passes"
                : meant.map { "\($0) counts as not stated" } ?? "it has no effect",
            fix: fix(meant),
            edits(for: entry, meant: meant, isStated: meant.map { dictionary[$0] != nil } ?? false)
        )
    }

    private func fix(_ meant: String?) -> String {
        guard let meant else { return "delete it" }
        return Self.strictKeys.contains(meant)
            ? "write \(meant)" : "delete it; write \(meant) only where the app needs what it allows"
    }

    /// A new spelling where the key makes connections stricter.
    ///
    /// Another key is deleted: the app works without it, and written rightly it would weaken the app.
    private func edits(
        for entry: PropertyListNode.Entry,
        meant: String?,
        isStated: Bool
    ) -> [Edit] {
        if let meant, Self.strictKeys.contains(meant) {
            return isStated ? [] : list.key(meant, for: entry)
        }
        // A dictionary is work that a fix does not throw away.
        return entry.value.entries.isEmpty ? list.deleting(entry) : []
    }

    private func misplaced(_ entry: PropertyListNode.Entry, isOfHost: Bool) -> Finding {
        finding(
            .unreadSecurityKey,
            entry.key == "NSPinnedDomains" ? .high : nil,
            at: entry,
            "Apple's systems do not read \(entry.key) here",
            "in the wrong dictionary",
            impact: entry.key == "NSPinnedDomains"
                ? "no host in it is pinned: any certificate of a trusted authority passes"
                : "it has no effect",
            fix: isOfHost
                ? "put it in the entry of a host under NSExceptionDomains, or delete it"
                : "put it directly under NSAppTransportSecurity, or delete it"
        )
    }
}
