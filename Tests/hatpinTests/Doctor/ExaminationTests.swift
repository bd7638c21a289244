import Basics
import CommandWorkshop
import Testing

@testable import hatpin

@Suite("What a machine lacks", .blocking)
struct ExaminationTests {
    private static func examination(
        state: String = ".hatpin",
        search: String = "/usr/bin:/bin"
    ) -> Examination {
        Examination(state: StateFolder(named: state), clientsIn: [], search: search)
    }

    @Test(arguments: ["libssl", "suffixes", "memory", "descriptors", "ipv4"])
    func `a machine that builds Hatpin fulfils the condition`(name: String) async throws {
        let conditions = try await Self.examination().conditions(named: [name])
        #expect(conditions.map(\.name) == [name])
        #expect(conditions.map(\.state) == [.fine], "\(conditions)")
    }

    @Test func `every unmet condition has a fix, and all conditions have different names`()
        async throws
    {
        let conditions = try await Self.examination(search: "/none").conditions(named: [])
        #expect(conditions.map(\.name) == Examination.names)
        #expect(Set(Examination.names).count == Examination.names.count)
        for condition in conditions {
            #expect((condition.state == .fine) == (condition.help == nil), "\(condition)")
        }
    }

    /// script/prepare installs ast-grep with all grammars that it lacks.
    @Test func `a machine that can review source code lacks nothing for it`() async throws {
        let conditions = try await Self.examination().conditions(named: ["source"])
        #expect(conditions.map(\.state) == [.fine], "\(conditions)")
    }

    @Test(arguments: [("/usr/bin:/bin", true), ("/none", false)])
    func `doctor looks for a toolchain in the search path`(
        search: String,
        isThere: Bool
    ) async throws {
        let conditions = try await Self.examination(search: search)
            .conditions(named: ["toolchain"])
        guard !isThere else { return }
        #expect(conditions.map(\.state) == [.lacking])
    }

    @Test(arguments: [("kept/here", Condition.State.fine), ("/proc/kept", .failing)])
    func `the condition state needs a folder that exists or can be created`(
        folder: String,
        state: Condition.State
    ) async throws {
        let workshop = try TemporaryFolder()
        let path = folder.hasPrefix("/") ? folder : workshop.path + "/" + folder
        let conditions = try await Self.examination(state: path).conditions(named: ["state"])
        #expect(conditions.map(\.state) == [state], "\(conditions)")
    }

    @Test func `doctor refuses an unknown name, and suggests the nearest name`() async throws {
        let failure = await #expect(throws: Failure.self) {
            try await Self.examination().conditions(named: ["ipv5"])
        }
        #expect(failure?.message == "doctor has no check named 'ipv5'")
        #expect(failure?.help?.contains("ipv") == true)
    }

    private static let conditions: [Condition] = [
        .fine("libssl", "OpenSSL 3.0.19"),
        .lacking("ipv6", "servers cannot listen on ::1", help: "give it IPv6"),
        .failing("disk", "3 MB free in .", help: "free some"),
    ]

    @Test func `doctor prints a line for each condition, with its fix below`() {
        #expect(
            ConditionText(Self.conditions).text(hasColour: false) == """
                ✓ libssl  OpenSSL 3.0.19
                ○ ipv6    servers cannot listen on ::1
                          help: give it IPv6
                ✗ disk    3 MB free in .
                          help: free some

                1 fine, 1 lacking, 1 failing

                """
        )
    }

    @Test(arguments: [(3, false, false), (2, true, false), (1, true, true)])
    func `doctor succeeds if only conditions of some commands are unmet`(
        count: Int,
        isFit: Bool,
        isComplete: Bool
    ) {
        let text = ConditionText(Array(Self.conditions.prefix(count)))
        #expect(text.isFit == isFit)
        #expect(text.isComplete == isComplete)
    }

    @Test func `doctor --format json writes an array of conditions`() {
        #expect(
            ConditionText(Array(Self.conditions.suffix(1))).json
                == "[{\"name\":\"disk\",\"state\":\"failing\",\"about\":\"3 MB free in .\","
                + "\"help\":\"free some\"}]\n"
        )
    }
}
