// Clients and pinners that source code builds.

extension CodeReview {
    /// `OkHttpClient()`, and builder chains that set no pinner and are not stored as a builder.
    var okHttpBareClients: [Match] {
        source.occurrences(of: "OkHttpClient").compactMap { index in
            guard source.tokens[index].kind == .name, !isImport(index) else { return nil }
            if let call = source.call(at: index), call.arguments.isEmpty {
                let names = chain(from: call.last).names
                return names.contains("certificatePinner")
                    ? nil : bareClient(index, call, in: names)
            }
            guard source.isSign(index + 1, "."), source.token(index + 2)?.is("Builder") ?? false,
                let builder = source.call(at: index + 2)
            else { return nil }
            let names = chain(from: builder.last).names
            guard names.contains("build"), !names.contains("certificatePinner"),
                !names.contains("apply"), !names.contains("also")
            else { return nil }
            return bareClient(index, builder, in: names)
        }
    }

    /// Returns the match for a client, with the edit that adds the pinner of a variable in scope.
    private func bareClient(_ index: Int, _ call: Call, in names: [String]) -> Match {
        var match = Match(index..<call.last + 1)
        let isBuilder = source.tokens[call.name].is("Builder")
        let end = source.tokens[call.last].range.upperBound
        let pinner = variable(of: "CertificatePinner", with: "build", seenFrom: index)
        if let pinner, isBuilder, let next = source.token(source.next(call.last)) {
            let place = next.range.lowerBound
            let line = file.lineRange(file.lineNumber(at: place)).lowerBound
            let isOwnLine = source.token(call.last + 1)?.kind == .newline
            let gap = isOwnLine ? "\n" + file.text(line..<place) : ""
            match.edits = [Edit(end..<end, "\(gap).certificatePinner(\(pinner))")]
        } else if let client = variable(
            of: "OkHttpClient",
            with: "certificatePinner",
            seenFrom: index
        ) {
            let start = source.tokens[index].range.lowerBound
            let isNew = source.token(index - 1)?.is("new") ?? false
            let first = isNew ? source.tokens[index - 1].range.lowerBound : start
            let text = isBuilder ? "\(client).newBuilder()" : client
            match.edits = [Edit(first..<end, text)]
        }
        return match
    }

    /// Returns the names of the chained calls after a token, and the last token.
    func chain(from start: Int) -> (names: [String], last: Int) {
        var (names, last) = ([String](), start)
        while names.count < 256, source.isSign(source.next(last), ".") {
            let name = source.next(source.next(last))
            guard let token = source.token(name), token.kind == .name else { break }
            names.append(token.text)
            last = source.call(at: name)?.last ?? name
        }
        return (names, last)
    }

    // MARK: Places that were not read

    /// Hosts and pins that are not literals.
    var okHttpUnread: [Unread] {
        okHttpEntries.flatMap { entry in
            entry.call.arguments.compactMap { unread($0.value) }
        }
    }

    /// Returns the settings of certificate checks whose value is not in the file.
    func unreadSettings(_ names: String...) -> [Unread] {
        names.flatMap { source.settings($0) }.compactMap { setting in
            // `name: boolean` is a declaration.
            guard case .unknown(let text) = value(setting.value),
                !["bool", "boolean", "any"].contains(text)
            else { return nil }
            let name = source.tokens[setting.name].text
            return Unread(
                at: span(setting.name..<setting.value.upperBound),
                "cannot tell whether certificates are checked: \(name) is \(text)"
            )
        }
    }

    /// Returns the unread place for tokens whose value is not in the file; nil for known values.
    func unread(_ tokens: Range<Int>) -> Unread? {
        guard case .unknown(let text) = value(tokens) else { return nil }
        let name = text.prefix { $0.isLetter || $0.isNumber || "_.$".contains($0) }
        let shown = name.isEmpty ? text : String(name)
        // `--define` can set only a single name.
        let way = name.isEmpty || name.count != text.count ? "" : "; set it with --define"
        return Unread(at: span(tokens), "\(shown) is not a literal of this file\(way)")
    }
}

/// A version number, compared from the left.
struct ReleaseNumber: Hashable, Comparable, Sendable, ExpressibleByArrayLiteral {
    let parts: [Int]

    init(arrayLiteral parts: Int...) { self.parts = parts }

    /// Returns nil for text that does not begin with digits.
    init?(_ text: String) {
        let numbers = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".")
        parts = numbers.prefix(4).compactMap { Int($0) }
        if parts.isEmpty { return nil }
    }

    static func < (left: Self, right: Self) -> Bool {
        for index in 0..<max(left.parts.count, right.parts.count) {
            let (a, b) = (left.part(index), right.part(index))
            if a != b { return a < b }
        }
        return false
    }

    private func part(_ index: Int) -> Int { parts.indices.contains(index) ? parts[index] : 0 }
}
