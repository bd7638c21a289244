import CommandWorkshop
import Testing

/// The patch that `--fix` prints, applied by git and patch.
@Suite("Changes by --fix", .blocking)
struct PatchTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Files below `tree`, which is a repository.
        var files = ["app/deploy.sh": PatchTests.script]
        /// The folder below `tree` in which the command runs.
        var folder = "."
        var argument = "."
        var environment = ""
        var isRepository = true
    }

    static let script = """
        #!/bin/sh
        # Sends the build.
        set -e
        curl -k https://api.example.com/

        """
    private static let commands = """
        #!/bin/sh
        cat <<'END'
          ::set-env name=PATH::/tmp
        ::error::no
        ##[error]no
        ##vso[task.setvariable variable=a]b
        END
        curl -k https://api.example.com/
        echo '##[group]'

        """

    static let cases = [
        Case(testDescription: "the folder itself"),
        Case(testDescription: "the folder's absolute path", argument: "\"$PWD\""),
        Case(testDescription: "a file", argument: "app/deploy.sh"),
        Case(testDescription: "the parent folder", folder: "app", argument: ".."),
        Case(testDescription: "a folder in the repository", folder: "app", argument: "."),
        Case(testDescription: "an unusual path", argument: "./app/../app//deploy.sh"),
        Case(testDescription: "a folder outside a repository", isRepository: false),
        Case(
            testDescription: "an absolute path outside a repository",
            argument: "\"$PWD\"",
            isRepository: false
        ),
        Case(
            testDescription: "the parent folder outside a repository",
            folder: "app",
            argument: "..",
            isRepository: false
        ),
        Case(
            testDescription: "another folder",
            folder: "../elsewhere",
            argument: "../tree",
            isRepository: false
        ),
        Case(
            testDescription: "a last line without a line end",
            files: ["a.sh": "curl -k https://api.example.com/"]
        ),
        Case(
            testDescription: "a last line without a line end after the fix",
            files: ["a.sh": "#!/bin/sh\nset -e\ncurl -k https://api.example.com/\nls\nls\nls\nls"]
        ),
        Case(
            testDescription: "lines with CR LF",
            files: ["a.sh": "#!/bin/sh\r\ncurl -k https://api.example.com/\r\nls\r\n"]
        ),
        Case(
            testDescription: "a byte order mark",
            files: ["a.sh": "\u{feff}curl -k https://api.example.com/\nls\n"]
        ),
        Case(
            testDescription: "decomposed and composed letters",
            files: [
                "a.sh": "# cafe\u{301} caf\u{e9}\ncurl -k https://api.example.com/ # e\u{301}\n"
            ]
        ),
        Case(
            testDescription: "many places",
            files: [
                "a.sh": (1...40).map {
                    "# line \($0)\n" + ($0 % 7 == 0 ? "curl -k https://api.example.com/\n" : "")
                }.joined(),
                "b/c.sh": PatchTests.script,
            ]
        ),
        Case(testDescription: "a file name with a space", files: ["my app/de ploy.sh": script]),
        Case(
            testDescription: "a file name with quotes",
            files: ["my \"app\"/de\\ploy\u{1b}.sh": script]
        ),
        Case(
            testDescription: "a file name with a line break",
            files: ["app\n+++ b/x/deploy.sh": script]
        ),
        Case(
            testDescription: "a file name with French letters",
            files: ["caf\u{e9}/deploy.sh": script]
        ),
        Case(testDescription: "log commands in a file", files: ["a.sh": commands]),
        Case(
            testDescription: "commands to GitHub's log",
            files: ["a.sh": commands],
            environment: "GITHUB_ACTIONS=true"
        ),
        Case(
            testDescription: "log commands in a file name",
            files: ["##[error]/a.sh": script],
            environment: "GITHUB_ACTIONS=true"
        ),
    ]

    @Test(arguments: cases)
    func `git and patch apply the same changes as --write`(test: Case) throws {
        let files = test.files.map { ("tree/" + $0.key, $0.value) }
        let workshop = try Workshop(Dictionary(uniqueKeysWithValues: files))
        let result = workshop.shell(
            """
            mkdir -p elsewhere
            \(test.isRepository ? "git init -q tree" : "")
            cp -a tree written
            (mv tree kept && mv written tree && cd "tree/\(test.folder)" && \(Self.audit(test, "--write"))) || exit 10
            mv tree written && mv kept tree
            here=$PWD
            cd "tree/\(test.folder)"
            \(Self.audit(test, "--fix")) >"$here/to.patch" || [ $? = 1 ] || exit 11
            \(Self.audit(test, "--fix")) | cat >"$here/piped.patch"
            cd "$here"
            [ -s to.patch ] || exit 12
            for change in to piped; do
                for way in "git apply" "patch -p1 -i"; do
                    rm -rf applied && cp -a tree applied
                    (cd applied && $way ../$change.patch) || { cat $change.patch; exit 13; }
                    diff -r --no-dereference applied written || { cat $change.patch; exit 14; }
                done
            done
            """
        )
        #expect(result.exit == 0, "\(result)")
    }

    private static func audit(_ test: Case, _ option: String) -> String {
        "\(test.environment.isEmpty ? "" : "env \(test.environment)") $HATPIN audit "
            + "\(test.argument) --builtin \(option)"
    }

    @Test func `--fix prints no patch that a CI log would execute as commands`() throws {
        let workshop = try Workshop(["a.sh": Self.commands, "b.sh": Self.script])
        let command = "env TF_BUILD=True $HATPIN audit --fix"
        #expect(
            workshop.shell("\(command) a.sh | cat; \(command) b.sh | cat").output.contains(
                "+++ b/b.sh"
            )
        )
        let result = workshop.shell("\(command) a.sh | cat")
        #expect(!result.output.contains("+++"))
        #expect(
            result.error.contains("the CI service would obey lines of the patch as commands")
        )
        #expect(workshop.shell("\(command) a.sh >a.patch; git apply a.patch").exit == 0)
    }

    @Test
    func `names the folder in which to apply the patch, unless that is the working directory`()
        throws
    {
        let workshop = try Workshop(["tree/app/deploy.sh": Self.script])
        let result = workshop.shell("git init -q tree; cd tree/app; hatpin audit --fix .")
        #expect(result.output.hasPrefix("--- a/app/deploy.sh\n+++ b/app/deploy.sh\n"))
        #expect(
            result.error.contains("apply the patch in \(workshop.folder)/tree: git -C"),
            "\(result)"
        )
        #expect(!workshop.shell("cd tree; hatpin audit --fix .").error.contains("apply the patch"))
    }
}
