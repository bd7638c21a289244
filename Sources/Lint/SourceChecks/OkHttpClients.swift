import Basics

// Checks of clients that are built without the pins of their file, and of the addresses they call.

extension CheckedMatches {
    /// Clients without the pinner of their file, if no code of the file names `certificatePinner`.
    var okHttpForgottenPins: CheckResult {
        let isNamed = matches.contains {
            $0.captures["CALLED"] != nil || $0.captures["NAMED"] != nil
        }
        return isNamed ? CheckResult() : bareClients
    }

    /// Clients without a pinner, if another client of the file has one.
    var okHttpSecondClients: CheckResult {
        matches.contains { $0.captures["CALLED"] != nil } ? bareClients : CheckResult()
    }

    /// Clients without a pinner, with the edit that uses a variable in scope.
    private var bareClients: CheckResult {
        let variables = matches.filter { $0.captures["NAME"] != nil }
        let pinners = variables.filter { $0.captures["PINNER"] != nil }
        let clients = variables.filter { $0.captures["PINNED"] != nil }
        return CheckResult(
            findings: matches.compactMap { match in
                let builder = match.captures["BUILDER"]
                guard builder != nil || match.captures["CLIENT"] != nil else { return nil }
                var finding = CheckedFinding(match)
                if let builder, let pinner = onlyName(of: pinners, for: match) {
                    let text = "\(gap(after: builder)).certificatePinner(\(pinner))"
                    finding.edits = [Edit(builder.upperBound..<builder.upperBound, text)]
                } else if let client = onlyName(of: clients, for: match) {
                    let text = builder == nil ? client : "\(client).newBuilder()"
                    finding.edits = [Edit(match.range, text)]
                }
                return finding
            }
        )
    }

    /// Returns the name of the only variable that a place can use; nil if the place can use no
    /// variable or several.
    private func onlyName(of variables: [SyntaxMatch], for place: SyntaxMatch) -> String? {
        var found: String?
        for variable in variables where place.canUse(variable) {
            guard let name = variable.captures["NAME"].map(file.text), name == found ?? name else {
                return nil
            }
            found = name
        }
        return found
    }

    /// Returns the line break and indentation after an expression, if its chain of calls continues
    /// on the next line.
    private func gap(after expression: Range<Int>) -> String {
        let blanks = file.bytes[expression.upperBound...].prefix { " \t\r\n".utf8.contains($0) }
        guard let line = blanks.lastIndex(of: .newline) else { return "" }
        return file.text(line..<blanks.endIndex)
    }

    /// URLs whose host name ends with a dot.
    var finalDots: CheckResult {
        // A test may have a list of thousands of URLs.
        let findings = matches.prefix(100).compactMap { match -> CheckedFinding? in
            let text = file.bytes[match.range]
            guard let scheme = text.firstPlace(of: Array("://".utf8)),
                let end = text[scheme.upperBound...].firstIndex(where: {
                    "/?#:\"".utf8.contains($0)
                }),
                scheme.upperBound < end, text[end - 1] == UInt8(ascii: ".")
            else { return nil }
            var finding = CheckedFinding(match)
            finding.edits = [Edit(end - 1..<end, "")]
            return finding
        }
        return CheckResult(findings: findings)
    }
}

extension SyntaxMatch {
    /// Returns whether code at this place comes after a variable, in its function or class.
    fileprivate func canUse(_ variable: SyntaxMatch) -> Bool {
        guard variable.range.upperBound <= range.lowerBound else { return false }
        if let function = variable.captures["FUNCTION"] { return captures["FUNCTION"] == function }
        return variable.captures["CLASS"] == nil
            || variable.captures["CLASS"] == captures["CLASS"]
    }
}
