import ScenarioFormat

extension CodeRule {
    static let curlConfig = CodeRule(
        "CUR-002",
        .critical,
        "`insecure` in `.curlrc`",
        in: [.nginx],
        "every call of curl accepts every certificate",
        label: "turns off certificate checks",
        impact: "for every call that reads this file, " + Impact.anything,
        fix: "delete it; for a private CA, use cacert",
        .delete,
        find: { review in
            guard review.file.lastName.hasSuffix("curlrc") else { return [] }
            return ["insecure", "-k", "--insecure"].flatMap {
                review.source.occurrences(of: $0)
            }.filter { review.source.token($0 - 1).map { $0.kind == .newline } ?? true }
                .map { Match($0..<$0 + 1) }
        }
    )
}
