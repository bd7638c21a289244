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

    @Test func `compare refuses a single party`() throws {
        let result = try Workshop(Workshop.good).hatpin("compare reference")
        #expect(result.exit == 64)
        #expect(result.error.contains("compare needs at least two parties"))
    }
}
