/// A condition that decides whether code runs, such as an option that a user sets.
enum SourceCondition {
    /// A regular expression for the names of options by which a user chooses insecure behaviour.
    static let choices =
        "(?i)insecure|unsafe|skip|no_?verify|verify|verification|trust_?all|accept_?all|"
        + "accept_?any|allow_?all|allow_?any|allow_?self|allow_?invalid|allow_?untrusted|"
        + "self_?signed|ignore_?cert|ignore_?ssl|ignore_?tls|disable_?ssl|disable_?tls|"
        + "disable_?cert|bypass|no_?check|validate"
    /// A regular expression for what a client knows about its peer, and for conditions that test
    /// whether a value exists.
    static let peers =
        "(?i)trust|challenge|protectionspace|authenticationmethod|cert|chain|err|host|credential|"
        + "https|ssl|tls|pin|bundle|buildconfig|nil|null|none|undefined"
    /// The names that are true in debug builds only.
    static let debugNames: Set = ["DEBUG", "__DEV__", "kDebugMode", "isDebugBuild"]

    /// Returns whether a condition asks for insecure behaviour by name.
    static func isAskedFor(_ condition: String) -> Bool {
        (try? Regex(choices).firstMatch(in: condition)) ?? nil != nil
    }

    /// Returns whether a condition holds in debug builds only.
    static func isOfDebug(_ condition: String) -> Bool {
        let words = condition.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        return !condition.contains("!") && words.contains(where: debugNames.contains)
    }
}
