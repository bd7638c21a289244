import CommandWorkshop
import Testing

@testable import Process

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("The namespace of a run", .blocking)
struct RunNamespaceTests {
    @Test(.enabled(if: Victim.folder != nil))
    func victimInNamespace() throws {
        if !RunNamespace.isInside { try RunNamespace.enter() }
        try RunNamespace.open()
        let folder = try #require(Victim.folder)
        try RunNamespace.addAddress("192.0.2.1")
        try RunNamespace.addAddress("192.0.2.2")
        try RunNamespace.addAddress("2001:db8::1")
        let hosts = HostsFile(names: ["pinned.example": ["192.0.2.1", "2001:db8::1"]])
        try hosts.write(to: "\(folder)/hosts")
        try RunNamespace.show(BindMount("\(folder)/hosts", over: "/etc/hosts"))
        let mine = Self.shell("cat /etc/hosts", [BindMount("\(folder)/mine", over: "/etc/hosts")])
        try write(mine.run(until: .now + .seconds(10)).standardOutput, "\(folder)/seen")
        let report = try Self.shell(Self.report).run(until: .now + .seconds(10))
        try write(report.standardOutput + report.standardError, "\(folder)/report")
        try #require(mkdir("\(folder)/memory", 0o700) == 0)
        #expect(RunNamespace.keepInMemory("\(folder)/memory"))
        let seen = try Self.shell("echo it >\(folder)/memory/file; cat \(folder)/memory/file")
            .run(until: .now + .seconds(10))
        try write(seen.standardOutput, "\(folder)/remembered")
        _exit(7)
    }

    private static let report = """
        getent ahosts pinned.example | sed -n 's/ *STREAM.*/ is pinned.example/p'
        echo interfaces $(ls /proc/self/net/dev_snmp6)
        python3 - <<'END'
        import socket
        for address in "127.0.0.1", "::1", "192.0.2.1", "192.0.2.2", "2001:db8::1":
            kind = socket.AF_INET6 if ":" in address else socket.AF_INET
            with socket.socket(kind) as listener:
                listener.bind((address, 0))
                listener.listen()
                with socket.socket(kind) as client: client.connect(listener.getsockname())
            print("reached", address)
        END
        """

    @Test(.enabled(if: RunNamespace.refusal == nil))
    func `a namespace has its own network, names and mounts`() throws {
        let workshop = try Workshop(["mine": "of this program alone\n"])
        let end = try Victim.run("victimInNamespace", in: workshop.folder)
            .run(until: .now + .seconds(60))
        #expect(end.cause == .exited(7), "\(String(decoding: end.standardError, as: UTF8.self))")
        #expect(workshop.read("seen") == "of this program alone\n")
        let report = workshop.read("report")
        for line in ["127.0.0.1", "::1", "192.0.2.1", "192.0.2.2", "2001:db8::1"] {
            #expect(report.contains("reached \(line)\n"), "\(report)")
        }
        #expect(report.contains("interfaces lo\n"), "\(report)")
        for address in ["192.0.2.1", "2001:db8::1"] {
            #expect(report.contains("\(address) is pinned.example\n"), "\(report)")
        }
        #expect(workshop.read("remembered") == "it\n")
        #expect(workshop.shell("ls memory").output == "", "memory ends with the namespace")
        #expect(workshop.shell("find . ! -uid $(id -u); getent hosts pinned.example").output == "")
    }

    @Test func `HATPIN_NAMESPACE alone does not show that a process is in a namespace`() {
        for value in ["1", "\(getpid())", "1 mnt:[1]", "\(getpid()) "] {
            setenv("HATPIN_NAMESPACE", value, 1)
            #expect(!RunNamespace.isInside, "\(value)")
            unsetenv("HATPIN_NAMESPACE")
        }
        #expect(!RunNamespace.isInside)
        let mount = BindMount("/etc/hosts", over: "/etc/hosts")
        #expect(throws: ProgramError.mount(mount, errno: EPERM)) { try RunNamespace.show(mount) }
    }

    @Test func `rejects a host name that would break a line of the hosts file`() throws {
        let folder = try TemporaryFolder()
        for name in ["", "a b", "a\n", "#a", "ü"] {
            #expect(throws: ProgramError.hostsEntry(name)) {
                try HostsFile(names: [name: ["::1"]]).write(to: "\(folder.path)/hosts")
            }
        }
        #expect(
            HostsFile(names: ["b.example": ["::1"], "a.example": ["127.0.0.1", "::1"]]).text
                == """
                127.0.0.1 localhost
                ::1 localhost
                127.0.0.1 a.example
                ::1 a.example
                ::1 b.example

                """
        )
    }

    private static func shell(_ script: String, _ mounts: [BindMount] = []) -> ProgramInvocation {
        ProgramInvocation(
            ["sh", "-c", script],
            environment: ["PATH": "/usr/bin:/bin"],
            workingDirectory: "/",
            mounts: mounts
        )
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        let file = try #require(fopen(path, "w"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
