import Basics

/// A line of ast-grep's output (`--json=stream`).
struct AstGrepMatch {
    /// The number of the file.
    let file: Int
    /// The match of a search; nil for a place that does not parse.
    let match: SyntaxMatch?
    /// The bytes of the place.
    private let range: Range<Int>

    init?(_ line: some Collection<UInt8>) {
        guard let value = try? JSONValue(line), let id = value["ruleId"]?.string,
            let name = value["file"]?.string?.split(separator: "/").last?.split(separator: ".")
                .first,
            let file = Int(name), let range = Self.range(of: value)
        else { return nil }
        (self.file, self.range) = (file, range)
        guard !id.hasPrefix(AstGrepRules.errors) else {
            match = nil
            return
        }
        guard let target = SearchTarget(id) else { return nil }
        var captures: [String: Range<Int>] = [:]
        if case .object(let members)? = value["metaVariables"]?["single"] {
            for member in members { captures[member.name] = Self.range(of: member.value) }
        }
        if case .object(let members)? = value["metaVariables"]?["multi"] {
            for member in members where member.name != "secondary" {
                guard case .array(let nodes) = member.value,
                    let first = nodes.first.flatMap(Self.range),
                    let last = nodes.last.flatMap(Self.range)
                else { continue }
                captures[member.name] = first.lowerBound..<max(first.lowerBound, last.upperBound)
            }
        }
        match = SyntaxMatch(target: target, range: range, captures: captures)
    }

    /// Whether every place is in a file of this size.
    func fits(_ size: Int) -> Bool {
        range.upperBound <= size
            && match?.captures.values.allSatisfy { $0.upperBound <= size } ?? true
    }

    private static func range(of value: JSONValue) -> Range<Int>? {
        guard let offsets = value["range"]?["byteOffset"],
            let start = offsets["start"]?.integer(Int.self),
            let end = offsets["end"]?.integer(Int.self), 0 <= start, start <= end
        else { return nil }
        return start..<end
    }
}
