import Findings

extension ReviewedSystem {
    /// The Android versions in Gradle's `build.gradle` and `build.gradle.kts`.
    static let gradle = ReviewedSystem(
        table: RuleTable("", []),
        noun: "a Gradle build file"
    ) { file, _ in
        guard file.lastName == "build.gradle" || file.lastName == "build.gradle.kts" else {
            return nil
        }
        var scanner = GradleScanner(file)
        scanner.scan()
        return Reading(
            findings: scanner.findings,
            unread: scanner.unread,
            comments: scanner.comments
        )
    }
}

/// Words of a Gradle file outside of comments and strings.
private struct GradleScanner {
    private let file: ReviewedFile
    private var index = 0
    private(set) var comments: [Range<Int>] = []
    private(set) var findings: [Finding] = []
    private(set) var unread: [Unread] = []

    init(_ file: ReviewedFile) {
        self.file = file
    }

    mutating func scan() {
        let bytes = file.bytes
        while index < bytes.count {
            let start = index
            switch bytes[index] {
            case UInt8(ascii: "/") where skip("//", to: "\n") || skip("/*", to: "*/"):
                comments.append(start..<index)
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(bytes[index])
            case let byte where isWord(byte): readWord()
            default: index += 1
            }
        }
    }

    private mutating func readWord() {
        let word = takeWord()
        let finding: (Int, Span) -> Finding?
        switch file.text(word) {
        case "minSdk", "minSdkVersion": finding = SDKLevel.minimum
        case "targetSdk", "targetSdkVersion": finding = SDKLevel.target
        default: return
        }
        while index < file.bytes.count, " =(\t".utf8.contains(file.bytes[index]) { index += 1 }
        guard index < file.bytes.count, isWord(file.bytes[index]) else { return }
        let value = takeWord()
        if let level = Int(file.text(value)) {
            findings += [finding(level, file.span(value))].compactMap(\.self)
        } else {
            unread.append(Unread(at: file.span(value), "\(file.text(value)) is not a number"))
        }
    }

    private mutating func takeWord() -> Range<Int> {
        let start = index
        while index < file.bytes.count, isWord(file.bytes[index]) { index += 1 }
        return start..<index
    }

    private func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    private mutating func skipString(_ quote: UInt8) {
        index += 1
        while index < file.bytes.count, file.bytes[index] != quote, file.bytes[index] != 0x0a {
            index += file.bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, file.bytes.count)
    }

    private mutating func skip(_ start: StaticString, to end: StaticString) -> Bool {
        guard file.bytes[index...].starts(with: start.description.utf8) else { return false }
        let rest = file.bytes[(index + start.utf8CodeUnitCount)...]
        index = rest.firstRange(of: Array(end.description.utf8))?.upperBound ?? file.bytes.count
        return true
    }
}
