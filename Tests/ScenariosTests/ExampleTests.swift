import Testing

@testable import Scenarios

/// The six scenarios that the format is explained by.
struct ExampleTests {
    @Test func allLoad() async {
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
