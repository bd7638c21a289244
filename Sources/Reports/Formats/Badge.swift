import Basics
import Runner

/// A badge as an SVG picture, with the number of the most severe outcomes and a word for them.
struct BadgeReporter: Reporter {
    private var pairs = 0

    mutating func receive(_ record: RunRecord) -> String {
        switch record {
        case .plan(let plan): pairs = plan.pairs
        case .judgement: break
        case .summary(let summary): return picture(summary)
        }
        return ""
    }

    private func picture(_ summary: SummaryRecord) -> String {
        let (words, colour) = verdict(summary)
        // The width of the left part; a letter is about seven units wide.
        let left = 52
        let right = 7 * words.unicodeScalars.count + 12
        var xml = XMLText()
        xml.markup("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"")
        xml.attribute("width", "\(left + right)")
        xml.attribute("height", "20")
        xml.attribute("aria-label", "hatpin: \(words)")
        xml.markup("><title>")
        xml.escape("hatpin: \(words)")
        xml.markup("</title>")
        box(at: 0, left, "#444", &xml)
        box(at: left, right, colour, &xml)
        xml.markup("<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\"")
        xml.markup(" font-size=\"11\" text-anchor=\"middle\">")
        label("hatpin", at: left / 2, &xml)
        label(words, at: left + right / 2, &xml)
        xml.markup("</g></svg>\n")
        return xml.text
    }

    /// Returns the words and the colour of the badge's right part.
    ///
    /// The colours have a contrast of at least 4.5 with white (WCAG 2.2, 1.4.3).
    private func verdict(_ summary: SummaryRecord) -> (words: String, colour: String) {
        let tally = summary.tally
        if tally[.falseAccept] > 0 { return ("\(tally[.falseAccept]) accepted", "#a8280c") }
        if tally.failures > 0 { return ("\(tally.failures) unexpected", "#7a4d00") }
        if tally.total < pairs { return ("stopped", "#57606a") }
        return ("\(tally[.pass]) as expected", "#0a5ca8")
    }

    private func box(at x: Int, _ width: Int, _ colour: String, _ xml: inout XMLText) {
        xml.markup("<rect height=\"20\"")
        xml.attribute("x", "\(x)")
        xml.attribute("width", "\(width)")
        xml.attribute("fill", colour)
        xml.markup("/>")
    }

    private func label(_ words: String, at x: Int, _ xml: inout XMLText) {
        xml.markup("<text y=\"14\"")
        xml.attribute("x", "\(x)")
        xml.markup(">")
        xml.escape(words)
        xml.markup("</text>")
    }
}
