import CommandWorkshop
import Testing

@testable import Basics
@testable import hatpin

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

@Suite("Secrets", .blocking)
struct SecretTests {
    /// A file that a script creates in its own folder, and the text of the refusal.
    struct Case: CustomTestStringConvertible {
        let name, script: String
        /// The text of the refusal, or nil for a file that is read.
        let refusal: String?

        init(_ name: String, _ script: String, refusal: String? = nil) {
            (self.name, self.script, self.refusal) = (name, script, refusal)
        }

        var testDescription: String { name }
    }

    private static let repository = """
        git init -q . && git config user.email a@example.test && git config user.name a
        """

    static let cases = [
        Case("reads a file that only this user can read", "umask 077; echo 7 > secret"),
        Case("reads a pipe", "umask 077; mkfifo secret; (echo 7 > secret) & "),
        Case(
            "refuses a file that others can read",
            "echo 7 > secret; chmod 604 secret",
            refusal: "holds a secret that other users can read"
        ),
        Case(
            "refuses a file that the group can read",
            "echo 7 > secret; chmod 640 secret",
            refusal: "holds a secret that other users can read"
        ),
        Case("refuses a folder", "mkdir -m 700 secret", refusal: "is not a file"),
        Case("refuses a missing file", ":", refusal: "cannot read"),
        Case(
            "reads a file that git does not track",
            "\(repository); umask 077; echo 7 > secret"
        ),
        Case(
            "refuses a file that git tracks",
            "\(repository); umask 077; echo 7 > secret; git add secret",
            refusal: "git tracks it"
        ),
        Case(
            "refuses a link to a file that git tracks",
            "mkdir r; (cd r; \(repository); umask 077; echo 7 > s; git add s); ln -s r/s secret",
            refusal: "git tracks it"
        ),
        Case(
            "takes a name with a wildcard as it is",
            """
            \(repository); umask 077; mkdir a; echo 7 > 'a/s*'; echo 8 > a/second; git add a/second
            ln -s 'a/s*' secret
            """
        ),
        Case(
            "starts no monitor that a repository names",
            """
            \(repository); printf '#!/bin/sh\\ntouch %s/started\\n' "$PWD" > m; chmod 700 m
            git config core.fsmonitor "$PWD/m"; umask 077; echo 7 > secret
            """
        ),
        // A sparse index makes git read these trees, and ask a remote for a missing one.
        Case(
            "starts no remote that a repository names",
            """
            \(repository); mkdir a; echo 8 > a/b; git add a; git commit -q -m a
            git sparse-checkout init --cone --sparse-index; git sparse-checkout set none
            tree=$(git rev-parse HEAD:a | sed 's|^..|&/|'); rm -f ".git/objects/$tree"
            git config remote.origin.url "ext::touch $PWD/started"; git config protocol.ext.allow always
            git config remote.origin.promisor true; umask 077; echo 7 > secret
            """
        ),
        Case(
            "refuses a file in a repository that git cannot read",
            "echo nothing > .git; umask 077; echo 7 > secret",
            refusal: "git cannot tell whether it tracks the file"
        ),
    ]

    @Test(arguments: cases)
    func `reads a secret, or refuses the file with the reason`(test: Case) throws {
        let workshop = try Workshop()
        _ = workshop.shell(test.script)
        let path = workshop.folder + "/secret"
        if let refusal = test.refusal {
            let failure = #expect(throws: Failure.self) { try Secret.read(path) }
            #expect(failure?.message.contains(refusal) == true)
        } else {
            #expect(try Secret.read(path) == Array("7\n".utf8))
        }
        #expect(!Files.exists(workshop.folder + "/started"))
    }

    @Test(.enabled(if: geteuid() == 0))
    func `refuses a file of another user`() throws {
        let workshop = try Workshop()
        _ = workshop.shell("umask 077; echo 7 > secret; chown 65534 secret")
        let failure = #expect(throws: Failure.self) {
            try Secret.read(workshop.folder + "/secret")
        }
        #expect(failure?.message.contains("belongs to another user") == true)
    }
}
