import ClientModels
import X509

extension ReviewedSystem {
    /// Apple's `Info.plist`.
    static let infoPlist = ReviewedSystem(
        table: RuleTable(
            "Apple: NSAppTransportSecurity in an Info.plist",
            Rule.transportSecurity + Rule.exceptionDomains + Rule.pinnedDomains + Rule.bundlePins
                + Rule.unreadKeys + Rule.functionalPackages
        ),
        noun: "an Info.plist"
    ) { file, context in
        guard let list = PropertyListFile(file), InfoPlistReview.isOne(list.root) else {
            return nil
        }
        let review = InfoPlistReview(list: list, context: context)
        return Reading(findings: review.findings, comments: list.comments)
    }
}

/// The review of one `Info.plist`, or of its `NSAppTransportSecurity` dictionary.
struct InfoPlistReview: PropertyListReview {
    let list: PropertyListFile
    let context: ReviewContext

    private static let keys = [
        "NSAppTransportSecurity", "NSPinnedDomains", "NSExceptionDomains",
        "NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsInWebContent",
        "NSAllowsArbitraryLoadsForMedia", "NSAllowsLocalNetworking",
        "NSRequiresNIAPTLSPackageVersion",
    ]

    static func isOne(_ root: PropertyListNode) -> Bool {
        keys.contains { root[$0] != nil } || root["CFBundleIdentifier"] != nil
    }

    /// The `NSAppTransportSecurity` dictionary; the whole file if it consists only of that
    /// dictionary.
    var security: PropertyListNode {
        if let stated = list.root["NSAppTransportSecurity"] { return stated.value }
        return list.root
    }

    /// Whether the file contains more than the `NSAppTransportSecurity` dictionary.
    var isWhole: Bool {
        list.root["NSAppTransportSecurity"] != nil || list.root["CFBundleIdentifier"] != nil
    }

    var findings: [Finding] {
        let misplaced = misplacedPins + unpinnedExtension
        // Without the dictionary, the platform's strict defaults apply.
        guard list.root["NSAppTransportSecurity"] != nil || !isWhole else { return misplaced }
        return misplaced + loads + exceptions + unreadKeys + functionalPackages + pinned
            + olderReleases + hosts
    }
}
