import FuzzTargets
import Lint
import ScenarioFormat
import X509

extension FuzzTarget {
    /// For any bytes, the patch of `audit --fix` gives the same file as `--write` does.
    ///
    /// A second review of that file reports none of the findings that the patch claims to fix, and
    /// no new findings.
    ///
    /// An input is the file's name and a line break, then the file, as for `ReviewFile`.
    public static let fixFile = FuzzTarget("FixFile") { bytes in
        let name = String(decoding: bytes.prefix { $0 != newline }, as: UTF8.self)
        let old = Array(bytes.drop { $0 != newline }.dropFirst())
        // 2026-11-23T00:00:00Z.
        let context = ReviewContext(now: .init(seconds: 1_795_392_000))
        let review = Review.file(old, named: name, context: context)
        var search = review.fixSearch
        while let patch = search.patch { search.learn(review.harm(of: patch)) }
        let patch = search.result
        let text = Array(patch.diff(of: "a").utf8)
        guard !patch.fixed.isEmpty else {
            return invariant(patch.result == old && text.isEmpty, "a patch without a fix: \(patch)")
        }
        invariant(
            applied(text[...], to: lines(old)) == lines(patch.result),
            "the patch makes another file: \(String(decoding: text, as: UTF8.self))"
        )
        let fixed = Review.file(patch.result, named: name, context: context)
        let (before, after) = (counts(review.findings), counts(fixed.findings))
        let claimed = counts(patch.fixed)
        for (rule, count) in after {
            invariant(
                count <= before[rule, default: 0] - claimed[rule, default: 0],
                "\(rule) is found \(count) times after \(claimed[rule, default: 0]) fixes: "
                    + String(decoding: text, as: UTF8.self)
            )
        }
    }

    /// Returns the number of findings of each rule, without notes.
    private static func counts(_ findings: [Finding]) -> [String: Int] {
        Dictionary(
            findings.filter { $0.severity != .note }.map { ($0.rule, 1) },
            uniquingKeysWith: +
        )
    }

    /// Returns the lines, each with its line break; the last line may lack a line break.
    private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: newline, omittingEmptySubsequences: false).map {
            Array($0) + [newline]
        }
        .withoutLastBreak
    }

    /// Returns the lines of a file after a patch in the unified format; nil if the patch does not
    /// apply.
    private static func applied(_ change: ArraySlice<UInt8>, to old: [[UInt8]]) -> [[UInt8]]? {
        var (new, place) = ([[UInt8]](), 0)
        let lines = change.split(separator: newline, omittingEmptySubsequences: false).dropLast()
        guard lines.count > 2 else { return nil }
        var rest = lines.dropFirst(2)
        while let head = rest.popFirst() {
            let numbers = head.split { !(0x30...0x39).contains($0) }
                .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            guard head.starts(with: "@@ -".utf8), numbers.count == 4 else { return nil }
            let start = numbers[1] == 0 ? numbers[0] : numbers[0] - 1
            guard start >= place, start + numbers[1] <= old.count else { return nil }
            new += old[place..<start]
            let newStart = numbers[3] == 0 ? numbers[2] : numbers[2] - 1
            guard new.count == newStart else { return nil }
            place = start
            while let line = rest.first, !line.starts(with: "@@ -".utf8) {
                rest = rest.dropFirst()
                var text = Array(line.dropFirst()) + [newline]
                if rest.first?.first == UInt8(ascii: "\\") {
                    text.removeLast()
                    rest = rest.dropFirst()
                }
                switch line.first {
                case UInt8(ascii: "+"): new.append(text)
                case UInt8(ascii: " "), UInt8(ascii: "-"):
                    guard place < old.count, old[place] == text else { return nil }
                    if line.first == UInt8(ascii: " ") { new.append(text) }
                    place += 1
                default: return nil
                }
            }
            guard place == start + numbers[1], new.count == newStart + numbers[3] else {
                return nil
            }
        }
        return new + old[place...]
    }
}

extension [[UInt8]] {
    /// The lines of a file that was split at each line break, without an empty last line.
    fileprivate var withoutLastBreak: [[UInt8]] {
        guard var last else { return self }
        last.removeLast()
        return Array(dropLast()) + (last.isEmpty ? [] : [last])
    }
}

private let newline = UInt8(ascii: "\n")
