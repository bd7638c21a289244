import Crypto
import X509

/// The style or the script of the page, the only texts on it that are not escaped.
struct PageResource: Sendable {
    /// The name of the element: `style` or `script`.
    let element: StaticString
    let text: String

    static let style = PageResource("style", PackageResources.report_css)
    static let script = PageResource("script", PackageResources.report_js)

    private init(_ element: StaticString, _ bytes: [UInt8]) {
        self.element = element
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the Content Security Policy of a page with these resources: the page loads, runs and
    /// sends nothing else.
    static func policy(of resources: [PageResource]) -> String {
        let sources = resources.map { "\($0.element)-src \($0.source); " }.joined()
        return "default-src 'none'; \(sources)base-uri 'none'; form-action 'none'"
    }

    /// The hash of the resource, by which the policy allows it (CSP Level 3 §2.3.1).
    private var source: String {
        guard let hash = try? Digest.sha256.hash(Array(text.utf8)) else { return "'none'" }
        return "'sha256-\(Base64.text(hash))'"
    }
}
