import Testing

/// Tests that wait for a command leave the pool's threads to the others.
struct BlockingSuiteTests {
    private static func isAtFault(_ text: String) -> Bool {
        text.contains(/\bWorkshop(\.small)?\(|\.shell\(|\.hatpin\(/) && !text.contains(".blocking")
    }

    @Test func `tests that start commands are blocking`() throws {
        let files = Repository.files(below: "Tests", "Tests.swift")
            .filter { !$0.hasPrefix("Tests/HouseTests/") }
        #expect(files.count > 200, "the tests were not found")
        #expect(try files.filter { Self.isAtFault(try Repository.text($0)) } == [])
    }

    @Test(arguments: [
        ("struct A { let a = try Workshop().hatpin(\"run\") }", true),
        ("struct A { let a = shop.shell(\"ls\") }", true),
        ("@Suite(.blocking) struct A { let a = try Workshop.small() }", false),
        ("struct A { let a = TemporaryFolder() }", false),
    ])
    func `a suite without the trait is found`(text: String, isAtFault: Bool) {
        #expect(Self.isAtFault(text) == isAtFault)
    }
}
