import CommandWorkshop
import Testing

@Suite("Reports to files", .blocking)
struct ReportFileTests {
    @Test func `the page of a run shows the chain of its failure and offers its certificates`()
        throws
    {
        let workshop = try Workshop.small()
        #expect(workshop.hatpin("run -q --report html=out.html").exit == 1)
        let page = workshop.read("out.html")
        for words in [
            "<h1>1 of 3 results is not as expected</h1>", "id=\"time/wrong@reference\"",
            "<code>valid: -90d..-1d</code>", "↑ signed by intermediate", "✓ trusted",
            "hatpin run &#39;time/wrong@reference&#39;", "<summary>leaf of time/wrong</summary>",
            "serial",
        ] {
            let hasWords = page.contains(words)
            #expect(hasWords, "\(words)")
        }
    }

    @Test func `the page of an audit shows its weaknesses`() throws {
        let workshop = try Workshop(Workshop.good)
        let party = "afnetworking:mode=public-key,allow-invalid=true"
        let result = workshop.hatpin(
            "audit \(party) --builtin --chain-only --filter id:proxy/wrong-chain "
                + "--report html=out.html --report json=out.json --format json"
        )
        #expect(result.exit == 1)
        #expect(workshop.read("out.json") == result.output)
        let page = workshop.read("out.html")
        for words in ["<dt>Fix</dt>", "<h3>afnetworking", "allow-invalid=false"] {
            let hasWords = page.contains(words)
            #expect(hasWords, "\(words)")
        }
    }

    @Test(arguments: [
        ("compare reference alamofire:policy=disable-evaluation", Int32(0), "✗ accept"),
        ("mutants validity path-length", 1, "<h1>1 of 2 checks is not tested</h1>"),
        ("list --coverage", 0, "time/expired-leaf"),
    ])
    func `writes a page in addition to standard output`(
        command: String,
        exit: Int32,
        words: String
    ) throws {
        let workshop = try Workshop(Workshop.good)
        let plain = workshop.hatpin("\(command) --format json")
        let result = workshop.hatpin("\(command) --format json --report html=out.html")
        #expect(result.exit == exit && plain.exit == exit)
        #expect(result.output.utf8.count == plain.output.utf8.count)
        let page = workshop.read("out.html")
        #expect(page.hasPrefix("<!doctype html>"))
        let hasWords = page.contains(words)
        #expect(hasWords)
    }

    @Test(arguments: ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
    func `a report on standard output replaces the usual text`(name: String) throws {
        let workshop = try Workshop.small()
        let files = "--report sarif=run.sarif"
        let file = workshop.hatpin("run --now 2026-11-21T09:30:00Z \(files)")
        let run = workshop.hatpin("run --now 2026-11-21T09:30:00Z --report sarif=\(name)")
        #expect(run.exit == 1 && file.exit == 1)
        #expect(run.output == workshop.read("run.sarif"))
        #expect(run.error.contains("time/wrong"), "the text goes to standard error")
        for command in ["audit curl --chain-only", "compare reference curl"] {
            let format = command.hasPrefix("audit") ? "sarif" : "html"
            let file = workshop.hatpin("\(command) --report \(format)=file")
            let result = workshop.hatpin("\(command) --report \(format)=\(name)")
            #expect(result.exit == file.exit)
            #expect(result.output == workshop.read("file"), "\(result.error)")
            #expect(result.error.contains(file.output))
        }
    }

    @Test func `reports go to further open files, but only one report goes to standard output`()
        throws
    {
        let workshop = try Workshop.small()
        let result = workshop.shell("hatpin run --report junit=/dev/fd/3 3>out.xml >text")
        #expect(result.exit == 1)
        #expect(workshop.read("out.xml").hasPrefix("<?xml"))
        #expect(workshop.read("text").contains("time/wrong"))
        #expect(workshop.shell("hatpin run --report junit=/dev/fd/9 9>&-").exit == 3)
        let piping = "\"$0\" run -q --report junit=>(cat >piped)"
        let piped = workshop.shell("bash -c '\(piping)' \"$HATPIN\"; await '[ -s piped ]'")
        #expect(workshop.read("piped").hasPrefix("<?xml"), "\(piped)")
        for command in ["run", "audit curl"] {
            let two = workshop.hatpin("\(command) --report sarif=- --report junit=/dev/stdout")
            #expect(two.exit == 64)
        }
        #expect(!workshop.shell("ls").output.contains("-\n"))
    }

    @Test func `the page that compares two files shows new weaknesses`() throws {
        let pinned = """
            <network-security-config><domain-config><domain>www.example.test</domain><pin-set>
            <pin digest="SHA-256">AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=</pin>
            </pin-set></domain-config></network-security-config>
            """
        let workshop = try Workshop([
            "a.xml": pinned,
            "b.xml": pinned.replacing("<pin-set>", with: #"<pin-set expiration="2024-01-01">"#),
        ])
        let result = workshop.hatpin(
            "compare a.xml b.xml --builtin --filter id:pins/* --report html=out.html"
        )
        #expect(result.exit == 1)
        let isWeaker = workshop.read("out.html").contains("<strong class=\"bad\">weaker")
        #expect(isWeaker)
    }

    @Test func `list refuses --report html for a list without a web page`() throws {
        let result = try Workshop(Workshop.good).hatpin("list --report html=out.html")
        #expect(result.exit == 64)
        #expect(result.error.contains("--report needs --coverage"))
    }

    @Test(arguments: [
        "run", "audit afnetworking", "compare reference curl", "mutants validity",
        "list --coverage",
    ])
    func `reports an unwritable page before the work starts`(command: String) throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("\(command) --report html=none/out.html")
        #expect(result.exit == 3)
        let error = "hatpin: cannot write none/out.html: No such file or directory\n"
        // The list has already reported which scenarios it uses.
        #expect(result.error.hasSuffix(error))
        #expect(result.output == "")
    }
}
