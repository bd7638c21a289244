import CommandWorkshop
import Testing

@Suite("Reports to files", .blocking)
struct ReportFileTests {
    @Test func `the page of a run draws the chain of its failure and keeps its certificates`()
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

    @Test func `the page of an audit has its weaknesses`() throws {
        let workshop = try Workshop(Workshop.good)
        let party = "afnetworking:mode=public-key,allow-invalid=true"
        let result = workshop.hatpin(
            "audit \(party) --builtin --chain-only --filter id:proxy/wrong-chain "
                + "--report html=out.html --report json=out.json --format json"
        )
        #expect(result.exit == 1)
        #expect(workshop.read("out.json") == result.output)
        let page = workshop.read("out.html")
        for words in ["<dt>To mend</dt>", "<h3>afnetworking", "mode=certificate"] {
            let hasWords = page.contains(words)
            #expect(hasWords, "\(words)")
        }
    }

    @Test(arguments: ["run", "audit afnetworking"])
    func `a page that cannot be written is told first`(command: String) throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("\(command) --report html=none/out.html")
        #expect(result.exit == 3)
        let error = "hatpin: cannot write none/out.html: No such file or directory\n"
        #expect(result.error == error)
        #expect(result.output == "")
    }
}
