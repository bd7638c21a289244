import Basics

// SyntaxRules reads the files of `Rules/`: what to search in source code, and what a finding says.
// SyntaxSearch does the search, and SyntaxReview makes findings of the matches.

/// A language that ast-grep can parse, whose raw value is ast-grep's name for it, or `settings`.
package enum SourceLanguage: String, CaseIterable, Sendable {
    case bash, c, cpp, csharp, dart, dockerfile, elixir, go, groovy, hcl, java, javascript, json,
        kotlin
    case lua, objc, perl, php, powershell, python, ruby, rust, scala, swift, toml, tsx, typescript
    case yaml
    /// Settings files of programs, which Hatpin reads itself, because no grammar knows all their
    /// formats.
    case settings

    /// The name in texts for users.
    package var name: String {
        switch self {
        case .bash: "shell"
        case .cpp: "C++"
        case .csharp: "C#"
        case .hcl: "Terraform"
        case .javascript: "JavaScript"
        case .json: "JSON"
        case .objc: "Objective-C"
        case .php: "PHP"
        case .powershell: "PowerShell"
        case .settings: "settings"
        case .toml: "TOML"
        case .tsx: "TSX"
        case .typescript: "TypeScript"
        case .yaml: "YAML"
        default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        }
    }

    /// Whether ast-grep needs a grammar in a library of its own.
    package var isCustom: Bool {
        switch self {
        case .dockerfile, .groovy, .objc, .perl, .powershell, .toml: true
        default: false
        }
    }

    /// The extension by which ast-grep knows a file in this language.
    package var ending: String {
        switch self {
        case .bash: "sh"
        case .csharp: "cs"
        case .elixir: "ex"
        case .javascript: "js"
        case .kotlin: "kt"
        case .objc: "m"
        case .perl: "pl"
        case .powershell: "ps1"
        case .python: "py"
        case .ruby: "rb"
        case .rust: "rs"
        case .typescript: "ts"
        default: rawValue
        }
    }

    private static let endings: [String: SourceLanguage] = [
        "sh": bash, "bash": bash, "zsh": bash, "ksh": bash, "env": bash, "mk": bash,
        "c": c, "cc": cpp, "cpp": cpp, "cxx": cpp, "c++": cpp, "hpp": cpp, "hh": cpp, "hxx": cpp,
        "ipp": cpp, "ino": cpp, "h": cpp,
        "cs": csharp, "csx": csharp, "dart": dart, "dockerfile": dockerfile, "ex": elixir,
        "exs": elixir, "go": go, "gradle": groovy, "groovy": groovy, "tf": hcl, "tfvars": hcl,
        "hcl": hcl, "java": java, "js": javascript, "json": json, "jsx": javascript,
        "mjs": javascript,
        "cjs": javascript, "kt": kotlin, "kts": kotlin, "lua": lua, "m": objc, "mm": objc,
        "pl": perl, "pm": perl, "t": perl, "php": php, "phtml": php, "ps1": powershell,
        "psm1": powershell, "psd1": powershell, "py": python, "pyw": python, "pyi": python,
        "rb": ruby, "rake": ruby, "gemspec": ruby, "ru": ruby, "rs": rust, "scala": scala,
        "sc": scala, "sbt": scala, "swift": swift, "toml": toml, "ts": typescript,
        "mts": typescript, "cts": typescript, "tsx": tsx, "yaml": yaml, "yml": yaml,
    ]
    private static let names: [String: SourceLanguage] = [
        ".env": bash, ".profile": bash, ".bashrc": bash, ".zshrc": bash, ".bash_profile": bash,
        "Makefile": bash, "GNUmakefile": bash, "makefile": bash,
        "Pipfile": toml,
        "Dockerfile": dockerfile, "Containerfile": dockerfile, "Jenkinsfile": groovy,
        "Rakefile": ruby, "Gemfile": ruby, "Vagrantfile": ruby, "Fastfile": ruby, "Podfile": ruby,
        "Guardfile": ruby, "Capfile": ruby, "Brewfile": ruby, "Podfile.lock": yaml,
    ]
    /// The languages of interpreters in the first line of a script, without version numbers.
    private static let interpreters: [String: SourceLanguage] = [
        "python": python, "node": javascript, "nodejs": javascript, "ruby": ruby, "perl": perl,
        "php": php, "pwsh": powershell, "lua": lua, "sh": bash, "bash": bash, "dash": bash,
        "ash": bash, "zsh": bash, "ksh": bash,
    ]

    /// Returns the language of a file by its name, or otherwise by its first line.
    package static func of(_ name: String, _ bytes: some Collection<UInt8>) -> SourceLanguage? {
        if let language = names[name] { return language }
        if name.hasPrefix("Dockerfile.") { return dockerfile }
        if name.hasPrefix(".env.") { return bash }
        if let point = name.lastIndex(of: "."), point != name.startIndex {
            let ending = name[point...].dropFirst().lowercased()
            if ending == "h", isObjectiveC(bytes) { return objc }
            // Translation files of Qt have the same extension.
            if ending == "ts", bytes.first == UInt8(ascii: "<") { return nil }
            return endings[ending]
        }
        return UnreadLanguages.interpreter(bytes).flatMap { interpreters[$0] }
    }

    /// Returns whether a header is in Objective-C: it has a directive that only Objective-C has.
    private static func isObjectiveC(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        return ["@interface", "@protocol", "@class", "#import"].contains { bytes.holds($0) }
    }
}
