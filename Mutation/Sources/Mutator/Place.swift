/// A place in a file where a choice between an expression and its mutants is compiled in.
struct Place: Sendable {
    /// How the choice is written around the expression.
    ///
    /// Each is a function of `ChoiceFile`, whose first argument is the number of the place's first
    /// mutant.
    enum Shape: Sendable {
        /// `f(number, expression)`
        case wrapped(Choice)
        /// `f(number, left, right)`: a comma replaces the operator, which is at these bytes.
        case joined(Choice, operator: Range<Int>)
        /// `, f(number)` after the last condition.
        case appended(Choice)
    }

    /// The bytes of the expression in the file.
    let bytes: Range<Int>
    /// The lines of the expression, from 1.
    let lines: ClosedRange<Int>
    let shape: Shape
    var mutants: [Mutant]
}

/// The functions that choose, by their names in mutated code.
enum Choice: String, Sendable {
    case less = "mutantLess"
    case lessOrEqual = "mutantLessOrEqual"
    case greater = "mutantGreater"
    case greaterOrEqual = "mutantGreaterOrEqual"
    case and = "mutantAnd"
    case or = "mutantOr"
    /// The condition, or its opposite.
    case negated = "mutantNegated"
    /// The condition, or true.
    case passed = "mutantPassed"
    /// An additional condition of an `if` that returns: true, or false in the mutant.
    case stays = "mutantStays"
    /// The constant, or the next constant.
    case next = "mutantNext"
}
