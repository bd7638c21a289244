/// Collects the records of a run for its page.
struct RunReporter: Reporter {
    private let options: ReportOptions
    private var plan: PlanRecord?
    private var judgements: [JudgementRecord] = []

    init(options: ReportOptions) {
        self.options = options
    }

    mutating func receive(_ record: RunRecord) -> String {
        switch record {
        case .plan(let plan):
            self.plan = plan
            return ""
        case .judgement(let judgement):
            judgements.append(judgement)
            return ""
        case .summary(let summary):
            return RunPage(
                plan: plan,
                judgements: judgements,
                summary: summary,
                certificates: options.certificates,
                since: options.since
            ).document
        }
    }
}
