import SwiftSyntax

/// Collects the places of a file, outer places before those inside them.
final class PlaceFinder: SyntaxVisitor {
    private(set) var places: [Place] = []
    private let path: String
    private let lines: SourceLocationConverter

    init(path: String, tree: Syntax) {
        self.path = path
        lines = SourceLocationConverter(fileName: path, tree: tree)
        super.init(viewMode: .sourceAccurate)
    }

    // MARK: Operators

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let written = node.operator.as(BinaryOperatorExprSyntax.self)?.operator,
            let kind = OperatorKind(written.text), kind.canChoose(node)
        else { return .visitChildren }
        let changes = kind.replacements.map { replacement in
            (
                node.oneLine,
                "\(node.leftOperand.oneLine) \(replacement) \(node.rightOperand.oneLine)"
            )
        }
        let shape: Place.Shape =
            switch kind.choice {
            case .negated: .wrapped(.negated)
            default: .joined(kind.choice, operator: written.ownBytes)
            }
        add(shape, at: node, changes)
        return .visitChildren
    }

    // MARK: Conditions

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        if node.elseBody == nil, node.body.leavesEarly {
            let condition = node.conditions.oneLine
            add(.appended(.stays), at: node.conditions, [("if \(condition)", "if false")])
        }
        return .visitChildren
    }

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        guard case .expression(let condition) = node.condition else { return .visitChildren }
        negate(condition)
        if node.parent?.parent?.is(GuardStmtSyntax.self) == true {
            let text = condition.oneLine
            add(.wrapped(.passed), at: condition, [("guard \(text)", "guard true")])
        }
        return .visitChildren
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    /// Comparisons and connectives are mutated by their operators; one of the mutants is the
    /// opposite.
    private func negate(_ condition: ExprSyntax) {
        let operation = condition.as(InfixOperatorExprSyntax.self)?.operator
        let name = operation?.as(BinaryOperatorExprSyntax.self)?.operator.text
        // The compiler must see that `while true` has no end.
        guard name.flatMap(OperatorKind.init) == nil, !condition.is(BooleanLiteralExprSyntax.self)
        else { return }
        let text = condition.oneLine
        let opposite = text.hasPrefix("!") ? String(text.dropFirst()) : "!(\(text))"
        add(.wrapped(.negated), at: condition, [(text, opposite)])
    }

    // MARK: Constants

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        // Lists of numbers are tables, such as object identifiers, and each number in them is data.
        guard node.parent?.is(ArrayElementSyntax.self) != true,
            node.parent?.is(DictionaryElementSyntax.self) != true,
            let next = node.next
        else { return .skipChildren }
        add(.wrapped(.next), at: node, [node.inContext(replacedBy: next)])
        return .skipChildren
    }

    // MARK: Not mutated

    // Texts for people, and values that the compiler needs.
    override func visit(_: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
    }

    /// Assertions hold in every run, because a release does not evaluate them.
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.calledExpression.trimmedDescription
        return ["assert", "precondition"].contains(name) ? .skipChildren : .visitChildren
    }

    // MARK: Places

    private func add(
        _ shape: Place.Shape,
        at node: some SyntaxProtocol,
        _ changes: [(original: String, mutated: String)]
    ) {
        let first = lines.location(for: node.positionAfterSkippingLeadingTrivia).line
        let last = lines.location(for: node.endPositionBeforeTrailingTrivia).line
        let declaration = node.declarationPath
        let context = digest(node.innermostDeclaration.trimmedDescription.utf8)
        let mutants = changes.map {
            Mutant(
                file: path,
                line: first,
                declaration: declaration,
                original: $0.original,
                mutated: $0.mutated,
                context: context
            )
        }
        places.append(
            Place(bytes: node.ownBytes, lines: first...last, shape: shape, mutants: mutants)
        )
    }
}
