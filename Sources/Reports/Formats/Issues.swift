/// Collects the accepted attacks of a run as issues for a code scanning service.
struct IssueReporter: Reporter {
    private let document: @Sendable ([Issue]) -> String
    private var plan: PlanRecord?
    private var issues: [Issue] = []

    /// - Parameter document: returns the document with all issues of the run.
    init(_ document: @escaping @Sendable ([Issue]) -> String) {
        self.document = document
    }

    mutating func receive(_ record: RunRecord) -> String {
        switch record {
        case .plan(let plan): self.plan = plan
        case .judgement(let judgement):
            if let issue = Issue(judgement, in: plan) { issues.append(issue) }
        case .summary: return document(issues)
        }
        return ""
    }
}
