import Testing

/// The folders of a target are layers: types of one folder name types of another in one direction
/// only.
struct FolderGraphTests {
    @Test(arguments: Repository.targets)
    func `finds no cycle between the folders of a target`(target: String) throws {
        let folder = "Sources/\(target)/"
        var files: [String: String] = [:]
        for path in Repository.files(below: "Sources/\(target)", ".swift") {
            files[String(path.dropFirst(folder.count))] = try Repository.text(path)
        }
        for cycle in FolderGraph(files).cycles {
            Issue.record("\(target): \(cycle.map(\.description).joined(separator: ", "))")
        }
    }

    @Test func `finds a cycle of two folders with both edges`() {
        let graph = FolderGraph([
            "Low/A.swift": "package struct A { let b: B }",
            "High/B.swift": "struct B {}\nextension A {}",
            "High/C.swift": "enum C { case of(B) }",
        ])
        #expect(
            graph.cycles.map { $0.map(\.description) }
                == [["High/B.swift names A of Low", "Low/A.swift names B of High"]]
        )
    }

    @Test func `finds a cycle of three folders once`() {
        let graph = FolderGraph([
            "One/A.swift": "struct A { let b: B }",
            "Two/B.swift": "final class B { let c: C? = nil }",
            "Three/C.swift": "protocol C { func a() -> A }",
        ])
        #expect(graph.cycles.map(\.count) == [3])
    }

    @Test(arguments: [
        ("a comment", "/// Is no B.\nstruct A {} // B, C\n/* B */"),
        ("a string", #"struct A { let text = "B"; let more = "\"B" }"#),
        ("a raw string", ##"struct A { let text = #"B "B" \(B)"# }"##),
        ("a long string", "struct A { let text = \"\"\"\n  B \"\n  \"\"\" }"),
        ("a member", "struct A { let kind = Kind.B }"),
        ("a part of a name", "struct A { let aB = 1, BB = 2 }"),
    ])
    func `does not count a use of a type if the name is in`(what: String, code: String) {
        let files = ["Low/A.swift": code, "High/B.swift": "struct B { let a: A }"]
        #expect(FolderGraph(files).cycles == [], "\(what)")
    }

    @Test(arguments: [
        ("code after a string", #"struct A { let text = "(\\", b: B }"#),
        ("an expression in a string", #"struct A { let text = "is \(text(of: B()))" }"#),
        ("an expression in a raw string", ##"struct A { let text = #"is \#(B())"# }"##),
        ("code after a quotation mark in an expression", "let quote = /\"/\nstruct A { let b: B }"),
    ])
    func `counts a use of a type if the name is in`(what: String, code: String) {
        let files = ["Low/A.swift": code, "High/B.swift": "struct B { let a: A }"]
        #expect(FolderGraph(files).cycles.count == 1, "\(what)")
    }

    @Test(arguments: [
        ("struct A {}", true),
        ("@propertyWrapper\npackage indirect enum A {}", true),
        ("@available(*, unavailable) public final class A {}", true),
        ("package typealias A = Int", true),
        ("private struct A {}", false),
        ("fileprivate enum A {}", false),
        ("struct Outer {\n    struct A {}\n}", false),
        ("extension A {}", false),
    ])
    func `finds declarations of types, except types that other files cannot name`(
        code: String,
        isDeclared: Bool
    ) {
        #expect(SourceCode(code).declaredTypes.contains("A") == isDeclared, "\(code)")
    }
}
