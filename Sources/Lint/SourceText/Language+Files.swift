extension Language {
    private static let endings: [String: Language] = [
        "kt": kotlin, "kts": kotlin, "gradle": kotlin, "groovy": kotlin, "java": java,
        "swift": swift, "m": objectiveC, "mm": objectiveC, "h": objectiveC,
        "c": c, "cc": c, "cpp": c, "cxx": c, "c++": c, "hpp": c, "hh": c, "hxx": c, "ipp": c,
        "ino": c,
        "sh": shell, "bash": shell, "zsh": shell, "ksh": shell, "env": shell, "mk": shell,
        "py": python, "toml": python,
        "js": javaScript, "jsx": javaScript, "mjs": javaScript, "cjs": javaScript,
        "ts": javaScript, "tsx": javaScript, "mts": javaScript, "cts": javaScript,
        "go": go, "dart": dart, "php": php,
        "yaml": yaml, "yml": yaml,
    ]
    private static let names: [String: Language] = [
        "Dockerfile": shell, "Containerfile": shell, "Makefile": shell, ".env": shell,
        ".profile": shell, ".bashrc": shell, ".zshrc": shell, ".bash_profile": shell,
        "package.json": javaScript,
    ]

    /// Returns the language of a file by its name, or else by its first line.
    package static func of(_ name: String, _ bytes: some Collection<UInt8>) -> Language? {
        if let language = names[name] { return language }
        if name.hasPrefix("Dockerfile.") || name.hasPrefix(".env.") { return shell }
        if let point = name.lastIndex(of: "."), point != name.startIndex {
            return endings[String(name[point...].dropFirst()).lowercased()]
        }
        let line = String(decoding: bytes.prefix(64).prefix { $0 != .newline }, as: UTF8.self)
        guard line.hasPrefix("#!") else { return nil }
        if line.contains("python") { return python }
        if line.contains("node") { return javaScript }
        if line.contains("php") { return php }
        return line.contains("sh") ? shell : nil
    }
}
