import Basics
import Runner
import X509

/// JUnit XML for GitLab, Jenkins and GitHub Actions: a suite for each folder and a case for each
/// judgement.
///
/// The document is written when the summary arrives. Names are ids, so that they are unique: GitLab
/// keeps only the first of duplicates. Passed cases carry no output, since GitLab's limits are 30
/// MB a file and 250,000 objects.
struct JUnitReporter: Reporter {
    private struct Suite {
        var cases = XMLText()
        var tests = 0, failures = 0, errors = 0, skipped = 0
        /// The sum of the durations of the judgements, in microseconds.
        var elapsed = 0
    }

    private var plan: PlanRecord?
    private var order: [String] = []
    private var suites: [String: Suite] = [:]

    mutating func receive(_ record: RunRecord) -> String {
        switch record {
        case .plan(let plan):
            self.plan = plan
            return ""
        case .judgement(let judgement):
            add(judgement)
            return ""
        case .summary(let summary):
            return document(summary).text
        }
    }

    private mutating func add(_ judgement: JudgementRecord) {
        let folder = judgement.folder
        if suites[folder] == nil { order.append(folder) }
        var suite = suites.removeValue(forKey: folder) ?? Suite()
        suite.tests += 1
        suite.elapsed += judgement.elapsed
        switch judgement.junitKind {
        case .passed: break
        case .skipped: suite.skipped += 1
        case .failure: suite.failures += 1
        case .error: suite.errors += 1
        }
        suite.cases.testCase(judgement, plan)
        suites[folder] = suite
    }

    private func document(_ summary: SummaryRecord) -> XMLText {
        var xml = XMLText()
        xml.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hatpin\"")
        let all = suites.values
        xml.attribute("tests", String(all.reduce(0) { $0 + $1.tests }))
        xml.attribute("failures", String(all.reduce(0) { $0 + $1.failures }))
        xml.attribute("errors", String(all.reduce(0) { $0 + $1.errors }))
        xml.attribute("skipped", String(all.reduce(0) { $0 + $1.skipped }))
        xml.attribute("time", seconds(summary.elapsed))
        xml.markup(">\n")
        for folder in order {
            guard let suite = suites[folder] else { continue }
            write(suite, of: folder, summary, to: &xml)
        }
        xml.markup("</testsuites>\n")
        return xml
    }

    private func write(
        _ suite: Suite,
        of folder: String,
        _ summary: SummaryRecord,
        to xml: inout XMLText
    ) {
        xml.markup("  <testsuite")
        xml.attribute("name", folder)
        xml.attribute("tests", String(suite.tests))
        xml.attribute("failures", String(suite.failures))
        xml.attribute("errors", String(suite.errors))
        xml.attribute("skipped", String(suite.skipped))
        xml.attribute("time", seconds(suite.elapsed))
        if let plan { xml.attribute("timestamp", plan.started.description) }
        xml.markup(">\n")
        if let plan { properties(plan, summary, to: &xml) }
        xml.markup(suite.cases)
        xml.markup("  </testsuite>\n")
    }

    private func properties(_ plan: PlanRecord, _ summary: SummaryRecord, to xml: inout XMLText) {
        var properties = [
            ("tool", plan.tool), ("seed", String(plan.seed)), ("now", plan.now.description),
            ("plan", plan.hash),
        ]
        if plan.isChainOnly { properties.append(("chain-only", "true")) }
        if summary.wasInterrupted { properties.append(("interrupted", "true")) }
        xml.markup("    <properties>\n")
        for (name, value) in properties + plan.parties.map({ ("party", $0) }) {
            xml.markup("      <property")
            xml.attribute("name", name)
            xml.attribute("value", value)
            xml.markup("/>\n")
        }
        xml.markup("    </properties>\n")
    }
}

/// Returns seconds with six decimal places.
private func seconds(_ microseconds: Int) -> String {
    let fraction = String(microseconds % 1_000_000)
    let zeros = String(repeating: "0", count: max(0, 6 - fraction.count))
    return "\(microseconds / 1_000_000).\(zeros)\(fraction)"
}

private enum JUnitKind {
    case passed, skipped, failure, error
}

extension JudgementRecord {
    /// The folder of the scenario, or the tool's name if the scenario is in the root.
    fileprivate var folder: String {
        let path = scenario.prefix { $0 != "[" }
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "hatpin"
    }

    fileprivate var junitKind: JUnitKind {
        switch outcome {
        case .pass: .passed
        case .known, .notApplicable, .notDelivered: .skipped
        case .falseAccept, .falseReject, .wrongReason, .wrongObservation, .staleDifference: .failure
        case .inconclusive, .timeout, .crash, .closed, .clientError, .harnessError: .error
        }
    }

    /// Writes the expected and the actual verdict: `expected reject: expired, got accept`.
    fileprivate func writeMessage(to xml: inout XMLText) {
        xml.escape("expected \(expected.words), got ")
        switch verdict {
        case .accept: xml.escape("accept")
        case .reject(let reason, _): xml.escape("reject: \(reason)")
        case nil: xml.escape("no verdict")
        }
        if let mismatch {
            xml.escape(", \(mismatch.key): ")
            mismatch.observed.write(to: &xml)
        }
    }

    fileprivate func writeExplanation(_ plan: PlanRecord?, to xml: inout XMLText) {
        let words = words(in: plan)
        xml.escape(Prose.firstSentence(of: about))
        if case .reject(_, let sentence) = verdict {
            xml.markup("\nThe party said: ")
            sentence.write(to: &xml)
        }
        xml.markup("\nBecause: ")
        xml.escape(words.because)
        if let control {
            xml.markup("\nControl: ")
            control.write(to: &xml)
        }
        xml.markup("\nThe client received: ")
        xml.escape(presented.joined(separator: ", "))
        xml.markup("\nPlace: ")
        xml.escape("\(file):\(line)")
        if let again = words.again {
            xml.markup("\nAgain: ")
            xml.escape(again)
        }
        if let evidence {
            xml.markup("\n[[ATTACHMENT|")
            xml.escape("\(evidence)/chain.pem")
            xml.markup("]]")
        }
    }
}

extension XMLText {
    fileprivate mutating func testCase(_ judgement: JudgementRecord, _ plan: PlanRecord?) {
        markup("    <testcase")
        attribute("classname", judgement.folder)
        attribute("name", judgement.id)
        attribute("file", judgement.file)
        attribute("line", String(judgement.line))
        attribute("time", seconds(judgement.elapsed))
        switch judgement.junitKind {
        case .passed: markup("/>\n")
        case .skipped: skipped(judgement)
        case .failure: explained("failure", judgement, plan)
        case .error: explained("error", judgement, plan)
        }
    }

    private mutating func skipped(_ judgement: JudgementRecord) {
        markup(">\n      <skipped")
        attribute("message") { xml in
            switch judgement.outcome {
            case .known: xml.escape("known difference: ")
            case .notDelivered: xml.escape("not delivered: ")
            default: xml.escape("not applicable: ")
            }
            judgement.detail?.write(to: &xml)
        }
        markup("/>\n    </testcase>\n")
    }

    private mutating func explained(
        _ element: StaticString,
        _ judgement: JudgementRecord,
        _ plan: PlanRecord?
    ) {
        markup(">\n      <")
        markup(element)
        attribute("type", judgement.outcome.rawValue)
        attribute("message") { judgement.writeMessage(to: &$0) }
        markup(">")
        judgement.writeExplanation(plan, to: &self)
        markup("</")
        markup(element)
        markup(">\n    </testcase>\n")
    }
}
