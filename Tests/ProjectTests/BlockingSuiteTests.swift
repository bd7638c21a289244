import Testing

/// Suites that wait for a command are blocking, so that other suites can use the threads of the
/// pool.
struct BlockingSuiteTests {
    private static func isAtFault(_ text: String) -> Bool {
        text.contains(/\bWorkshop(\.small)?\(|\.shell\(|\.hatpin\(/) && !text.contains(".blocking")
    }

    @Test func `finds no suite that starts commands without being blocking`() throws {
        let files = Repository.files(below: "Tests", "Tests.swift")
            .filter { !$0.hasPrefix("Tests/ProjectTests/") }
        #expect(files.count > 200, "not all tests were found")
        #expect(try files.filter { Self.isAtFault(try Repository.text($0)) } == [])
    }

    @Test(arguments: [
        ("struct A { let a = try Workshop().hatpin(\"run\") }", true),
        ("struct A { let a = shop.shell(\"ls\") }", true),
        ("@Suite(.blocking) struct A { let a = try Workshop.small() }", false),
        ("struct A { let a = TemporaryFolder() }", false),
    ])
    func `finds a suite that lacks the trait for blocking suites`(text: String, isAtFault: Bool) {
        #expect(Self.isAtFault(text) == isAtFault)
    }
}
