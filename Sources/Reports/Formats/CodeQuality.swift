extension ReportFormat {
    /// For merge requests of GitLab.
    package static let gitlab = ReportFormat(
        name: "gitlab",
        about: "Code quality of GitLab, an issue for each accepted attack.",
        isForPrograms: true
    ) { _ in IssueReporter { CodeQualityDocument($0).text } }
}
