import CommandWorkshop
import Testing

/// The files that an audit read, and those that it did not read.
@Suite("Files that were read", .blocking)
struct ReadFilesTests {
    private static let good = "requests.get(u, timeout=3)\n"
    private static let languages = [
        "app/a.vb": "Dim c = New HttpClient()\n", "app/b.jl": "using HTTP\n",
        "app/c.jl": "x = 1\n", "app/logo.png": "PNG", "app/README": "text\n", "app/data.json": "{}",
        "app/tool": "#!/usr/bin/env awk\n",
        "app/d.zig": "const http = @import(\"std\").http;\n",
    ]
    private static let unread = "2 .jl, 1 #!awk, 1 .vb, 1 .zig"

    @Test func `a folder without a readable file is not a success`() throws {
        let workshop = try Workshop(Self.languages)
        let result = workshop.hatpin("audit app")
        #expect(result.exit == 4)
        #expect(result.output.contains("not read: \(Self.unread)\nno file was read\n"), "\(result)")
        #expect(result.error.contains("app has nothing that Hatpin can check; not read: "))
        for arguments in ["--fix", "--write", "--write-baseline base.json", "--format json"] {
            #expect(workshop.hatpin("audit app \(arguments)").exit == 4, "\(arguments)")
        }
        #expect(workshop.shell("test -e base.json").exit == 1)
        let judged = "audit reference app --chain-only --builtin --filter id:time/far-ends"
        #expect(workshop.hatpin(judged).exit == 4)
    }

    @Test(arguments: [".", "../private"])
    func `a folder that cannot be read is named with the reason`(path: String) throws {
        let workshop = try Workshop(["private/a.py": Self.good])
        let result = workshop.shell(
            """
            cd private
            limit='setpriv --bounding-set=-dac_override,-dac_read_search'
            [ "$(id -u)" = 0 ] || limit=
            chmod 0 .
            $limit "$HATPIN" audit \(path)
            code=$?
            chmod 700 ../private 2>/dev/null || chmod 700 .
            exit $code
            """
        )
        #expect(result.error.contains("cannot read \(path): Permission denied"), "\(result)")
        #expect(result.exit == 3)
    }

