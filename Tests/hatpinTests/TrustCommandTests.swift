import CommandWorkshop
import Foundation
import Testing

/// Client definitions in the working directory.
@Suite(.blocking)
struct TrustCommandTests {
    private static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    /// Returns a folder whose definitions record that they were started; one replaces a built-in
    /// definition.
    private func workshop() throws -> Workshop {
        let workshop = try Workshop(Workshop.good)
        for name in ["curl", "ours"] {
            try workshop.write(
                """
                client: \(name)
                about: A client of this folder.
                command: [sh, -c, "touch $2/started; curl -sS --cacert $1 $0", "{url}", "{ca}", \
                "\(workshop.folder)"]
                version: { command: "touch \(workshop.folder)/started", pattern: x }

                """,
                to: "Clients/\(name).yaml"
            )
        }
        return workshop
    }

    private func hatpin(_ arguments: String, in workshop: Workshop) -> Workshop.Result {
        workshop.shell("export XDG_CACHE_HOME=$PWD/cache; hatpin \(arguments)")
    }

    private func isStarted(in workshop: Workshop) -> Bool {
        workshop.shell("test -e started").exit == 0
    }

    private static let replaced =
        "hatpin: client/curl is Clients/curl.yaml, not the built-in definition\n"

    @Test(arguments: [
        "run --party client/ours", "run --party client/curl names/exact", "run time@client/ours",
        "audit --scenarios Scenarios client/curl", "compare curl client/ours",
        "audit --scenarios Scenarios --like client/ours -- sh -c : {url} {ca}",
    ])
    func `does not start a program of an untrusted folder`(command: String) throws {
        let workshop = try workshop()
        let result = hatpin(command, in: workshop)
        #expect([64, 3].contains(result.exit), "\(result)")
        #expect(!isStarted(in: workshop))
        guard !command.contains("--like") else { return }
        #expect(result.exit == 64)
        #expect(result.error.contains(".yaml in this folder, which you do not trust: its"))
        #expect(result.error.contains("use the folder once by --clients ., or run hatpin trust"))
    }

    @Test(arguments: [
        "clients", "clients ours curl", "clients --ids", "doctor clients",
        "explain names/exact --party client/ours --party client/curl", "lint", "list",
    ])
    func `commands that only read files start no program of the folder`(command: String) throws {
        let workshop = try workshop()
        let result = hatpin(command, in: workshop)
        #expect(result.exit == 0, "\(result)")
        #expect(!isStarted(in: workshop))
        guard command.hasPrefix("explain") || command.contains("curl") else { return }
        #expect(result.error.contains(Self.replaced), "\(result.error)")
    }

    @Test(.enabled(if: hasCurl))
    func `starts programs of a folder that is named or trusted`() throws {
        let workshop = try workshop()
        for option in ["--clients .", "--clients ./Clients", "--clients \(workshop.folder)"] {
            let result = hatpin("run --party client/curl names/exact \(option)", in: workshop)
            #expect(result.exit == 0, "\(result)")
            #expect(result.error.contains("/curl.yaml, not the built-in definition\n"))
            #expect(isStarted(in: workshop))
            _ = workshop.shell("rm started")
        }
        let trust = hatpin("trust", in: workshop)
        #expect(
            trust.output
                == "\(workshop.folder) is trusted until hatpin.yaml or a file in Clients or "
                + "Servers changes\n"
        )
        let run = hatpin("run --party client/curl names/exact", in: workshop)
        #expect(run.exit == 0, "\(run)")
        #expect(run.error.contains(Self.replaced), "\(run.error)")
        #expect(hatpin("clients ours", in: workshop).exit == 0)
        _ = workshop.shell("rm started; echo '# changed' >>Clients/ours.yaml")
        #expect(hatpin("run --party client/curl", in: workshop).exit == 64)
        #expect(hatpin("trust", in: workshop).exit == 0)
        #expect(hatpin("trust --remove", in: workshop).exit == 0)
        #expect(hatpin("run --party client/curl", in: workshop).exit == 64)
        #expect(!isStarted(in: workshop))
    }

    // As in a checkout of Hatpin.
    @Test(.enabled(if: hasCurl))
    func `the built-in folder of clients needs no trust, and a changed copy needs trust`() throws {
        let workshop = try Workshop(Workshop.good)
        _ = hatpin("clients --ids", in: workshop)
        _ = workshop.shell("cp -r cache/hatpin/clients-*/Clients .")
        let command = "run --party client/curl names/exact"
        let run = hatpin(command, in: workshop)
        #expect(run.exit == 0, "\(run)")
        // Programs built next to a copy of the built-in folder may come from the author of the
        // clone.
        try workshop.write(
            "#!/bin/sh\ntouch \(workshop.folder)/started\n",
            to: ".clients/aiohttp/bin/python"
        )
        #expect(hatpin("clients aiohttp", in: workshop).exit == 3)
        #expect(hatpin("run --party client/aiohttp", in: workshop).exit == 3)
        #expect(!isStarted(in: workshop))
        try workshop.write("echo", to: "Clients/more.sh")
        #expect(hatpin(command, in: workshop).exit == 64)
        _ = workshop.shell("rm Clients/more.sh; echo '# changed' >>Clients/curl.yaml")
        #expect(hatpin(command, in: workshop).exit == 64)
    }

    @Test func `refuses a folder without hatpin.yaml and without Clients`() throws {
        let result = try Workshop().hatpin("trust")
        #expect(result.exit == 4)
        #expect(result.error.contains("has neither hatpin.yaml nor a folder Clients or Servers\n"))
    }
}
