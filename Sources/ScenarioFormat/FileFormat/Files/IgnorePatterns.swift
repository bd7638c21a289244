/// The patterns of a `.gitignore`, according to gitignore(5).
package struct IgnorePatterns: Hashable, Sendable {
    private struct Pattern: Hashable, Sendable {
        var segments: [Segment]
        /// Whether the pattern includes again what an earlier pattern excludes.
        var isNegated = false
        var isForFolders = false
    }

    /// A path component, or `**` for any number of folders.
    private enum Segment: Hashable, Sendable {
        case folders
        case name([Part])
    }

    /// A part of a path component.
    private enum Part: Hashable, Sendable {
        case any
        case one
        case byte(UInt8)
        case set([ClosedRange<UInt8>], isNegated: Bool)

        func fits(_ byte: UInt8) -> Bool {
            switch self {
            case .any, .one: true
            case .byte(let other): byte == other
            case .set(let ranges, let isNegated):
                ranges.contains { $0.contains(byte) } != isNegated
            }
        }
    }

    /// The folder of the `.gitignore`, with a trailing slash; empty for the root of all paths.
    private let folder: [UInt8]
    private let patterns: [Pattern]

    /// - Parameters:
    ///   - text: the patterns, one in each line.
    ///   - folder: the folder of the file, written as in the paths to check.
    package init(_ text: [UInt8], in folder: String) {
        self.folder = Array(folder.utf8) + (folder.isEmpty || folder.hasSuffix("/") ? [] : [0x2f])
        patterns = text.split(separator: 0x0a).compactMap(Self.pattern)
    }

    /// Whether the last matching pattern excludes a path; nil if no pattern matches.
    ///
    /// Callers check the folders above the path themselves.
    package func excludes(_ path: String, isFolder: Bool) -> Bool? {
        let bytes = Array(path.utf8)
        guard bytes.starts(with: folder) else { return nil }
        let names = bytes[folder.count...].split(separator: 0x2f).map { Array($0) }
        let last = patterns.last { pattern in
            (isFolder || !pattern.isForFolders) && Self.matches(pattern.segments, names)
        }
        return last.map { !$0.isNegated }
    }

    private static func pattern(_ line: ArraySlice<UInt8>) -> Pattern? {
        var text = line.last == 0x0d ? line.dropLast() : line
        // Trailing spaces count only after a backslash.
        while text.last == 0x20, text.dropLast().last != UInt8(ascii: "\\") { text.removeLast() }
        var pattern = Pattern(segments: [])
        if text.first == UInt8(ascii: "#") { return nil }
        if text.first == UInt8(ascii: "!") {
            pattern.isNegated = true
            text.removeFirst()
        }
        if text.last == 0x2f {
            pattern.isForFolders = true
            text.removeLast()
        }
        let isAnchored = text.contains(0x2f)
        for name in text.split(separator: 0x2f) {
            if name.elementsEqual("**".utf8) {
                pattern.segments.append(.folders)
            } else {
                guard let parts = parts(of: Array(name)) else { return nil }
                pattern.segments.append(.name(parts))
            }
        }
        guard let last = pattern.segments.last else { return nil }
        if !isAnchored { pattern.segments.insert(.folders, at: 0) }
        // The pattern matches what is in the folder, not the folder itself.
        if last == .folders { pattern.segments.append(.name([.any])) }
        return pattern
    }

    /// Returns the parts of a pattern with `*`, `?`, `[…]` and backslashes; nil for an unclosed
    /// bracket, which matches nothing.
    private static func parts(of pattern: [UInt8]) -> [Part]? {
        var parts: [Part] = []
        var rest = pattern[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "*"): parts.append(.any)
            case UInt8(ascii: "?"): parts.append(.one)
            case UInt8(ascii: "\\"): parts.append(.byte(rest.popFirst() ?? byte))
            case UInt8(ascii: "["):
                guard let set = set(in: &rest) else { return nil }
                parts.append(set)
            default: parts.append(.byte(byte))
            }
        }
        return parts
    }

    /// Returns the set of characters after an opening bracket; nil if the bracket is not closed.
    private static func set(in rest: inout ArraySlice<UInt8>) -> Part? {
        var (inside, ranges) = (rest, [ClosedRange<UInt8>]())
        let isNegated = inside.first == UInt8(ascii: "!") || inside.first == UInt8(ascii: "^")
        if isNegated { inside.removeFirst() }
        var isFirst = true
        while var low = inside.popFirst() {
            if low == UInt8(ascii: "]"), !isFirst {
                rest = inside
                return .set(ranges, isNegated: isNegated)
            }
            isFirst = false
            if low == UInt8(ascii: "\\") { low = inside.popFirst() ?? low }
            guard inside.first == UInt8(ascii: "-"), let high = inside.dropFirst().first,
                high != UInt8(ascii: "]")
            else {
                ranges.append(low...low)
                continue
            }
            inside.removeFirst(2)
            if low <= high { ranges.append(low...high) }
        }
        return nil
    }

    /// Whether parts match elements: one element for each part, and any number for a star.
    ///
    /// The time is proportional to the product of both lengths.
    private static func match<Part, Element>(
        _ parts: [Part],
        _ elements: [Element],
        isStar: (Part) -> Bool,
        fits: (Part, Element) -> Bool
    ) -> Bool {
        var (at, next) = (0, 0)
        // The position after the last star: on a mismatch, the star takes one more element.
        var retry: (at: Int, next: Int)?
        while at < elements.count {
            if next < parts.count, isStar(parts[next]) {
                retry = (at, next + 1)
                next += 1
            } else if next < parts.count, fits(parts[next], elements[at]) {
                at += 1
                next += 1
            } else if let last = retry {
                retry = (last.at + 1, last.next)
                (at, next) = (last.at + 1, last.next)
            } else {
                return false
            }
        }
        return parts[next...].allSatisfy(isStar)
    }

    private static func matches(_ segments: [Segment], _ names: [[UInt8]]) -> Bool {
        match(segments, names, isStar: { $0 == .folders }) { segment, name in
            guard case .name(let parts) = segment else { return false }
            return match(parts, name, isStar: { $0 == .any }) { $0.fits($1) }
        }
    }
}
