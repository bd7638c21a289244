// Messages about bytes and YAML.

extension Fault {
    static func yamlSyntax(_ problem: String, context: String? = nil) -> Fault {
        Fault(
            .yamlSyntax,
            [problem, context].compactMap(\.self).joined(separator: " "),
            // Commands and patterns often contain a colon before a space.
            help: problem.hasPrefix("mapping values are not allowed")
                ? "quote the text, because ': ' ends a key" : nil
        )
    }

    static func unclosed(_ bracket: Unicode.Scalar) -> Fault {
        Fault(
            .yamlSyntax,
            "the '\(bracket)' is not closed",
            help: "close it with '\(bracket == "{" ? "}" : "]")'"
        )
    }

    static func unquotedWildcard(_ text: String) -> Fault {
        Fault(
            .unquotedWildcard,
            "a wildcard name must be quoted in YAML",
            help: "write \"\(text)\""
        )
    }

    static func anchor(_ text: String) -> Fault {
        Fault(
            .alias,
            "anchor '\(text)'; anchors and aliases are not part of the format",
            help: "start from another setup with base, or quote the text if it starts with &"
        )
    }

    static func alias(_ text: String) -> Fault {
        Fault(
            .alias,
            "alias '\(text)'; anchors and aliases are not part of the format",
            help: "start from another setup with base, or quote the text if it starts with *"
        )
    }

    static func tag(_ text: String) -> Fault {
        Fault(
            .tag,
            "tag '\(text)'; tags are not part of the format",
            help: "leave it out, or quote the text if it starts with !"
        )
    }

    static let mergeKey = Fault(
        .mergeKey,
        "merge keys are not part of the format",
        help: "start from another scenario's setup with base"
    )

    static let complexKey = Fault(.complexKey, "a key must be one word")

    static func duplicateKey(_ key: String, firstLine: Int) -> Fault {
        Fault(.duplicateKey, "key '\(key)' is repeated", help: "the first is in line \(firstLine)")
    }

    static let tab = Fault(.tab, "a tab in the indentation", help: "indent with spaces")

    static func notUTF8(encoding: String?) -> Fault {
        Fault(
            .notUTF8,
            encoding.map { "the file is \($0)" } ?? "a byte that is not UTF-8",
            help: "save the file as UTF-8"
        )
    }

    static func controlCharacter(_ scalar: Unicode.Scalar) -> Fault {
        let number = String(scalar.value, radix: 16, uppercase: true)
        let padding = String(repeating: "0", count: max(0, 4 - number.count))
        return Fault(
            .controlCharacter,
            "control character U+\(padding)\(number)",
            help: "write it as an escape in double quotes"
        )
    }

    package static func tooLarge(limit: Int) -> Fault {
        Fault(.tooLarge, "the file is larger than \(limit) bytes")
    }

    static func tooDeep(limit: Int) -> Fault {
        Fault(.tooDeep, "lists and mappings nest deeper than \(limit)")
    }

    static func tooManyNodes(limit: Int) -> Fault {
        Fault(.tooManyNodes, "the file has more than \(limit) keys and values")
    }

    static let empty = Fault(.empty, "the file contains only spaces and comments")

    static func directive(_ text: String) -> Fault {
        Fault(.directive, "directive '\(text)'; directives are not part of the format")
    }

    package static func unreadable(_ reason: String) -> Fault {
        Fault(.unreadable, "cannot read: \(reason)")
    }
}
