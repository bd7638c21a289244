import CommandWorkshop
import Testing

@testable import Basics
@testable import hatpin

@Suite("Trust in a folder", .blocking)
struct FolderTrustTests {
    /// A trusted folder, and a script that changes it.
    struct Change: CustomTestStringConvertible {
        let name, script: String
        let keepsTrust: Bool

        init(_ name: String, _ script: String, keepsTrust: Bool = false) {
            (self.name, self.script, self.keepsTrust) = (name, script, keepsTrust)
        }

        var testDescription: String { name }
    }

    static let changes = [
        Change("stays while nothing changes", ":", keepsTrust: true),
        Change("stays when other files change", "echo x > Scenarios.txt", keepsTrust: true),
        Change("stays when a file is written again", "touch hatpin.yaml", keepsTrust: true),
        Change("ends when hatpin.yaml changes", "echo '# x' >> hatpin.yaml"),
        Change("ends when hatpin.yaml goes", "rm hatpin.yaml"),
        Change("ends when a definition changes", "echo '# x' >> Clients/a.yaml"),
        Change("ends when a definition is added", "echo x > Clients/b.yaml"),
        Change("ends when a definition is renamed", "mv Clients/a.yaml Clients/c.yaml"),
        Change("ends when a driver changes", "echo x >> Clients/Programs/a.py"),
        Change("ends when a driver becomes a link", "ln -sf /bin/sh Clients/Programs/a.py"),
        Change("ends when others can write the record", "chmod 666 ../state/trust/*"),
    ]

    private static func workshop() throws -> Workshop {
        try Workshop([
            "here/hatpin.yaml": "run: { timeout: 3 }\n", "here/Clients/a.yaml": "client: a\n",
            "here/Clients/Programs/a.py": "print()\n",
        ])
    }

    private static func trust(_ folder: String, in workshop: Workshop) throws -> FolderTrust {
        try FolderTrust(in: workshop.folder + "/" + folder, kept: workshop.folder + "/state")
    }

    @Test(arguments: changes)
    func `a change ends the trust in a folder only if the change affects a trusted file`(
        change: Change
    ) throws {
        let workshop = try Self.workshop()
        let trust = try Self.trust("here", in: workshop)
        #expect(!trust.isGiven)
        try trust.give()
        #expect(trust.isGiven)
        #expect(workshop.shell("cd here; \(change.script)").exit == 0)
        #expect(trust.isGiven == change.keepsTrust)
    }

    @Test func `trusts only the named folder, until the trust is removed`() throws {
        let workshop = try Self.workshop()
        let trust = try Self.trust("here", in: workshop)
        try trust.give()
        _ = workshop.shell("cp -r here copy; ln -s here link")
        #expect(try !Self.trust("copy", in: workshop).isGiven)
        #expect(try Self.trust("link", in: workshop).isGiven)
        try trust.withdraw()
        #expect(!trust.isGiven)
        try trust.withdraw()
    }

    @Test(arguments: [
        ("mkdir it", "has neither hatpin.yaml nor a folder Clients or Servers"),
        ("mkdir -p it x; ln -s ../x it/Clients", "is not a regular file"),
        ("mkdir it; mkfifo it/hatpin.yaml", "is not a regular file"),
        ("mkdir -p it/Clients; truncate -s 65M it/Clients/a", "too many files"),
        ("mkdir -p it/Clients; : > it/Clients/$(printf 'a\\377')", "is not UTF-8"),
        ("mkdir -p it/Clients/$(printf 'a\\377')", "is not UTF-8"),
        (":", "cannot read"),
    ])
    func `refuses to trust a folder that is empty or cannot be read completely`(
        script: String,
        words: String
    ) throws {
        let workshop = try Workshop()
        _ = workshop.shell(script)
        let failure = #expect(throws: Failure.self) {
            try Self.trust("it", in: workshop).give()
        }
        #expect(failure?.message.contains(words) == true, "\(String(describing: failure))")
    }
}
