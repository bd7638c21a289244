/// Texts that attack their reader; every report is tested with them.
package enum HostileTexts {
    package static let all = [
        "a\u{1b}[31mb", "a\u{9b}31mb", "a\n::error::b", "##[error]b", "a\u{202e}b", "a\0b",
        "a]]>b", "</script>", "a\rb", #"'"\&"#, "a\u{2028}b", "a\u{ffff}b", "a\u{e0041}b", "100%",
        "bücher.example 例え", "<script>alert(1)</script>", "\" onload=\"alert(1)",
        "javascript:alert(1)",
        "</style><img src=x onerror=alert(1)>", "<!-- a", "| a | b |\n|-|-|", "[a](javascript:b)",
        "```\na\n```", "<details open>", "@everyone #1", "{{ a }}", "${a}", "__proto__", "a\tb",
    ]
}
