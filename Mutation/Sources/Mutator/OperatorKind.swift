import SwiftSyntax

/// An operator that has mutants.
struct OperatorKind {
    let choice: Choice
    /// The operators of the mutants, in the order of the choice's numbers.
    let replacements: [String]

    init?(_ name: String) {
        switch name {
        // The comparison at the boundary, and the opposite.
        case "<": (choice, replacements) = (.less, ["<=", ">="])
        case "<=": (choice, replacements) = (.lessOrEqual, ["<", ">"])
        case ">": (choice, replacements) = (.greater, [">=", "<="])
        case ">=": (choice, replacements) = (.greaterOrEqual, [">", "<"])
        case "==": (choice, replacements) = (.negated, ["!="])
        case "!=": (choice, replacements) = (.negated, ["=="])
        case "===": (choice, replacements) = (.negated, ["!=="])
        case "!==": (choice, replacements) = (.negated, ["==="])
        case "&&": (choice, replacements) = (.and, ["||"])
        case "||": (choice, replacements) = (.or, ["&&"])
        default: return nil
        }
    }

    /// Whether the operands can be arguments: tuples are not `Comparable`, and the generated
    /// autoclosures are not async.
    func canChoose(_ node: InfixOperatorExprSyntax) -> Bool {
        switch choice {
        case .negated: true
        case .and, .or:
            !node.rightOperand.tokens(viewMode: .sourceAccurate).contains { $0.text == "await" }
        default:
            ![node.leftOperand, node.rightOperand].contains { operand in
                (operand.as(TupleExprSyntax.self)?.elements.count ?? 1) > 1
            }
        }
    }
}
