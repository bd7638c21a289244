import FileFormat
import Forge

extension Shape {
    /// An operation of `raw`; its paths are those of what it is done to.
    static func surgery(on form: SignedForm) -> Shape {
        let path = Shape.text(.path(in: form))
        func operation(_ key: String, _ about: String, _ shape: Shape) -> Shape {
            .mapping(
                MappingShape(
                    "an operation",
                    [
                        Field("at", "the element's path", path, isRequired: true),
                        Field(key, about, shape, isRequired: true),
                    ]
                )
            )
        }
        let octets = Shape.text(.hex)
        let count = Shape.text(.number(0...1_048_576))
        return .mapping(
            MappingShape(
                "an operation",
                // Editors see no difference between the paths of one form and another.
                definition: "surgery",
                [
                    Field("drop", "takes the element out", path),
                    Field("duplicate", "puts a copy of the element after it", path),
                    Field(
                        "set",
                        "puts an encoding in the element's place",
                        operation("hex", "the new element", octets)
                    ),
                    Field(
                        "retag",
                        "replaces the identifier octet",
                        operation("tag", "the octet in hex", .text(.tag))
                    ),
                    Field(
                        "relength",
                        "replaces the length octets",
                        operation("hex", "the octets", octets)
                    ),
                    Field(
                        "swap",
                        "swaps two elements",
                        operation("with", "the other element", path)
                    ),
                    Field(
                        "truncate",
                        "cuts the element's content",
                        operation("to", "the octets that stay", count)
                    ),
                    Field("resign", "signs what stands now", .word(.flags)),
                ]
            )
        )
    }
}
