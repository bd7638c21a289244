extension ReviewedSystem {
    /// The Android versions in `build.gradle` and `build.gradle.kts`.
    static let gradle = ReviewedSystem(
        table: RuleTable("", []),
        noun: "a Gradle build file"
    ) { file, context in
        guard file.lastName == "build.gradle" || file.lastName == "build.gradle.kts",
            let source = file.source
        else { return nil }
        // The application determines the API levels of its libraries.
        let place = GradlePlace(of: file.name)
        guard !GradlePlace.isLibrary(place, in: context.surroundings),
            !ProjectFiles.Fact.makesLibrary(file.bytes)
        else { return Reading(comments: source.comments) }
        return GradleReview(file: file, source: source).reading
    }
}

/// A reader for the API levels in a build file.
private struct GradleReview {
    let file: ReviewedFile
    let source: SourceFile

    private static let levels: [(name: String, finding: @Sendable (Int, Span) -> Finding?)] = [
        ("minSdk", { SDKLevel.minimum($0, at: $1) }),
        ("minSdkVersion", { SDKLevel.minimum($0, at: $1) }),
        ("targetSdk", { SDKLevel.target($0, at: $1) }),
        ("targetSdkVersion", { SDKLevel.target($0, at: $1) }),
    ]

    var reading: Reading {
        var reading = Reading(comments: source.comments)
        for (name, finding) in Self.levels {
            for value in source.occurrences(of: name).compactMap(value(after:)) {
                let place = file.span(source.bytes(of: value))
                switch source.value(of: value) {
                case .number(let level):
                    reading.findings += [finding(level, place)].compactMap(\.self)
                default:
                    let text = source.text(of: value).prefix { !$0.isWhitespace }
                    reading.unread.append(Unread(at: place, "\(text) is not a number in this file"))
                }
            }
        }
        return reading
    }

    /// Returns the tokens of the value in `minSdk = 21`, `minSdkVersion(21)` and Groovy's
    /// `minSdkVersion 21`; nil if the name is only read or belongs to a variable.
    private func value(after name: Int) -> Range<Int>? {
        let declared = ["val", "var", "def", "int", "Integer", "const"]
        guard source.tokens[name].kind == .name, !source.isSign(name - 1, "."),
            !declared.contains(source.token(name - 1)?.text ?? ""),
            let next = source.token(name + 1)
        else { return nil }
        if next.is("("), let close = source.counterpart(name + 1) { return name + 2..<close }
        let start = next.is("=") ? name + 2 : name + 1
        guard let first = source.token(start), first.kind == .number || first.kind == .name else {
            return nil
        }
        return source.expression(from: start)
    }
}
