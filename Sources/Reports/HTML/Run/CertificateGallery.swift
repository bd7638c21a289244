import Crypto
import Lint
import X509

/// The fields of the certificates in the evidence of failures, each certificate once.
struct CertificateGallery {
    /// The largest number of certificates that are shown: more would make the page too large.
    private static let most = 200

    private struct Entry {
        let name, text: String
        let anchor: Anchor
    }

    private var entries: [Entry] = []
    /// The anchors of certificates, by the id of the judgement and the name of the certificate.
    private var places: [String: [String: Anchor]] = [:]

    init(_ failures: [JudgementRecord], _ certificates: (String) -> [UInt8]?) {
        var known: [[UInt8]: Anchor] = [:]
        for failure in failures {
            guard let folder = failure.evidence, let bytes = certificates(folder),
                let input = try? InspectedInput(bytes)
            else { continue }
            let names = Self.names(in: bytes)
            for (index, object) in input.objects.enumerated() {
                let name = index < names.count ? names[index] : "certificate"
                let der = object.der
                if known[der] == nil, entries.count < Self.most, let text = Self.text(of: der) {
                    let anchor = Anchor("certificate-\(entries.count + 1)")
                    let title = "\(name) of \(failure.scenario)"
                    entries.append(Entry(name: title, text: text, anchor: anchor))
                    known[der] = anchor
                }
                if let anchor = known[der] { places[failure.id, default: [:]][name] = anchor }
            }
        }
    }

    /// Returns the names of the certificates in a file of evidence; each name is on the line before
    /// its certificate.
    private static func names(in bytes: [UInt8]) -> [String] {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return zip(lines, lines.dropFirst())
            .filter { $0.1.hasPrefix("-----BEGIN ") }.map { String($0.0) }
    }

    private static func text(of der: [UInt8]) -> String? {
        guard let input = try? InspectedInput(der),
            let inspection = try? Inspection(input, Inspection.Request())
        else { return nil }
        return InspectionText(
            inspection: inspection,
            asked: [.fields, .findings],
            isFull: false,
            hasColour: false
        ).text
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Returns the anchors of the certificates in a judgement, by the names of the certificates.
    func links(of judgement: JudgementRecord) -> [String: Anchor] {
        places[judgement.id] ?? [:]
    }

    func write(to html: inout HTML) {
        html.section("certificates", "Certificates") { html in
            for entry in entries {
                html.element("details", .id(entry.anchor)) { html in
                    html.element("summary", text: entry.name)
                    html.element("pre", .fixed("tabindex", "0"), text: entry.text)
                }
            }
        }
    }
}
