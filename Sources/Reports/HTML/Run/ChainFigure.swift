/// The chain as a figure made of lists: the topmost issuer first; each certificate signs the next.
struct ChainFigure {
    private let chain: ChainRecord
    private let judgement: JudgementRecord
    /// The anchor of each certificate's fields, by the name of the certificate.
    private let links: [String: Anchor]

    init(_ chain: ChainRecord, _ judgement: JudgementRecord, _ links: [String: Anchor]) {
        (self.chain, self.judgement, self.links) = (chain, judgement, links)
    }

    func write(to html: inout HTML) {
        html.element("figure", .label("The chain")) { html in
            html.element("div", .style("chains")) { html in
                if let server = chain.server { column("The server has", server, &html) }
                column("The client received", chain.received, &html)
            }
            if !chain.changes.isEmpty || !judgement.serverFaults.isEmpty { notes(&html) }
        }
    }

    private func column(
        _ title: StaticString,
        _ certificates: [ChainRecord.Certificate],
        _ html: inout HTML
    ) {
        html.element("div") { html in
            html.element("h4") { $0.literal(title) }
            html.element("ol", .style("chain")) { html in
                for (index, certificate) in certificates.enumerated() {
                    let above = index > 0 ? certificates[index - 1].name : nil
                    box(certificate, below: above, &html)
                }
            }
        }
    }

    private func box(
        _ certificate: ChainRecord.Certificate,
        below above: String?,
        _ html: inout HTML
    ) {
        html.element("li", .style(style(of: certificate))) { html in
            html.element("strong") { html in
                if let place = links[certificate.name] {
                    html.element("a", .to(place), text: certificate.name)
                } else {
                    html.escape(certificate.name)
                }
            }
            html.element("span", .style("signer"), text: signer(of: certificate, below: above))
            for mark in certificate.marks.compactMap(\.words) {
                html.element("span", .style("mark"), text: mark)
            }
            if !certificate.marks.contains(.sent) {
                html.element("span", .style("faint")) { $0.literal("not sent") }
            }
            for change in certificate.changes {
                html.element("span", .style("change")) { html in
                    html.literal("≠ ")
                    html.element("code", text: change)
                }
            }
        }
    }

    private func style(of certificate: ChainRecord.Certificate) -> StaticString {
        if !certificate.changes.isEmpty { return "changed" }
        return certificate.marks.contains(.sent) ? "sent" : "unsent"
    }

    private func signer(of certificate: ChainRecord.Certificate, below above: String?) -> String {
        if certificate.issuer == certificate.name { return "self-signed" }
        return above == certificate.issuer
            ? "↑ signed by \(certificate.issuer)" : "signed by \(certificate.issuer)"
    }

    private func notes(_ html: inout HTML) {
        html.element("figcaption") { html in
            html.literal("Also: ")
            let serverFaults = judgement.serverFaults.map { "the server: \($0)" }
            html.element("code", text: (chain.changes + serverFaults).joined(separator: ", "))
        }
    }
}
