/// The Android API levels in `build.gradle` and `build.gradle.kts`, which the shared rule `level`
/// matches.
struct GradleLevels {
    static let noun = "a Gradle build file"

    private let review: SyntaxReview
    private let levels: [SyntaxMatch]

    /// - Parameters:
    ///   - matches: the matches in the file, including those of the shared rules.
    ///   - review: the review of the file.
    init(_ matches: [SyntaxMatch], in review: SyntaxReview) {
        self.review = review
        levels = matches.filter { $0.target == .shared(.level) }
    }

    private static let findings: [String: @Sendable (Int, Span) -> Finding?] = [
        "minSdk": { SDKLevel.minimum($0, at: $1) },
        "minSdkVersion": { SDKLevel.minimum($0, at: $1) },
        "targetSdk": { SDKLevel.target($0, at: $1) },
        "targetSdkVersion": { SDKLevel.target($0, at: $1) },
    ]

    /// The findings, and the levels that are not numbers; nil if the file is not a Gradle build
    /// file.
    var reading: Reading? {
        let file = review.file
        guard file.lastName == "build.gradle" || file.lastName == "build.gradle.kts" else {
            return nil
        }
        var reading = Reading(comments: file.allowingComments)
        // The application determines the API levels of its libraries.
        guard !GradlePlace.isLibrary(GradlePlace(of: file.name), in: review.context.surroundings),
            !ProjectFiles.Fact.makesLibrary(file.bytes)
        else { return reading }
        for match in levels {
            guard let name = match.captures["NAME"].map(file.text),
                let finding = Self.findings[name], let start = match.captures["VALUE"]?.lowerBound
            else { continue }
            let value = start..<start + file.bytes[start...].prefix(while: Self.isOfName).count
            let (place, text) = (file.span(value), file.text(value))
            if let level = level(text) {
                reading.findings += [finding(level, place)].compactMap(\.self)
            } else {
                reading.unread.append(Unread(at: place, "\(text) is not a number in this file"))
            }
        }
        return reading
    }

    /// Returns the level that a number states, or a name to which the file gives a number once.
    private func level(_ text: String) -> Int? {
        if let level = Int(text) { return level }
        guard text.allSatisfy({ $0.isLetter || $0.isNumber }),
            let pattern = try? Regex("(?m)^\\s*(?:\\w+\\s+)*\(text)\\s*=\\s*(\\d+)\\s*$")
        else { return nil }
        let found = review.file.text(review.file.bytes.indices).matches(of: pattern)
        guard found.count == 1, let number = found.first?.output[1].substring else { return nil }
        return Int(number)
    }

    /// Returns whether a byte belongs to a number or a name with dots.
    private static func isOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte)
            || (0x61...0x7a).contains(byte | 0x20)
    }
}
