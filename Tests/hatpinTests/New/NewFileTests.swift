import Basics
import Testing

@testable import hatpin

@Suite("Names of new files")
struct NewFileTests {
    @Test(arguments: [
        ("expired", "mine", "Scenarios/mine.yaml", "$schema=scenario-1.schema.json"),
        ("pin", "a/b/mine.yaml", "Scenarios/a/b/mine.yaml", "$schema=../../scenario-1.schema.json"),
        ("client", "my-app", "Clients/my-app.yaml", "$schema=client-1.schema.json"),
    ])
    func `a name determines the path of the new file and the path of its schema`(
        template: String,
        name: String,
        file: String,
        schema: String
    ) throws {
        let new = try NewFile(template, named: name, in: nil)
        #expect(new.file == file)
        let lines = new.text.split(separator: "\n")
        #expect(lines.first == "# yaml-language-server: \(schema)")
        #expect(
            lines.dropFirst().first?.hasSuffix(name.hasPrefix("my-") ? "my-app" : "mine") == true
        )
    }

    @Test func `accepts another folder with or without trailing slashes`() throws {
        for folder in ["kept", "kept/", "kept//"] {
            #expect(try NewFile("mitm", named: "a", in: folder).file == "kept/a.yaml")
        }
    }

    @Test(arguments: [
        "", "/", "a//b", "../a", "./a", "/tmp/a", "A", "a b", "a_b", "-a", "a-", "a/", "a[b]", "ä",
        "a.b",
    ])
    func `refuses an invalid name`(name: String) {
        for template in FileTemplate.catalogue {
            let failure = #expect(throws: Failure.self) {
                try NewFile(template.name, named: name, in: nil)
            }
            #expect(failure?.kind == .usage)
        }
    }

    @Test(arguments: [
        ("expird", "did you mean 'expired'?"),
        ("other", "choose from expired, mitm, pin, matrix, client"),
    ])
    func `refuses an unknown template, and suggests the nearest name`(word: String, help: String) {
        let failure = #expect(throws: Failure.self) { try NewFile(word, named: "a", in: nil) }
        #expect(failure?.message == "there is no template '\(word)'")
        #expect(failure?.help == help)
    }

    @Test func `refuses the name of a client with a folder`() {
        #expect(throws: Failure.self) { try NewFile("client", named: "a/b", in: nil) }
    }
}