    @Test func `every report lists unread files, and with an option unread files fail the audit`()
        throws
    {
        let workshop = try Workshop(Self.languages.merging(["app/e.py": Self.good]) { $1 })
        let reports = ["json", "html", "sarif", "markdown"].map { "--report \($0)=out.\($0)" }
        let result = workshop.hatpin("audit app " + reports.joined(separator: " "))
        #expect(result.exit == 0, "\(result)")
        #expect(result.output.contains("not read: \(Self.unread)\nno findings in 1 file\n"))
        #expect(result.output.contains("searched 1 file in app\n"))
        let json = workshop.read("out.json")
        #expect(
            json.contains(##""filesRead":1,"filesNotRead":[{"kind":".jl","files":2},"##)
        )
        #expect(workshop.read("out.html").contains("not read: \(Self.unread)"))
        #expect(
            workshop.read("out.sarif").contains(
                #""toolExecutionNotifications":[{"level":"warning","message":{"text":"not read: "#
                    + Self.unread
            )
        )
        #expect(workshop.read("out.markdown").contains("- not read&#58; 2 &#46;jl"))
        #expect(workshop.hatpin("audit app --strict-unread").exit == 1)
        #expect(workshop.hatpin("audit app --strict-unread --write-baseline base.json").exit == 1)
        #expect(workshop.hatpin("audit app --strict-unread --baseline base.json").exit == 1)
        #expect(workshop.hatpin("audit app --baseline base.json").exit == 0)
        #expect(workshop.hatpin("audit app/e.py --strict-unread").exit == 0)
    }

    @Test(arguments: [
        "int f(SSL_CTX *c);\n", "boost::asio::ssl::context c;\n", "int main(void) { return 0; }\n",
    ])
    func `an audit reads C code for each TLS library`(text: String) throws {
        let result = try Workshop(["a/x.cc": text]).hatpin("audit a")
        #expect(result.exit == 0, "\(result)")
        #expect(result.output.contains("no findings in 1 file\n"))
    }

    struct Named: CustomTestStringConvertible {
        let testDescription: String
        let name: String
        let text: String
        let exit: Int32
        let says: String
    }

    static let named: [Named] = [
        Named(
            testDescription: "PHP, which begins like XML",
            name: "a.php",
            text: "<?php\n$c = curl_init(\"https://api.example.com/\");\n"
                + "curl_setopt($c, CURLOPT_SSL_VERIFYPEER, false);\n",
            exit: 1,
            says: "critical[CUR-003]"
        ),
        Named(
            testDescription: "YAML of Kubernetes",
            name: "pod.yaml",
            text: "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: b\n"
                + "      command: [\"curl\", \"-k\", \"https://api.example.com/\"]\n",
            exit: 1,
            says: "critical[CUR-001]"
        ),
        Named(
            testDescription: "YAML with the key client that is not a definition",
            name: "values.yaml",
            text: "# values\nclient:\n  run: curl -k https://api.example.com/\n",
            exit: 1,
            says: "critical[CUR-001]"
        ),
        Named(
            testDescription: "a Dockerfile",
            name: "Dockerfile",
            text: "FROM debian\nRUN curl -k https://api.example.com/\n",
            exit: 1,
            says: "Dockerfile: read as Dockerfile: a shell script, "
        ),
        Named(
            testDescription: "source code without a known API",
            name: "a.c",
            text: "int x = 1;\n",
            exit: 0,
            says: "a.c: read as C: C"
        ),
        Named(
            testDescription: "another language",
            name: "a.jl",
            text: "x = 1\n",
            exit: 4,
            says: "not read: 1 .jl"
        ),
        Named(
            testDescription: "a picture",
            name: "logo.png",
            text: "PNG",
            exit: 2,
            says: "logo.png is not a configuration of"
        ),
        Named(
            testDescription: "a scenario",
            name: "expired.yaml",
            text: "---\nscenario: expired\n",
            exit: 2,
            says: "expired.yaml is a scenario, not a configuration"
        ),
        Named(
            testDescription: "a definition of a client",
            name: "mine.yaml",
            text: "client: mine\n",
            exit: 2,
            says: "mine.yaml"
        ),
        Named(
            testDescription: "a truncated property list",
            name: "App-Info.plist",
            text: "<plist version=\"1.0\"><dict>\n",
            exit: 1,
            says: "medium[CNF-001]: Hatpin cannot read this configuration: "
        ),
    ]

    @Test(arguments: named)
    func `audit reads a named file like a file in a folder`(file: Named) throws {
        let workshop = try Workshop([file.name: file.text])
        let result = workshop.hatpin("audit \(file.name)")
        #expect(result.exit == file.exit, "\(result)")
        #expect((result.output + result.error).contains(file.says), "\(result)")
        let json = workshop.hatpin("audit \(file.name) --format json")
        #expect(json.exit == file.exit)
        #expect(file.exit != 1 || json.output.contains(#""kinds":[""#), "\(json)")
    }

    @Test func `audit lists unread files in addition to the files that were read`() throws {
        let workshop = try Workshop(["a.py": Self.good, "b.jl": "x = 1\n", "c.c": "int x = 1;\n"])
        let result = workshop.hatpin("audit a.py b.jl c.c")
        #expect(result.exit == 0, "\(result)")
        #expect(result.output.contains("not read: 1 .jl\nno findings in 2 files\n"))
        #expect(result.output.contains("c.c: read as C: C\n"))
        #expect(workshop.hatpin("audit a.py b.jl c.c --strict-unread").exit == 1)
    }

    @Test(arguments: [
        ("app/res/xml/network_security_config.xml", "<network-security-config>\n<base-config>", 1),
        ("app/res/xml/network_security_config.xml", "", 1),
        ("app/res/xml/pins.xml", "<a>\n", 1),
        ("app/config.xml", "<?xml version=\"1.0\"?>\n<network-security-config>\n", 1),
        ("app/src/main/AndroidManifest.xml", "\u{3}\u{0}\u{8}\u{0}", 1),
        ("app/Info.plist", "<plist version=\"1.0\"><dict><key>a</key></dict></plist>", 1),
        ("app/tests/Info.plist", "<plist", 0),
        ("app/res/layout/main.xml", "<LinearLayout>\n", 0),
        ("app/pom.xml", "<project>\n", 0),
    ])
    func `a configuration that does not parse is a finding`(
        path: String,
        text: String,
        exit: Int32
    ) throws {
        let workshop = try Workshop([path: text, "app/a.py": Self.good])
        let result = workshop.hatpin("audit app")
        #expect(result.exit == exit, "\(result)")
        #expect(result.output.contains("[CNF-001]") == (exit == 1 || path.contains("tests")))
        #expect(
            exit == 1
                || workshop.hatpin("audit app --strict-unread").exit
                    == (path.contains("tests") ? 0 : 1)
        )
    }

    @Test func `a configuration that cannot be opened is a finding`() throws {
        let large = String(repeating: " ", count: 1 << 20)
        let workshop = try Workshop([
            "app/Info.plist": large + " ", "app/a.js": large + ";", "app/b.py": Self.good,
        ])
        let result = workshop.hatpin("audit app")
        #expect(result.exit == 1)
        #expect(
            result.output.contains("[CNF-001]: Hatpin cannot read this configuration: it is larger")
        )
        #expect(result.output.contains("not read: app/a.js: it is larger than 1048576 bytes\n"))
    }

    @Test func `audit excludes files and folders, and reports their number`() throws {
        let script = "curl -k https://api.example.com/\n"
        let workshop = try Workshop([
            "app/a.sh": script, "app/gen/b.sh": script, "app/old/c.sh": script, "app/d.sh": script,
            "app/.hatpinignore": "d.sh\n", "app/.gitignore": "old\n",
        ])
        let all = workshop.shell("rm -f app/.hatpinignore.off; hatpin audit app --exclude 'gen/'")
        #expect(all.exit == 1)
        #expect(
            all.output.contains(
                "searched 1 file in app; excluded 3 by .gitignore, .hatpinignore or --exclude\n"
            ),
            "\(all)"
        )
        #expect(workshop.hatpin("audit app --exclude gen --exclude a.sh").exit == 4)
        #expect(
            workshop.hatpin("audit app --exclude gen --format json").output.contains(
                #""excluded":3"#
            )
        )
        // A repository's own patterns could hide a fault, so each report lists them.
        let reports = ["html", "junit", "markdown", "sarif"]
        let options = reports.map { "--report \($0)=\($0).out" }.joined(separator: " ")
        #expect(workshop.hatpin("audit app --exclude gen \(options)").exit == 1)
        for report in reports {
            let text = workshop.read(report + ".out")
            #expect(text.contains("excluded 3 by "), "\(report): \(text)")
        }
        // A file that is named is read, although a pattern excludes it.
        #expect(workshop.hatpin("audit app/d.sh --exclude d.sh").exit == 1)
    }

    @Test
    func `audit lists a file as unread if its name is invalid or its path too long`()
        throws
    {
        let workshop = try Workshop(["app/a.py": Self.good])
        let result = workshop.shell(
            """
            touch "$(printf 'app/\\377.py')" "$(printf 'app/\\377.png')"
            mkdir "$(printf 'app/folder\\377')"
            python3 -c '
            import os
            os.chdir("app")
            for _ in range(20):
                os.mkdir("1" * 250)
                os.chdir("1" * 250)
            open("a.py", "w").write("import requests")'
            hatpin audit app
            exit=$?
            rm -rf app/1*
            (exit $exit)
            """
        )
        #expect(result.exit == 0, "\(result)")
        let unread = result.output.split(separator: "\n").filter {
            $0.contains("not read") || $0.contains("UTF-8") || $0.contains("too long")
        }
        #expect(unread.count { $0.contains("its name is not UTF-8") } == 2, "\(result)")
        #expect(unread.count { $0.contains("its path is too long") } == 1, "\(result)")
        #expect(workshop.hatpin("audit app --strict-unread").exit == 1)
    }
}
