import CommandWorkshop
import Testing

@testable import Process

@Suite("Names without a namespace", .blocking)
struct NameWrapperTests {
    @Test func `uses the first folder that contains the library`() throws {
        let folder = try TemporaryFolder(["b/libnss_wrapper.so": "", "c/libnss_wrapper.so": ""])
        let wrapper = try NameWrapper(searching: ["a", "b", "c"].map { "\(folder.path)/\($0)" })
        #expect(
            wrapper.environment(hosts: "/hosts") == [
                "LD_PRELOAD": "\(folder.path)/b/libnss_wrapper.so", "NSS_WRAPPER_HOSTS": "/hosts",
            ]
        )
    }

    @Test func `the error for a missing library names its package`() throws {
        let refusal = #expect(throws: Unavailable.self) {
            try NameWrapper(searching: ["/no"])
        }
        #expect(refusal?.help == "sudo apt-get install libnss-wrapper")
    }

    @Test(.enabled(if: (try? NameWrapper()) != nil))
    func `a program resolves the names in the hosts file`() throws {
        let folder = try TemporaryFolder()
        let hosts = "\(folder.path)/hosts"
        try HostsFile(names: ["pinned.example": ["127.0.0.3"]]).write(to: hosts)
        let variables = try NameWrapper().environment(hosts: hosts)
        let end = try ProgramInvocation(
            ["getent", "ahosts", "pinned.example"],
            environment: variables.merging(["PATH": "/usr/bin:/bin"]) { first, _ in first },
            workingDirectory: "/"
        ).run(until: .now + .seconds(10))
        #expect(String(decoding: end.standardOutput, as: UTF8.self).hasPrefix("127.0.0.3 "))
    }
}
