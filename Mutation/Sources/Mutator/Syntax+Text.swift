import SwiftSyntax

extension SyntaxProtocol {
    /// The bytes without the surrounding spaces and comments.
    var ownBytes: Range<Int> {
        positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
    }

    /// The text on one line, without comments.
    var oneLine: String {
        var text = ""
        for token in tokens(viewMode: .sourceAccurate) {
            if !text.isEmpty, token.follows { text += " " }
            text += token.text
        }
        return text
    }

    /// The names of the enclosing declarations, from the outermost.
    var declarationPath: String {
        var names: [String] = []
        var node = Syntax(self).parent
        while let current = node {
            if let name = current.declaredName { names.insert(name, at: 0) }
            node = current.parent
        }
        return names.joined(separator: ".")
    }

    /// The enclosing named declaration, or the whole file.
    var innermostDeclaration: Syntax {
        var node = Syntax(self)
        while let parent = node.parent {
            node = parent
            if node.declaredName != nil { break }
        }
        return node
    }
}

extension TokenSyntax {
    /// Whether spaces come before the token, or after the previous one.
    fileprivate var follows: Bool {
        !leadingTrivia.isEmpty
            || previousToken(viewMode: .sourceAccurate)?.trailingTrivia.isEmpty == false
    }
}

extension Syntax {
    fileprivate var declaredName: String? {
        switch self.as(SyntaxEnum.self) {
        case .extensionDecl(let node): node.extendedType.trimmedDescription
        case .structDecl(let node): node.name.text
        case .classDecl(let node): node.name.text
        case .enumDecl(let node): node.name.text
        case .actorDecl(let node): node.name.text
        case .protocolDecl(let node): node.name.text
        case .functionDecl(let node): node.name.text
        case .initializerDecl: "init"
        case .deinitializerDecl: "deinit"
        case .subscriptDecl: "subscript"
        case .variableDecl(let node): node.bindings.first?.pattern.trimmedDescription
        default: nil
        }
    }
}

extension CodeBlockSyntax {
    /// Whether the block ends in a statement that leaves the enclosing code.
    var leavesEarly: Bool {
        switch statements.last.map({ Syntax($0.item).as(SyntaxEnum.self) }) {
        case .returnStmt, .throwStmt, .continueStmt, .breakStmt: true
        default: false
        }
    }
}

extension IntegerLiteralExprSyntax {
    /// The next number, in decimal; nil if it does not fit in 64 bits.
    var next: String? {
        let text = literal.text.filter { $0 != "_" }
        let radix = ["0x": 16, "0o": 8, "0b": 2][text.prefix(2)] ?? 10
        guard let value = UInt64(radix == 10 ? text[...] : text.dropFirst(2), radix: radix),
            value < .max
        else { return nil }
        return String(value + 1)
    }

    /// The literal and the next number, each in its enclosing expression if that is short.
    ///
    /// A number alone does not identify its place in a function.
    func inContext(replacedBy next: String) -> (original: String, mutated: String) {
        guard let parent, parent.ownBytes.count <= 60 else { return (literal.text, next) }
        let before = parent.tokens(viewMode: .sourceAccurate).map { token in
            (token.text, token == literal ? next : token.text, token.follows)
        }
        func joined(_ text: ((String, String, Bool)) -> String) -> String {
            before.enumerated().map { ($0 > 0 && $1.2 ? " " : "") + text($1) }.joined()
        }
        return (joined(\.0), joined(\.1))
    }
}
