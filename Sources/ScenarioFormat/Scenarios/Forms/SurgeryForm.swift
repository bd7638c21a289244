import Forge

extension Forms {
    /// Returns the form of the operations of `raw`; valid paths depend on the signed structure.
    static func surgery(on form: SignedForm) -> Form<[Surgery]> {
        Form<[[Surgery]]>.list(of: operation(on: form)).map(
            back: { surgery in surgery.map { [$0] } },
            { $0.flatMap(\.self) }
        )
    }

    /// Returns the form of an operation, which is a mapping with one key.
    ///
    /// `resign: false` means no operation.
    private static func operation(on form: SignedForm) -> Form<[Surgery]> {
        let members = moves(Form<String>.text(.path(in: form)))
        let mapping = Form<[Surgery]>.mapping(
            "an operation",
            // In the schema for editors, paths have the same syntax for all signed structures.
            definition: "surgery",
            from: [],
            members
        )
        return Form<[Surgery]>(mapping.shape, writer: { $0.first?.written }) { value, diagnostics in
            guard value.entries.count == 1 else {
                let keys = members.map(\.field.key)
                diagnostics.report(.exactlyOne(of: keys, in: "an operation"), value.place)
                return nil
            }
            return mapping.read(value, reporting: &diagnostics)
        }
    }

    private static func moves(_ path: Form<String>) -> [Member<[Surgery]>] {
        [
            Member("drop", "removes the element", path) { $0.append(.drop(path: $1)) },
            Member("duplicate", "inserts a copy of the element after it", path) {
                $0.append(.duplicate(path: $1))
            },
            Member(
                "set",
                "replaces the element",
                operands(path, "hex", "the new element", .text(.hex), at: \.bytes)
            ) { $0.append(.set(path: $1.path, encoding: $1.bytes)) },
            Member(
                "retag",
                "replaces the identifier byte",
                operands(path, "tag", "the byte in hex", .text(.tag), at: \.tag)
            ) { $0.append(.retag(path: $1.path, tag: $1.tag)) },
            Member(
                "relength",
                "replaces the length bytes",
                operands(path, "hex", "the bytes", .text(.hex), at: \.bytes)
            ) { $0.append(.relength(path: $1.path, bytes: $1.bytes)) },
            Member(
                "swap",
                "swaps two elements",
                operands(path, "with", "the other element", path, at: \.other)
            ) { $0.append(.swap(path: $1.path, with: $1.other)) },
            Member(
                "truncate",
                "truncates the element's content",
                operands(
                    path,
                    "to",
                    "the number of bytes to keep",
                    .text(.number(0...1_048_576)),
                    at: \.count
                )
            ) { $0.append(.truncate(path: $1.path, count: $1.count)) },
            Member("resign", "signs the current content", Form<Bool>.flag) {
                if $1 { $0.append(.resign) }
            },
        ]
    }

    /// The path of an operation and its operand.
    private struct Operands: Sendable {
        var path = ""
        var bytes: [UInt8] = []
        var tag: UInt8 = 0
        var other = ""
        var count = 0
    }

    private static func operands<Operand>(
        _ path: Form<String>,
        _ key: String,
        _ about: String,
        _ operand: Form<Operand>,
        at property: Property<Operands, Operand>
    ) -> Form<Operands> {
        .mapping(
            "an operation",
            from: Operands(),
            [
                Member("at", "the element's path", path, sets: \.path, isRequired: true),
                Member(key, about, operand, sets: property, isRequired: true),
            ]
        )
    }
}
