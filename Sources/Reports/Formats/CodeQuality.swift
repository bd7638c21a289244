extension ReportFormat {
    /// The report for merge requests of GitLab.
    package static let gitlab = ReportFormat(
        name: "gitlab",
        about: "GitLab Code Quality, one issue for each accepted attack.",
        isForPrograms: true
    ) { _ in IssueReporter { CodeQualityDocument($0).text } }
}
