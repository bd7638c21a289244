import CommandWorkshop
import Foundation
import Testing

/// A clone of a repository whose author attacks whoever runs a command in it.
///
/// Commands start none of its programs, write nothing outside `.hatpin`, connect nowhere, and only
/// listen on loopback.
@Suite(.blocking)
struct HostileRepositoryTests {
    struct Case: CustomTestStringConvertible {
        let command: String
        let exit: Int32
        /// Files that the command creates on request.
        var makes: [String] = []
        /// The expected texts on standard error.
        var says: [String] = []

        var testDescription: String { command }
    }

    private static let ignored = "hatpin: ignored, because it "
    private static let untrusted = "in this folder, which you do not trust"
    private static let replaced =
        "hatpin: client/curl is Clients/curl.yaml, not the built-in definition\n"

    static let cases = [
        // A case names a client of the folder.
        Case(command: "run", exit: 64, says: ["client/evil is Clients/evil.yaml \(untrusted)"]),
        Case(command: "run names/exact", exit: 0, says: [ignored + "starts programs: --party="]),
        Case(command: "run names/exact --party client/curl", exit: 64, says: [untrusted]),
        Case(command: "run --failed", exit: 64, says: ["the party ./evil.yaml is a file"]),
        Case(command: "run --resume", exit: 64, says: ["the party ./evil.yaml is a file"]),
        Case(command: "list", exit: 0, says: [ignored + "writes files: --report="]),
        Case(command: "lint", exit: 0, says: [ignored + "starts programs: --clients="]),
        Case(
            command: "explain names/exact",
            exit: 0,
            says: [ignored + "starts programs: --party="]
        ),
        Case(command: "explain names/exact --party client/curl", exit: 0, says: [replaced]),
        Case(command: "explain evil", exit: 0),
        Case(
            command: "clients",
            exit: 0,
            says: [replaced, "started no program to find versions"]
        ),
        Case(command: "clients curl evil", exit: 0, says: [replaced]),
        Case(command: "doctor", exit: 0, says: [ignored + "writes files: --state="]),
        Case(
            command: "audit .",
            exit: 1,
            says: [
                "hatpin: applied: --allow=low (hatpin.yaml:", ignored + "writes files: --report=",
                ignored + "writes files: --write ",
                ignored + "connects to other machines: --connect=",
            ]
        ),
        Case(command: "audit --scenarios Scenarios client/curl", exit: 64, says: [untrusted]),
        Case(command: "audit --resume client/evil", exit: 64, says: [untrusted]),
        Case(
            command: "serve --scenarios Scenarios --for 1s --port 0 --page-port 0",
            exit: 4,
            says: [ignored + "listens on addresses: --listen=0.0.0.0"]
        ),
        Case(
            command: "new expired mine",
            exit: 0,
            makes: ["Scenarios/mine.yaml", "Scenarios/scenario-1.schema.json"]
        ),
        Case(command: "list --ids", exit: 0),
        Case(command: "list parties --ids", exit: 0),
        Case(command: "clients --ids", exit: 0),
        Case(command: "completions bash", exit: 0),
        Case(command: "config", exit: 0, says: ["run hatpin trust to trust the folder until it"]),
    ]

    /// The places that the author controls: a folder outside the clone, and a port that records
    /// connections.
    private final class Author {
        let place: TemporaryFolder
        private let listener: Int32
        let port: UInt16

