/// Languages of programs, templates and infrastructure that Hatpin cannot read.
package enum UnreadLanguages {
    /// The extensions of files in these languages.
    ///
    /// Hatpin reads every language that rules search in, even if its extension is listed here.
    private static let endings: Set = [
        // Ruby, Crystal, Perl, Lua, Tcl, Awk, R, Julia
        "rb", "rake", "gemspec", "ru", "erb", "cr", "pl", "pm", "lua", "tcl", "awk", "r", "jl",
        // C#, F#, Visual Basic, and pages of .NET
        "cs", "csx", "cshtml", "razor", "fs", "fsx", "vb", "vbs", "asp", "aspx", "ascx",
        // Rust, Zig, Nim, Pascal, COBOL, CUDA
        "rs", "zig", "nim", "pas", "dpr", "cbl", "cob", "cu",
        // Scala, Clojure, and pages of Java
        "scala", "sc", "sbt", "clj", "cljs", "cljc", "jsp", "jspx", "cfm", "cfc",
        // Elixir, Erlang, Haskell, OCaml
        "ex", "exs", "eex", "heex", "erl", "hrl", "hs", "lhs", "ml", "mli",
        // PowerShell and other shells
        "ps1", "psm1", "psd1", "bat", "cmd", "fish", "csh", "tcsh",
        // Other forms of JavaScript and Python
        "vue", "svelte", "astro", "coffee", "ipynb", "pyx", "pxd", "pyw",
        // Terraform, Bicep, Puppet, Nix, CUE, Jsonnet, and templates of configurations
        "tf", "tfvars", "hcl", "bicep", "pp", "nix", "cue", "jsonnet", "libsonnet", "j2", "tpl",
        "tmpl",
    ]
    private static let names: Set = [
        "Rakefile", "Gemfile", "Vagrantfile", "Fastfile", "Appfile", "Brewfile", "Guardfile",
        "Capfile", "Berksfile", "Jenkinsfile", "justfile", "Justfile", "Tiltfile", "Snakefile",
        "SConstruct", "SConscript", "Earthfile",
    ]

    /// Returns the name in reports for a file in one of these languages: its extension, such as
    /// `.rb`, or its file name.
    ///
    /// - Returns: the name; nil for other files, such as pictures.
    package static func kind(of name: String) -> String? {
        if names.contains(name) { return name }
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return nil }
        let ending = name[point...].dropFirst().lowercased()
        return endings.contains(ending) ? "." + ending : nil
    }

    /// Returns the name in reports for a script, by the interpreter in its first line, such as
    /// `#!ruby`; nil for a file that is not a script.
    package static func script(_ bytes: some Collection<UInt8>) -> String? {
        interpreter(bytes).map { "#!" + $0 }
    }

    /// Returns the interpreter in the first line of a script, without its folder and version, such
    /// as `python` for `#!/usr/bin/env python3`; nil for a file that is not a script.
    static func interpreter(_ bytes: some Collection<UInt8>) -> String? {
        guard bytes.starts(with: Array("#!".utf8)) else { return nil }
        let line = String(decoding: bytes.prefix(128).prefix { $0 != .newline }, as: UTF8.self)
        let words = line.dropFirst(2).split(whereSeparator: \.isWhitespace)
            .map { $0.split(separator: "/").last ?? $0 }
        let interpreter = words.first { $0 != "env" && !$0.hasPrefix("-") } ?? ""
        return interpreter.filter { $0.isASCII && $0.isLetter }
    }
}
