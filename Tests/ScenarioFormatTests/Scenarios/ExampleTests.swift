import RepositorySuite
import Testing

@testable import ScenarioFormat

/// The six example scenarios of the format.
struct ExampleTests {
    @Test func `loads every example`() async {
        let library = await ScenarioLibrary.load([testFolder + "/Scenarios"])
        #expect(library.diagnostics == [])
        #expect(
            library.scenarios.map(\.id) == [
                "allow-invalid-loses-the-host",
                "charles[unpinned]",
                "charles[pinned]",
                "expired-leaf",
                "injected-pinned-certificate",
                "renewal[same-key]",
                "renewal[new-key]",
                "renewal[certificate-pin]",
                "weak-crypto[leaf.digest=md5,leaf.key=rsa1024]",
                "weak-crypto[leaf.digest=md5,leaf.key=rsa2048]",
                "weak-crypto[leaf.digest=md5,leaf.key=p256]",
                "weak-crypto[leaf.digest=sha1,leaf.key=rsa1024]",
                "weak-crypto[leaf.digest=sha1,leaf.key=rsa2048]",
                "weak-crypto[leaf.digest=sha1,leaf.key=p256]",
                "weak-crypto[leaf.digest=sha256,leaf.key=rsa1024]",
                "weak-crypto[leaf.digest=sha256,leaf.key=rsa2048]",
                "weak-crypto[leaf.digest=sha256,leaf.key=p256]",
            ]
        )
    }
}

/// The scenarios that Hatpin comes with.
struct SuiteTests {
    @Test func `the example has no faults`() async {
        let library = await RepositorySuite.library
        #expect(library.diagnostics == [])
        #expect(!library.scenarios.isEmpty)
        #expect(Set(library.scenarios.map(\.id)).count == library.scenarios.count)
    }

    @Test func `expands known files to the same cases`() async {
        let suite = await RepositorySuite.library
        let known = await ScenarioLibrary.load([RepositorySuite.folder]) { _, _ in true }
        #expect(known.diagnostics == [])
        #expect(known.scenarios.map(\.id) == suite.scenarios.map(\.id))
        for (later, once) in zip(known.scenarios, suite.scenarios) {
            let isSame =
                later.definition == once.definition && later.party == once.party
                && later.setup == once.setup && later.control == once.control
            // A failure that prints two setups would be unreadable.
            #expect(isSame, "\(once.id)")
        }
    }

    @Test func `the folder contains the six examples`() async {
        let suite = await RepositorySuite.library
        let examples = await ScenarioLibrary.load([testFolder + "/Scenarios"])
        let names = Set(suite.scenarios.compactMap { $0.group.split(separator: "/").last })
        let missing = Set(examples.scenarios.map(\.group)).filter { !names.contains($0[...]) }
        #expect(missing == [])
    }
}
