import X509

extension Surgery {
    /// Checks that a path leads to an element in an encoding of this form.
    ///
    /// The names of fields are the names in RFC 5280, in its extensions and in RFC 6960. A path
    /// names an extension as the RFC does (`subjectAltName`), as scenario files do
    /// (`subject-alternative-name`), or by its object identifier. `[n]` is the nth element, from 0.
    /// The content of a wrapper (`[0] EXPLICIT`, `extnValue`) is `value`, and a path may omit the
    /// step `value`. A path may also omit the name of the signed part.
    ///
    /// - Parameters:
    ///   - path: such as `extensions.basicConstraints.pathLenConstraint`.
    ///   - form: the type of the encoding.
    /// - Throws: `PathFault` with the known fields at the step that fails.
    package static func check(
        path: String,
        in form: SignedForm = .certificate
    ) throws(PathFault) {
        let path = try SurgeryPath(path)
        var grammar = form.grammar
        for step in path.steps {
            switch step {
            case .index:
                guard let element = grammar.element else {
                    throw path.fault(.noElement(count: 0), at: step)
                }
                grammar = element
            case .name(let name):
                guard let field = grammar.field(name) else {
                    throw path.fault(.unknownField(known: grammar.fieldNames), at: step)
                }
                grammar = field
            }
        }
    }

    /// The paths that the operation names.
    package var paths: [String] {
        switch self {
        case .drop(let path), .duplicate(let path), .set(let path, _), .retag(let path, _),
            .relength(let path, _), .truncate(let path, _):
            [path]
        case .swap(let path, let other): [path, other]
        case .resign: []
        }
    }
}

extension SignedTree {
    /// Performs one operation; `resign` does nothing here, because signing needs the key.
    mutating func apply(_ operation: Surgery) throws(PathFault) {
        switch operation {
        case .drop(let path): try drop(path)
        case .duplicate(let path): try duplicate(path)
        case .set(let path, let encoding): try set(path, encoding)
        case .retag(let path, let tag): try retag(path, tag)
        case .relength(let path, let bytes): try relength(path, bytes)
        case .swap(let path, let other): try swap(path, other)
        case .truncate(let path, let count): try truncate(path, count)
        case .resign: break
        }
    }
}
