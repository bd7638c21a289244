import Basics

/// A judgement with all its details, which come from a run file alone.
package struct CaseText {
    private let judgement: JudgementRecord
    private let plan: PlanRecord
    private let options: ReportOptions

    /// - Parameters:
    ///   - judgement: the judgement of the pair.
    ///   - plan: the plan of the run.
    ///   - options: the options of the reader.
    package init(_ judgement: JudgementRecord, in plan: PlanRecord, _ options: ReportOptions) {
        (self.judgement, self.plan, self.options) = (judgement, plan, options)
    }

    /// The lines for a terminal.
    package var text: String {
        var text = TerminalText(hasColour: options.hasColour)
        for line in judgement.about.split(separator: "\n", omittingEmptySubsequences: false) {
            text.value(line.isEmpty ? "" : "  " + line)
            text.newLine()
        }
        facts(&text)
        if let chain = judgement.chain {
            if let server = chain.server { column("the server has", server, &text) }
            column("the client received", chain.received, &text)
            for change in chain.changes { line("  also:  " + change, &text) }
        }
        let failure = FailureText(judgement: judgement, plan: plan, options: options)
        return failure.block() + text.text
    }

    private func facts(_ text: inout TerminalText) {
        field("tags", judgement.tags.joined(separator: ", "), &text)
        field("covers", judgement.covers.joined(separator: ", "), &text)
        field("importance", judgement.importance ?? "", &text)
        field("alert", judgement.alert ?? "", &text)
        let request = judgement.hasRequested ? ", the request arrived" : ""
        field("connections", "\(judgement.connections)\(request)", &text)
        field("path", judgement.path?.joined(separator: " ← ") ?? "", &text)
        field("disposition", judgement.disposition ?? "", &text)
        field("result", judgement.trustResult ?? "", &text)
        untrusted("error", judgement.error, &text)
        untrusted("setup", judgement.configurationError, &text)
        untrusted("control", judgement.control, &text)
    }

    private func field(_ name: StaticString, _ value: String, _ text: inout TerminalText) {
        guard !value.isEmpty else { return }
        untrusted(name, Untrusted(value), &text)
    }

    private func untrusted(
        _ name: StaticString,
        _ value: Untrusted?,
        _ text: inout TerminalText
    ) {
        guard let value else { return }
        let column = FailureText.valueColumn + 2
        text.field(name, at: column, width: options.width) { $0.value(value) }
    }

    private func column(
        _ title: StaticString,
        _ certificates: [ChainRecord.Certificate],
        _ text: inout TerminalText
    ) {
        text.literal(title, .strong)
        text.newLine()
        for certificate in certificates {
            let signer =
                certificate.issuer == certificate.name
                ? "self-signed" : "signed by \(certificate.issuer)"
            let marks = certificate.marks.compactMap(\.words)
            let sent = certificate.marks.contains(.sent) ? [] : ["not sent"]
            let facts = ([signer] + marks + sent).joined(separator: ", ")
            line("  \(certificate.name)   (\(facts))", &text)
            for change in certificate.changes { line("    ≠ " + change, &text) }
        }
    }

    private func line(_ words: String, _ text: inout TerminalText) {
        text.value(words)
        text.newLine()
    }
}

extension ChainRecord.Mark {
    /// A glyph and a word for the certificate's role; nil for a certificate without a special role.
    package var words: String? {
        switch self {
        case .sent: nil
        case .trusted: "✓ trusted"
        case .trustedByUser: "✓ trusted by the user"
        case .pinned: "★ pinned"
        }
    }
}
