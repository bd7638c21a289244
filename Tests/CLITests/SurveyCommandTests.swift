import CommandWorkshop
import Testing

@Suite("audit and compare", .blocking)
struct SurveyCommandTests {
    @Test("a weakness is shown with what mends it, and ends the command with 1")
    func audit() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("audit alamofire:policy=disable-evaluation")
        #expect(result.exit == 1)
        #expect(
            result.output == """
                alamofire:policy=disable-evaluation
                  1 weakness in 2 worlds: 1 medium

                medium       an attacker needs the key of a certificate that is out of date
                  accepted   expired (1 world)
                  shown by   time/expired-leaf (VAL-001)
                  to mend    policy=default-evaluation
                  again      hatpin audit alamofire:policy=disable-evaluation --filter id:time/expired-leaf


                """
        )
        #expect(result.error == "")
    }

    @Test(
        "what is tolerated is no reason to fail",
        arguments: [("none", 1), ("low", 1), ("medium", 0), ("high", 0)]
    )
    func allowance(_ allow: String, exit: Int32) throws {
        let workshop = try Workshop(Workshop.good)
        let command = "audit alamofire:policy=disable-evaluation --allow \(allow)"
        #expect(workshop.hatpin(command).exit == exit)
    }

    @Test("a weakness is shown again with the options that it was seen with")
    func again() throws {
        let workshop = try Workshop(Workshop.good)
        let options = "--scenarios Scenarios --seed 7 --now 2026-05-05T00:00:00Z --chain-only"
        let command = "audit alamofire:policy=disable-evaluation \(options)"
        let result = workshop.hatpin(command)
        #expect(result.output.contains("hatpin \(command) --filter id:time/expired-leaf\n"))
    }

    @Test("a world that could not be forged leaves no verdict, and says so")
    func obstruction() throws {
        let far = """
            scenario: far
            about: A leaf that no certificate can say the end of.
            leaf: { valid: -1d..+100y }
            expect: accept
            """
        let workshop = try Workshop(["Scenarios/time/far.yaml": far])
        for command in ["audit curl", "compare curl reference"] {
            let result = workshop.hatpin("\(command) --now 9985-01-01")
            #expect(result.exit == 3, "\(command)")
            #expect(result.error.hasPrefix("hatpin: 1 world without a verdict, such as time/far: "))
            #expect(workshop.hatpin("\(command) --now 2026-11-22").exit == 0, "\(command)")
        }
    }

    @Test("--builtin wins over a folder that is here")
    func builtin() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin(
            "audit reference --builtin --chain-only --filter id:time/far-ends"
        )
        #expect(result.exit == 0)
        #expect(result.error == "")
    }

    @Test("an audit for programs")
    func json() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("audit --format json reference urlsession")
        #expect(result.exit == 0)
        #expect(
            result.output == #"""
                {"version":1,"tool":"hatpin 0.1.0","audits":[{"party":"reference","judged":2,\#
                "notApplicable":0,"failed":0,"acceptsNothing":false,"weaknesses":[],"refusals":[]},\#
                {"party":"urlsession","judged":2,"notApplicable":0,"failed":0,"acceptsNothing":false,"weaknesses":[],\#
                "refusals":[]}]}

                """#
        )
    }

    @Test("a comparison is a table")
    func compare() throws {
        let workshop = try Workshop(Workshop.good)
        let result = workshop.hatpin("compare reference alamofire:policy=disable-evaluation")
        #expect(result.exit == 0)
        #expect(
            result.output == """
                A  reference
                B  alamofire:policy=disable-evaluation

                worlds  A                B       a correct client
                     1  reject: expired  accept  reject: expired
                        time/expired-leaf

                1 of 2 worlds are decided differently

                """
        )
    }

    @Test(
        "what cannot be done is said",
        arguments: [
            ("compare reference", 64, "compare takes two parties or more"),
            ("audit nobody", 64, "nobody"),
            ("audit nothing.xml", 2, "there is no file named nothing.xml, and no party"),
            ("audit reference --filter id:nothing", 4, "nothing"),
            ("audit reference --now yesterday", 64, "--now is an instant"),
        ]
    )
    func refusals(_ command: String, exit: Int32, words: String) throws {
        let result = try Workshop(Workshop.good).hatpin(command)
        #expect(result.exit == exit)
        #expect(result.error.contains(words))
    }
}