        init() throws {
            place = try TemporaryFolder(["kept": "kept\n"])
            listener = socket(
                AF_INET,
                Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
                0
            )
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listener = listener
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, size) == 0 && listen(listener, 8) == 0
                        && getsockname(listener, $0, &size) == 0
                }
            }
            try #require(isBound)
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit { close(listener) }

        /// Whether anything has connected.
        var isDialled: Bool { accept(listener, nil, nil) >= 0 }
    }

    private static func files(of author: Author) -> [String: String] {
        let started = "touch \(author.place.path)/started"
        func definition(_ name: String) -> String {
            """
            client: \(name)
            about: A program that must not be started.
            library: openssl
            command: [sh, -c, "\(started)", "{url}", "{ca}"]
            prepare: ["sh -c '\(started)'"]
            worker: [sh, -c, "\(started)"]
            version: { command: [sh, -c, "\(started)"], pattern: x }

            """
        }
        let report = "report: [html=\(author.place.path)/report]"
        return [
            "hatpin.yaml": """
            audit:
              allow: low
              \(report)
              write: true
              connect: ["127.0.0.1:\(author.port)"]
              clients: [evil]
            run:
              party: [./evil.yaml, client/curl]
              state: \(author.place.path)/state
              \(report)
            list: { report: [html=\(author.place.path)/report] }
            lint: { clients: [evil] }
            explain: { party: [./evil.yaml], clients: [evil] }
            clients: { clients: [evil] }
            doctor: { clients: [evil], state: \(author.place.path)/state }
            serve: { listen: [0.0.0.0], state: \(author.place.path)/state }
            new: { folder: \(author.place.path) }

            """,
            "evil.yaml": definition("evil"), "evil/evil.yaml": definition("evil"),
            "Clients/evil.yaml": definition("evil"), "Clients/curl.yaml": definition("curl"),
            "Clients/Libraries/openssl.yaml":
                "library: openssl\nabout: A library.\nplain: evil\nloads: ssl\n",
            "Scenarios/evil.yaml": """
            scenario: evil
            about: A case that fixes a client.
            sources: RFC 5280
            party: client/evil
            expect: accept
            """,
            "Scenarios/names/exact.yaml": """
            scenario: exact
            about: The name that was meant is accepted.
            sources: RFC 9525
            tags: [names]
            expect: accept
            """,
            "deploy.sh": "curl -k https://api.example.com/\n",
            ".hatpin/serve/seed": "7\n",
            "monitor.sh": "#!/bin/sh\n\(started)\n",
        ]
    }

    /// Returns the clone, with a run file that names the author's program.
    private static func clone(of author: Author) throws -> Workshop {
        let workshop = try Workshop(files(of: author))
        let made = workshop.shell(
            """
            export HOME=$PWD/.state XDG_CACHE_HOME=$PWD/.state/cache
            hatpin run names/exact --no-config --keep never -q --party okhttp
            file=.hatpin/$(readlink .hatpin/last.ndjson)
            head -1 $file | sed 's|"okhttp"|"./evil.yaml"|; s|@okhttp"|@./evil.yaml"|' >planned
            mv planned $file
            git init -q . && echo .state >.git/info/exclude && git config core.fsmonitor "$PWD/monitor.sh"
            git config core.hooksPath "$PWD" && git add -A
            rm -f '\(author.place.path)/started'
            """
        )
        try #require(made.exit == 0, "\(made)")
        return workshop
    }

    /// Returns the names and contents of all files, except those that commands may write.
    private static func state(of workshop: Workshop, _ author: Author) -> String {
        workshop.shell(
            """
            find . \\( -path ./.hatpin -o -path ./.state -o -path ./.git \\) -prune -o -type f -print \
            | grep -v '^./\\.\\(script\\|out\\|err\\)$' | sort | xargs -d '\\n' sha256sum
            find '\(author.place.path)' -type f | sort | xargs -d '\\n' sha256sum
            """
        ).output
    }

    @Test(arguments: cases)
    func `commands in a hostile clone do no harm`(test: Case) throws {
        let author = try Author()
        let workshop = try Self.clone(of: author)
        let before = Self.state(of: workshop, author)
        #expect(before.split(separator: "\n").count > 10)
        let result = workshop.shell(
            """
            export PATH=$PATH:${XDG_DATA_HOME:-$HOME/.local/share}/hatpin/source/bin
            export HOME=$PWD/.state XDG_CACHE_HOME=$PWD/.state/cache
            hatpin \(test.command)
            """
        )
        #expect(result.exit == test.exit, "\(result)")
        for words in test.says { #expect(result.error.contains(words), "\(result.error)") }
        for file in test.makes {
            #expect(workshop.shell("rm \(file)").exit == 0, "\(file) was asked for")
        }
        #expect(Self.state(of: workshop, author) == before, "nothing is written")
        #expect(!author.isDialled)
    }

    @Test func `serve listens on loopback, with a key that the author does not know`() throws {
        let author = try Author()
        let workshop = try Self.clone(of: author)
        let result = workshop.shell(
            """
            export HOME=$PWD/.state XDG_CACHE_HOME=$PWD/.state/cache
            "$HATPIN" serve --scenarios Scenarios --port 0 --page-port 0 --for 60s >served 2>told & pid=$!
            await '[ -s served ]'
            for link in /proc/$pid/fd/*; do readlink $link; done | grep -o '[0-9]*]$' | tr -d ']' >inodes
            cat /proc/net/tcp /proc/net/tcp6 | awk '
                NR == FNR { inodes[$1]; next }
                $4 == "0A" && $10 in inodes { print substr($2, 1, index($2, ":") - 1) }
            ' inodes - | sort -u
            kill -INT $pid; wait $pid
            cp .state/hatpin/serve/seed seed
            """
        )
        let loopback = ["0100007F", "00000000000000000000000001000000"]
        let addresses = result.output.split(separator: "\n").map(String.init)
        #expect(!addresses.isEmpty, "\(result)")
        #expect(addresses.allSatisfy(loopback.contains), "\(addresses)")
        #expect(!["", "7\n"].contains(workshop.read("seed")))
    }

    /// A link in the clone to a place outside it, and the text of the file there.
    struct Link: CustomTestStringConvertible {
        let name, text: String
        /// The expected texts on standard error.
        let says: String
        /// The commands that must refuse the link, and must not show or change its target.
        let refusing: [String]
        /// The commands that name the link, and may read its target.
        let naming: [String]

        var testDescription: String { name }
    }

    static let links = [
        Link(
            name: "hatpin.yaml",
            text: "PASSWORD: opensesame\n",
            says: "--with hatpin.yaml uses the file, and --no-config ignores it",
            refusing: ["list profiles", "audit .", "config"],
            naming: ["list profiles --with hatpin.yaml"]
        ),
        Link(
            name: "Scenarios",
            text: "scenario: secret\nPASSWORD: opensesame\n",
            says: "name the folder: --",
            refusing: ["lint", "list", "run", "new expired mine", "new expired below/mine"],
            naming: ["lint Scenarios", "list --scenarios Scenarios"]
        ),
        Link(
            name: "Clients",
            text: "client: secret\nPASSWORD: opensesame\n",
            says: "name the folder: --",
            refusing: ["lint", "clients secret", "new client mine"],
            naming: ["lint Clients", "clients secret --clients Clients"]
        ),
    ]

    @Test(arguments: links)
    func `commands do not follow links out of the clone by default`(link: Link) throws {
        let outside = try TemporaryFolder(["secret.yaml": link.text])
        let workshop = try Workshop()
        let target = outside.path + (link.name.hasSuffix(".yaml") ? "/secret.yaml" : "")
        _ = workshop.shell("ln -s '\(target)' \(link.name)")
        for command in link.refusing {
            let result = workshop.hatpin(command)
            #expect(result.exit == 3, "\(command): \(result)")
            #expect(!(result.output + result.error).contains("PASSWORD"), "\(result)")
            #expect(
                result.error.contains(
                    "\(link.name) is a link that leads out of the working directory"
                ),
                "\(result)"
            )
            #expect(result.error.contains(link.says), "\(result.error)")
            #expect(workshop.shell("ls '\(outside.path)'").output == "secret.yaml\n")
        }
        for command in link.naming {
            let result = workshop.hatpin(command)
            #expect((result.output + result.error).contains("PASSWORD"), "\(command): \(result)")
        }
        // A link to a place in the clone works like the place.
        _ = workshop.shell("rm \(link.name); cp -r '\(target)' inside; ln -s inside \(link.name)")
        let result = workshop.hatpin(link.refusing[0])
        #expect((result.output + result.error).contains("PASSWORD"), "\(result)")
    }

    @Test func `hatpin does not follow links in the folder of runs`() throws {
        let workshop = try Workshop(Workshop.good)
        _ = workshop.hatpin("run -q")
        // An interrupted run elsewhere, which --resume would continue.
        _ = workshop.shell(
            """
            mkdir here; cp -r Scenarios here; sed '$d' .hatpin/last.ndjson >cut.ndjson
            mkdir -p here/.hatpin/runs; ln -s ../../cut.ndjson here/.hatpin/last.ndjson
            ln -s ../../../cut.ndjson here/.hatpin/runs/20261121-0942-7f3a.ndjson
            ln -s /dev/zero here/.hatpin/runs/20261121-0943-7f3a.ndjson
            ln -s ../../cut.ndjson here/.hatpin/last-audit.json
            """
        )
        let before = workshop.read("cut.ndjson")
        #expect(!before.isEmpty)
        let audit = "audit --resume --scenarios Scenarios -- curl -sS --cacert {ca} {url}"
        for command in ["run --resume", "run --failed", "show", audit] {
            let result = workshop.shell("cd here; hatpin \(command)")
            #expect(result.exit == 3, "\(command): \(result)")
            #expect(
                result.error.contains("is a link that leads out of the working directory"),
                "\(result)"
            )
        }
        let history = workshop.shell("cd here; hatpin history")
        #expect(history.exit == 4, "\(history)")
        #expect(workshop.read("cut.ndjson") == before)
        // A named run is read, wherever it is.
        #expect(workshop.shell("cd here; hatpin show -v ../cut.ndjson").output.contains("exact"))
    }

    @Test func `refuses a state folder that is a link`() throws {
        let author = try Author()
        let workshop = try Self.clone(of: author)
        for path in [".hatpin", ".hatpin/runs"] {
            _ = workshop.shell("rm -rf \(path); ln -s '\(author.place.path)' \(path)")
            let before = Self.state(of: workshop, author)
            let result = workshop.shell(
                "export HOME=$PWD/.state XDG_CACHE_HOME=$PWD/.state/cache; hatpin run names/exact"
            )
            #expect(result.exit == 3, "\(result)")
            #expect(result.error.contains("files would be written elsewhere"), "\(result.error)")
            #expect(Self.state(of: workshop, author) == before)
            _ = workshop.shell("rm -rf .hatpin; mkdir .hatpin")
        }
    }
}
