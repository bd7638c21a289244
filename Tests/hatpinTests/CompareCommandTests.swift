import CommandWorkshop
import Testing

@Suite("Comparisons", .blocking)
struct CompareCommandTests {
    @Test func `compare shows a comparison as a table`() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("compare reference alamofire:policy=disable-evaluation")
        #expect(result.exit == 0)
        #expect(
            result.output == """
                1 of 2 test cases gets different verdicts

                A  reference
                B  alamofire:policy=disable-evaluation

                cases   A                B       a correct client
                     1  reject: expired  accept  reject: expired
                        time/expired-leaf

                hatpin explain CASE shows what a case is about

                """
        )
    }

    /// The programs stop to answer after their controls.
    @Test func `compare reports setups on which no program gives a verdict`() throws {
        var files = Workshop.good
        for name in ["a", "b"] {
            files["Clients/\(name).yaml"] = """
                client: \(name)
                about: A client that hangs after its control.
                command: >-
                  bash -c 'mkdir {definition}/\(name) 2> /dev/null || sleep 60;
                  exec curl -sS --cacert {ca} {url}'

                """
        }
        let result = try Workshop(files, isTrusted: true).hatpin(
            "compare client/a client/b --timeout 3"
        )
        #expect(result.exit == 3, "\(result)")
        #expect(result.error.contains("no verdict within 3.0 s"), "\(result)")
    }

    @Test func `compare refuses a single party`() throws {
        let result = try Workshop(Workshop.good).hatpin("compare reference")
        #expect(result.exit == 64)
        #expect(result.error.contains("compare needs at least two parties"))
    }
}
