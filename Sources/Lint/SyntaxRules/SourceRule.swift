import ScenarioFormat

/// A kind of mistake in source code, as a file of `Rules/` states it.
package struct SourceRule: Sendable {
    /// The texts of a finding, which a search may replace.
    package struct Texts: Sendable {
        package var problem: String?
        package var label: String?
        package var impact: String?
        package var fix: String?
    }

    /// A change that fixes a match.
    package struct Change: Sendable {
        /// The capture whose text is replaced; nil for the whole match.
        package var capture: String?
        /// The new text, in which `$NAME` stands for the text of a capture; nil deletes the range
        /// with its line, comma or separator.
        package var text: String?
    }

    /// A search for the mistake in certain languages.
    package struct Search: Sendable {
        package var languages: [SourceLanguage] = []
        /// The rule object of ast-grep; nil if the search is not for syntax.
        package var match: Value?
        package var command = CommandPattern()
        package var variable = VariablePattern()
        package var setting = SettingPattern()
        /// The conditions that ast-grep's captures must satisfy (`constraints`).
        package var captures: Value?
        /// The capture to underline; nil for the whole match.
        package var place: String?
        package var texts = Texts()
        package var severity: Severity?
        /// A further fact for the reader of a report.
        package var note: String?
        package var changes: [Change] = []
        /// Labels of captures to show with the finding.
        package var related: [(capture: String, label: String)] = []
        /// The circumstances in which a finding becomes a note.
        package var spares: [Spared] = []
        /// A check in Swift that the match must also satisfy.
        package var check: CheckName?
    }

    /// A circumstance in which a finding becomes a note.
    package enum Spared: String, CaseIterable, Sendable {
        /// The statement names only hosts of this machine or a private network.
        case localHosts = "local-hosts"
        /// The whole function names only hosts of this machine or a private network.
        case localHostsOfFunction = "local-hosts-of-function"
    }

    /// A piece of source code, for the rule's test.
    package struct Sample: Sendable {
        package var language = SourceLanguage.settings
        /// The name of the sample's file, for a search for settings.
        package var file = ""
        package var code = ""
        /// The hosts that the app uses.
        package var hosts: [String] = []
        /// The facts that other files of the project show.
        package var project: [ProjectFiles.Fact] = []
    }

    package var id = ""
    package var severity = Severity.critical
    package var about = ""
    package var texts = Texts()
    /// Pages that describe the mistake or its consequence.
    package var sources: [String] = []
    /// Settings of models that show the same fault, such as `urlsession:bug=trust-not-evaluated`.
    package var models: [String] = []
    package var searches: [Search] = []
    /// Words besides the usual words: a file with the mistake has at least one of these or of the
    /// usual words.
    package var words: [String] = []
    /// Code with the mistake: each piece has a finding of this rule, and none of another rule.
    package var bad: [Sample] = []
    /// Code without the mistake: no piece has a finding, except notes.
    package var good: [Sample] = []
    /// The name of the folder that contains the rule's file; the folder belongs to one system.
    package var folder = ""
    /// The document that states the rule; nil for a rule that does not come from a file.
    package var document: Value?

    /// Whether the mistake breaks connections instead of helping an attacker.
    package var isOutage = false
    /// Pairs of programs for the dynamic audit, one with the mistake and one without it.
    package var attacks: [Attack] = []

    /// The id, severity and description of the rule, as lists of rules show them.
    package var rule: Rule { isOutage ? Rule(outage: id, about) : Rule(id, severity, about) }

    /// Two whole programs, for the dynamic audit and as samples for the rule's test; or two
    /// configurations of a server.
    ///
    /// Programs request the URL in their first argument. Their second argument is the PEM file of the
    /// CA to trust. Configurations have words such as `@port@` and `@ca@`.
    package struct Attack: Sendable {
        package var language = SourceLanguage.settings
        /// The name of the configuration; empty for programs.
        package var file = ""
        /// The definition of the server whose configuration these are; empty for programs.
        package var server = ""
        /// Modules or libraries that the programs import, besides those of the language.
        package var modules: [String] = []
        package var accepts = Accepted.anyCertificate
        /// The program with the mistake, which accepts the attacker's certificate.
        package var bad = ""
        /// The program without the mistake, which rejects the attacker's certificate.
        package var good = ""
    }

    /// What a program with the mistake accepts, besides what it must.
    package enum Accepted: String, CaseIterable, Sendable {
        /// Certificates that no trusted CA signed.
        case anyCertificate = "any-certificate"
        /// Self-signed certificates of the server itself, but no other certificates.
        case selfSigned = "self-signed"
        /// Certificates of a trusted CA for another host, but no other certificates.
        case anyName = "any-name"
        /// Of a server: clients without a certificate.
        case noCertificate = "no-certificate"
        /// Of a server: revoked certificates.
        case revoked
        /// Of a server: certificates of a CA whose CRL is missing.
        case missingCRL = "missing-crl"
        /// Of a server: requests for the host that requires certificates, on a connection to another.
        case otherHost = "other-host"
        /// Of a server: certificates of the CA of another host.
        case otherCA = "other-ca"
        /// Of a server: the certificate of one user as that of another.
        case otherUser = "other-user"
        /// Of a server: the user that the client names in the header X-SSL-Client-CN.
        case forgedHeader = "forged-header"
    }
}

extension SourceRule.Search {
    /// The number of ways to search that the search states: a match, commands, variables, settings.
    var kinds: Int {
        [
            match != nil, !command.programs.isEmpty, !variable.names.isEmpty,
            !setting.files.isEmpty,
        ].count { $0 }
    }
}
