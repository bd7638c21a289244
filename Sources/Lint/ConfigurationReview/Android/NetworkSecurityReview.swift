import ClientModels
import X509

extension ReviewedSystem {
    /// Android's `network_security_config.xml`.
    static let networkSecurityConfig = ReviewedSystem(
        table: RuleTable("Android: network_security_config.xml", Rule.networkSecurityConfig),
        noun: "a network security configuration"
    ) { file, context in
        guard let outline = try? MarkupOutline(file.bytes),
            outline.root.name == "network-security-config"
        else { return nil }
        let review = NetworkSecurityReview(file: file, context: context, outline: outline)
        return Reading(findings: review.findings, comments: outline.comments)
    }
}

extension Rule {
    static let networkSecurityConfig =
        androidCleartext + androidAnchors + androidDates + androidPins + androidDomains
        + androidElements + androidTransparency

    static let androidRefused = Rule(
        outage: "NSC-025",
        "an element in a place where Android rejects it: the app crashes or every connection fails"
    )
}

/// The review of one `network_security_config.xml`.
struct NetworkSecurityReview {
    let file: ReviewedFile
    let context: ReviewContext
    let outline: MarkupOutline

    var root: MarkupNode { outline.root }

    /// A `domain-config` with the names of its domains.
    struct Entry {
        let node: MarkupNode
        let hosts: [String]
        /// The parent entries, from the root down.
        let parents: [MarkupNode]
        /// The pin set of the entry, or the inherited pin set.
        let pinSet: MarkupNode?
        /// Whether all hosts of the entry are on the developer's machine or network.
        let isLocal: Bool

        /// - Parameters:
        ///   - node: the element.
        ///   - parent: the entry around the element; nil for an element below the root.
        init(_ node: MarkupNode, in parent: Entry?) {
            self.node = node
            hosts = node.children(named: "domain").map { AndroidTexts.host($0.text) }
            parents = parent.map { $0.parents + [$0.node] } ?? []
            pinSet = node.children.first { $0.name == "pin-set" } ?? parent?.pinSet
            isLocal = !hosts.isEmpty && hosts.allSatisfy(HostText.isLocal)
        }
    }

    /// All `domain-config` elements, parents before their children.
    var entries: [Entry] { entries(below: root, nil) }

    private func entries(below node: MarkupNode, _ parent: Entry?) -> [Entry] {
        node.children(named: "domain-config").flatMap { child in
            let entry = Entry(child, in: parent)
            return [entry] + entries(below: child, entry)
        }
    }

    var findings: [Finding] {
        let entries = entries
        var found = cleartext(entries) + anchors(entries) + elements(below: root)
        found += structure(entries) + flutter(entries) + transparency(entries)
        for entry in entries {
            found += names(in: entry)
            for pinSet in entry.node.children(named: "pin-set") {
                found += pins(of: pinSet, in: entry)
            }
        }
        found += unpinnedSiblings(entries)
        return found + refusal(after: found) + hosts(entries)
    }

    /// Returns whether the pins of an entry apply today.
    func isInForce(_ entry: Entry) -> Bool {
        // Many entries can inherit the pin set, so the function makes no list of its pins.
        guard let pinSet = entry.pinSet, pinSet.children.contains(where: { $0.name == "pin" })
        else { return false }
        guard let end = pinSet["expiration"].flatMap({ AndroidTexts.expiration($0.value) }) else {
            return true
        }
        return end > context.now
    }

    /// Returns the finding for the exception that Android throws, if no rule has reported its
    /// cause.
    private func refusal(after found: [Finding]) -> [Finding] {
        let known: Set = ["NSC-022", "NSC-023", "NSC-024", "NSC-025", "NSC-026"]
        guard !found.contains(where: { known.contains($0.rule) }),
            let message = AndroidTexts.refusal(of: outline.element)
        else { return [] }
        return [
            Finding(
                .androidRefused,
                at: file.span(root.startTag),
                "Android rejects this file",
                impact: Self.refused + ": \(message)",
                fix: Fix("correct the element in that line")
            )
        ]
    }

    /// The impact of a file that Android rejects.
    static let refused = "the app crashes, or every connection fails"

    /// Returns the place of an element's text, without surrounding white space.
    func textRange(_ node: MarkupNode) -> Range<Int> {
        let bytes = file.bytes[node.content]
        let first = bytes.firstIndex { $0 > 0x20 } ?? node.content.lowerBound
        let last = bytes.lastIndex { $0 > 0x20 } ?? first - 1
        return first..<max(first, last + 1)
    }

    /// Returns the edit that deletes an attribute with the space before it.
    func deleting(_ attribute: MarkupNode.Attribute) -> Edit {
        var start = attribute.range.lowerBound
        while start > 0, file.bytes[start - 1] <= 0x20 { start -= 1 }
        return Edit(start..<attribute.range.upperBound, "")
    }

    /// Returns the edit that deletes an element, with its lines if nothing else is on them.
    func deleting(_ node: MarkupNode) -> Edit { Edit(file.wholeLines(node.range), "") }
}
