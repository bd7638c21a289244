/// A condition that decides whether code runs, such as an option that a user sets.
enum SourceCondition {
    /// A regular expression for the names of options by which a user chooses insecure behaviour.
    static let choices =
        "(?i)insecure|unsafe|skip|no_?verify|verify|verification|trust_?all|accept_?all|"
        + "accept_?any|allow_?all|allow_?any|allow_?self|allow_?invalid|allow_?untrusted|"
        + "self_?signed|ignore_?cert|ignore_?ssl|ignore_?tls|disable_?ssl|disable_?tls|"
        + "disable_?cert|bypass|no_?check|validate|cert_?reqs"
    /// A regular expression for what a client knows about its peer, and for conditions that test
    /// whether a value exists.
    static let peers =
        "(?i)trust|challenge|protectionspace|authenticationmethod|cert|chain|err|host|credential|"
        + "https|ssl|tls|pin|bundle|buildconfig|nil|null|none|undefined"

    /// Returns whether a condition asks for insecure behaviour by name.
    static func isAskedFor(_ condition: String) -> Bool {
        (try? Regex(choices).firstMatch(in: condition)) ?? nil != nil
    }

    /// A branch of a condition.
    enum Branch { case first, second }

    /// Returns the branch that runs in debug builds only; nil if both run in other builds.
    static func debugBranch(_ condition: String) -> Branch? {
        guard !condition.contains("||"), !condition.contains(/\sor\s/) else { return nil }
        let parts = condition.split(separator: /&&|\sand\s/).map(String.init)
        let tests = parts.compactMap(isDebug)
        if tests.contains(true) { return .first }
        return parts.count == 1 && tests == [false] ? .second : nil
    }

    /// Returns whether a part of a condition holds in debug builds (true) or in other builds
    /// (false); nil if the part does not depend on the build.
    private static func isDebug(_ part: String) -> Bool? {
        let flag =
            /(^|[^A-Za-z0-9_.])(BuildConfig\.)?(DEBUG|__DEV__|kDebugMode|([A-Za-z_.]+\.)?isDebugBuild)\b/
        let isBuildType = part.contains("BUILD_TYPE") && part.contains("\"debug\"")
        guard part.contains(flag.wordBoundaryKind(.simple)) || isBuildType else { return nil }
        return part.matches(of: /!|\.not\(\)|false/).count.isMultiple(of: 2)
    }
}
