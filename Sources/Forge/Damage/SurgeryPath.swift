import Basics

/// A path of field names that is malformed, or that does not lead to an element to change.
package struct PathFault: Error, Hashable, Sendable {
    /// The reason why a path cannot be used.
    package enum Fault: Hashable, Sendable {
        /// An empty step, or brackets around anything except a number.
        case syntax
        /// The field does not exist here; `known` has the names of the existing fields.
        case unknownField(known: [String])
        /// There are fewer elements than the index requires.
        case noElement(count: Int)
        /// The bytes at the path are not an element, so that they cannot be changed.
        case notAnElement
        /// One of two elements to swap contains the other.
        case overlap
    }

    package let fault: Fault
    package let path: String
    /// The wrong step of the path, such as `notAftr` or `[7]`; for `overlap`, the other path.
    package let step: String
}

extension PathFault: CustomStringConvertible {
    package var description: String {
        switch fault {
        case .syntax: "'\(path)' is not a path of names and [n] indexes"
        case .unknownField(let known):
            known.isEmpty
                ? "'\(path)': \(step) does not exist; the element has no named fields"
                : "'\(path)': \(step) does not exist; known: \(known.joined(separator: ", "))"
        case .noElement(let count):
            "'\(path)': \(step) does not exist; there \(count == 1 ? "is" : "are") "
                + Prose.count(count, "element")
        case .notAnElement: "'\(path)': \(step) is no longer an element"
        case .overlap: "'\(path)': one element contains the other"
        }
    }
}

/// A path as steps: `extensions.2.5.29.17[0]` is a name, an object identifier and an index.
struct SurgeryPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case name(String)
        case index(Int)
    }

    let text: String
    let steps: [Step]

    init(_ text: String) throws(PathFault) {
        self.text = text
        var steps: [Step] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            let name = String(pieces[0])
            guard !name.isEmpty || (pieces.count > 1 && part.startIndex != text.startIndex) else {
                throw PathFault(fault: .syntax, path: text, step: String(part))
            }
            if case .name(let before)? = steps.last, Self.isNumber(name),
                before.split(separator: ".").allSatisfy({ Self.isNumber(String($0)) })
            {
                // The arcs of one object identifier.
                steps[steps.count - 1] = .name(before + "." + name)
            } else if !name.isEmpty {
                steps.append(.name(name))
            }
            for piece in pieces.dropFirst() {
                let digits = String(piece.dropLast())
                guard piece.last == "]", Self.isNumber(digits), let index = Int(digits) else {
                    throw PathFault(fault: .syntax, path: text, step: String(part))
                }
                steps.append(.index(index))
            }
        }
        self.steps = steps
    }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    func fault(_ fault: PathFault.Fault, at step: Step) -> PathFault {
        switch step {
        case .name(let name): PathFault(fault: fault, path: text, step: name)
        case .index(let index): PathFault(fault: fault, path: text, step: "[\(index)]")
        }
    }
}
