import FileFormat
import Models
import Notations
import PKIX

extension ReviewedSystem {
    /// Android's `network_security_config.xml`.
    static let networkSecurityConfig = ReviewedSystem(
        table: RuleTable("Android: network_security_config.xml", Rule.networkSecurityConfig),
        noun: "a network security configuration"
    ) { file, context in
        guard let outline = try? MarkupOutline(file.bytes),
            outline.root.name == "network-security-config"
        else { return nil }
        let review = NetworkSecurityReview(file: file, context: context, root: outline.root)
        return Reading(findings: review.findings, comments: outline.comments)
    }
}

/// Mistakes of one `network_security_config.xml`.
struct NetworkSecurityReview {
    let file: ReviewedFile
    let context: ReviewContext
    let root: MarkupNode

    /// An element that holds domains, and the domains' names.
    struct Entry {
        let node: MarkupNode
        let hosts: [String]
    }

    var findings: [Finding] {
        entries.flatMap { entry in
            entry.node.children(named: "pin-set").flatMap { dates(of: $0, in: entry) }
        }
    }

    /// Every `domain-config`, parents before their children.
    var entries: [Entry] { entries(below: root) }

    private func entries(below node: MarkupNode) -> [Entry] {
        node.children(named: "domain-config").flatMap { entry in
            let hosts = entry.children(named: "domain").map { AndroidTexts.host($0.text) }
            return [Entry(node: entry, hosts: hosts)] + entries(below: entry)
        }
    }
}
