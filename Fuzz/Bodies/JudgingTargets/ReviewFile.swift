import FuzzTargets
import Lint
import ScenarioFormat
import X509

extension FuzzTarget {
    /// Any bytes are reviewed as a configuration or a settings file; the file name decides which.
    ///
    /// A finding quotes the line that it points at. The edits of a fix are inside the file, do not
    /// overlap, and change it. The fixed file has no more findings of that kind. The time is not
    /// quadratic in the length.
    ///
    /// An input is the file's name and a line break, then the file. A name with a folder belongs to
    /// a project for which every fact is true; without a folder, the review uses a host. Each line
    /// of a shell script is one command, since no target starts ast-grep.
    public static let reviewFile = FuzzTarget("ReviewFile") { bytes in
        let name = String(decoding: bytes.prefix { $0 != newline }, as: UTF8.self)
        let bytes = Array(bytes.drop { $0 != newline }.dropFirst())
        let file = ReviewedFile(bytes, named: name)
        let findings = review(file)
        let lines = file.bytes.split(separator: newline, omittingEmptySubsequences: false)
        for finding in findings {
            for place in [finding.place].compactMap(\.self) + finding.related.map(\.place) {
                check(place, of: finding, in: lines, of: file.bytes.count)
            }
            if let edits = finding.fix?.edits, !edits.isEmpty {
                check(edits, of: finding, in: file, among: findings)
            }
        }
        let share = Share(of: bytes)
        guard !bytes.isEmpty, share.isOne(in: 1 << 12) else { return }
        // Rules compare at most a few hundred places with each other, and a shorter file has fewer
        // places.
        let (short, long) = (
            ReviewedFile(repeated(bytes, to: 1 << 16), named: name),
            ReviewedFile(repeated(bytes, to: 1 << 18), named: name)
        )
        requireLinear({ _ = review(short) }, fourTimesAsLong: { _ = review(long) })
    }

    /// Returns all findings, including those that the file's comments suppress.
    private static func review(_ file: ReviewedFile) -> [Finding] {
        let isOfProject = file.name.contains("/")
        var context = ReviewContext(
            // 2026-11-23T00:00:00Z.
            now: .init(seconds: 1_795_392_000),
            hosts: isOfProject ? [] : ["www.example.test"]
        )
        context.search = .ofSettings
        if isOfProject { context.surroundings = project }
        let review =
            file.name.hasSuffix(".sh")
            ? Review.file(
                file.bytes,
                named: file.name,
                context: context,
                matches: commands(in: file.bytes)
            ) : Review.file(file.bytes, named: file.name, context: context)
        return review.findings + review.allowed
    }

    /// Returns the syntax that the shared rules for shells match, if each line is one command: the
    /// words, and the variables that the command sets.
    private static func commands(in bytes: [UInt8]) -> [SyntaxMatch] {
        var matches: [SyntaxMatch] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: newline) ?? bytes.count
            let words = words(of: start..<end, in: bytes)
            let signs = words.map { word in
                bytes[word].dropFirst().firstIndex(of: UInt8(ascii: "="))
            }
            let settings = zip(words, signs).prefix { isName(bytes[$0.0], until: $0.1) }
            for case (let word, let sign?) in settings {
                let (name, value) = (word.lowerBound..<sign, sign + 1..<word.upperBound)
                matches.append(
                    SyntaxMatch(
                        target: .shared(.variable),
                        range: word,
                        captures: ["VARIABLE": name, "VALUE": value, "SETTING": word]
                    )
                )
                // The value holds for later commands if the line has no command.
                guard settings.count == words.count, !value.isEmpty else { continue }
                matches.append(
                    SyntaxMatch(
                        target: .shared(.constant),
                        range: word,
                        captures: ["NAME": name, "VALUE": value]
                    )
                )
            }
            let arguments = words.dropFirst(settings.count)
            for word in arguments {
                let command = words[0].lowerBound..<words[words.count - 1].upperBound
                matches.append(
                    SyntaxMatch(
                        target: .shared(.argument),
                        range: word,
                        captures: ["COMMAND": command]
                    )
                )
            }
            start = end + 1
        }
        return matches
    }

    /// Returns the words of a line: blanks outside quotation marks separate them.
    private static func words(of line: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
        var (words, start, quote) = ([Range<Int>](), line.lowerBound, UInt8?.none)
        for index in line {
            let byte = bytes[index]
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if quote == nil, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
                if start < index { words.append(start..<index) }
                start = index + 1
            }
        }
        return start < line.upperBound ? words + [start..<line.upperBound] : words
    }

    private static func isName(_ word: ArraySlice<UInt8>, until end: Int?) -> Bool {
        guard let end else { return false }
        return word[..<end].allSatisfy { byte in
            byte == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte & 0xdf
        }
    }

    private static let project = ProjectFiles(
        Dictionary(uniqueKeysWithValues: ProjectFiles.Fact.allCases.map { ($0, ["a/\($0).xml"]) })
    )

    private static func check(
        _ place: Span,
        of finding: Finding,
        in lines: [ArraySlice<UInt8>],
        of size: Int
    ) {
        invariant(
            place.range.lowerBound >= 0 && place.range.upperBound <= size
                && lines.indices.contains(place.mark.line - 1),
            "the finding of \(finding.rule) is outside the file: \(place)"
        )
        let line = String(decoding: lines[place.mark.line - 1], as: UTF8.self)
        invariant(
            line.utf8.contains(place.line.utf8),
            "the finding of \(finding.rule) quotes another line: \(place)"
        )
        invariant(
            place.mark.column > 0 && place.length > 0,
            "the finding of \(finding.rule) is before its line: \(place)"
        )
    }

    private static func check(
        _ edits: [Edit],
        of finding: Finding,
        in file: ReviewedFile,
        among findings: [Finding]
    ) {
        var end = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            invariant(edit.range.lowerBound >= end, "edits of \(finding.rule) overlap: \(finding)")
            end = edit.range.upperBound
        }
        invariant(
            end <= file.bytes.count,
            "edits of \(finding.rule) are outside the file: \(finding)"
        )
        let fixed = ReviewedFile(file.applying(edits), named: file.name)
        invariant(
            fixed.bytes != file.bytes,
            "a fix of \(finding.rule) changes nothing: \(finding)"
        )
        func count(_ findings: [Finding]) -> Int {
            findings.count { ($0.rule, $0.problem) == (finding.rule, finding.problem) }
        }
        // In a file with another error, such as an unclosed quotation mark, a finding can remain.
        invariant(
            count(review(fixed)) <= count(findings),
            "the fix of \(finding.rule) leaves the same finding: \(finding)"
        )
    }
}

private let newline = UInt8(ascii: "\n")
