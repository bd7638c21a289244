import CommandWorkshop
import Forge
import Foundation
import RepositorySuite
import Runner
import ScenarioFormat
import Synchronization
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Audits and comparisons of parties, whose setups a survey runs.
@Suite(.blocking)
struct SurveyTests {
    private static let anotherHost = """
        leaf: { san: other.example.test }
        expect: { reject: name-mismatch }
        """

    private static let runOut = """
        leaf: { valid: -90d..-1d }
        expect: { reject: expired }
        """

    private static let charles = """
        pki: { charles-root: {} }
        network: { proxy: { mints-under: charles-root } }
        client: { user-trust: [charles-root], pins: [spki(leaf)] }
        expect: { reject: pin-mismatch }
        """

    private static let renewed = """
        pki: { renewed: { copy: leaf, issuer: intermediate, key-of: leaf } }
        serve: [renewed, intermediate]
        client: { pins: [certificate(leaf)] }
        expect: { reject: pin-mismatch }
        """

    private func audit(
        _ party: String,
        _ settings: [String: String] = [:],
        _ documents: String...
    )
        async throws -> Audit
    {
        var scenarios: [Scenario] = []
        for document in documents { scenarios += try await cases(document) }
        let model = try PolicyModel.resolve(party, settings: settings)
        return await Audit(
            Party(model),
            by: try Survey(options: Run.Options(now: now)),
            in: scenarios
        )
    }

    @Test func `reports a weakness with its severity and the setting that fixes it`() async throws {
        let audit = try await audit(
            "afnetworking",
            ["mode": "public-key", "allow-invalid": "true"],
            Self.anotherHost,
            Self.runOut
        )
        #expect(audit.weaknesses.map(\.exposure.severity) == [.high, .medium])
        #expect(audit.weaknesses.map { $0.reasons.map(\.reason) } == [[.nameMismatch], [.expired]])
        let changes = audit.weaknesses.compactMap(\.remedy).flatMap(\.changes)
        #expect(Set(changes.map(\.settingName)).isSubset(of: ["mode", "allow-invalid"]))
        #expect(audit.weaknesses.allSatisfy { $0.remedy?.fixed == 1 })
        #expect(audit.judged == 2)
    }

    @Test func `does not propose a setting that allows another attack`() async throws {
        let audit = try await audit(
            "alamofire5",
            [
                "evaluator": "public-keys", "perform-default-validation": "false",
                "validate-host": "false",
            ],
            Self.runOut,
            Self.rogue
        )
        let changes = audit.weaknesses.compactMap(\.remedy).flatMap(\.changes)
        #expect(changes == [.setting("perform-default-validation", word: "true")])
    }

    @Test func `finds no weakness in the configuration with the proposed change`() async throws {
        let audit = try await audit(
            "afnetworking",
            ["mode": "public-key"],
            Self.anotherHost,
            Self.runOut
        )
        #expect(audit.weaknesses.isEmpty)
        #expect(audit.refusals.isEmpty)
        #expect(audit.judged == 2)
    }

    @Test
    func `does not test a model with handshake faults, because libssl decides about handshakes`()
        async throws
    {
        let broken = """
            server: { handshake: wrong-finished }
            expect: { reject: broken-handshake }
            """
        #expect(try await audit("curl", [:], Self.anotherHost, broken).judged == 1)
        let stopped = try await audit("curl", [:], Self.anotherHost, Self.stops)
        #expect(stopped.judged == 1 && stopped.obstructions.isEmpty)
    }

    private static let stops = """
        server: { fault: close-after-certificate }
        expect: { reject: broken-handshake, or: closed }
        """

    @Test(arguments: [(Verdict.accept(.observed), 1), (.reject(.unknownIssuer(depth: 0)), 0)])
    func `audits a program with a server that stops`(
        verdict: Verdict,
        weaknesses: Int
    ) async throws {
        let audit = await Audit(
            Party("program", deciding: Fixed(verdict)),
            by: try Survey(options: Run.Options(now: now)),
            in: try await cases(Self.stops)
        )
        #expect(audit.judged == 1)
        #expect(audit.obstructions.isEmpty)
        #expect(audit.weaknesses.count == weaknesses)
    }

    @Test func `reports missing pins, and proposes no change that refuses every server`()
        async throws
    {
        let audit = try await audit("afnetworking", [:], Self.charles)
        #expect(audit.weaknesses.map { $0.reasons.map(\.reason) } == [[.pinMismatch]])
        let changes = try #require(audit.weaknesses.first?.remedy?.changes)
        #expect(changes.map(\.settingName) == ["mode"])
    }

    @Test func `proposes only changes that were tested`() async throws {
        let audit = try await audit(
            "alamofire",
            ["policy": "disable-evaluation"],
            Self.anotherHost
        )
        let weakness = try #require(audit.weaknesses.first)
        #expect(weakness.exposure.severity == .critical)
        #expect(weakness.remedy?.changes.map(\.settingName) == ["policy"])
    }

    @Test
    func `finds no weakness in a comparison of pinned certificates by their keys`() async throws {
        let audit = try await audit("afnetworking", ["mode": "public-key"], Self.renewed)
        #expect(audit.judged == 1)
        #expect(audit.weaknesses.isEmpty)
    }

    @Test func `lists setups on which parties decide differently, with the correct verdict`()
        async throws
    {
        let scenarios = try await cases(Self.runOut, Self.charles)
        let parties = try [
            PolicyModel.resolve("afnetworking"),
            PolicyModel.resolve("afnetworking", settings: ["mode": "public-key"]),
        ].map { Party($0) }
        let comparison = await Comparison(
            of: parties,
            by: try Survey(options: Run.Options(now: now)),
            in: scenarios,
            countsReasons: false
        )
        #expect(comparison.judged == 2)
        #expect(comparison.differences.map(\.verdicts) == [["accept", "reject: pin-mismatch"]])
        #expect(comparison.differences.map(\.truth) == ["reject: pin-mismatch"])
    }

    @Test func `counts the setups that do not apply to a party`() async throws {
        let parties = [
            Party("a", deciding: Fixed(.accept(.observed))),
            Party("b", deciding: Fixed(.reject(.unknownIssuer(depth: 0)))),
            Party("c", deciding: AbsentParty(because: "it is not here")),
        ]
        let scenarios = try await cases(Self.runOut)
        let survey = try Survey(options: Run.Options(now: now))
        func comparison(_ parties: [Party]) async -> Comparison {
            await Comparison(of: parties, by: survey, in: scenarios, countsReasons: false)
        }
        let none = await comparison([parties[0], parties[2]])
        #expect(none.differences.isEmpty && none.judged == 0 && none.leftOut == 1)
        let others = await comparison(parties)
        #expect(others.differences.count == 1 && others.judged == 1 && others.leftOut == 0)
        let all = await comparison([parties[2]])
        #expect(all.judged == 0 && all.leftOut == 0)
    }

    /// A party that always decides the same.
    private struct Fixed: RelyingParty {
        let verdict: Verdict

        init(_ verdict: Verdict) { self.verdict = verdict }

        func decide(
            _ challenge: Challenge,
            on network: Network
        ) throws(HarnessError) -> Answer {
            Answer(decision: Decision(verdict), observed: nil)
        }
    }

    @Test func `starts no setup after a stop`() async throws {
        let scenarios = try await cases(Self.runOut)
        let party = Party(try PolicyModel.resolve("afnetworking"))
        let survey = try Survey(options: Run.Options(now: now))
        #expect(await survey.replies(in: scenarios, of: [party]).replies.count == 1)
        #expect(await survey.replies(in: scenarios, of: [party]) { true }.replies.isEmpty)
    }

    @Test func `tests a client without pins in setups without pins`() async throws {
        let impostor = """
            leaf: { issuer: self }
            serve: [leaf]
            expect: { reject: self-signed }
            """
        let bare = try await audit("curl", ["insecure": "true"], impostor)
        #expect(bare.weaknesses.map(\.exposure.severity) == [.critical])
        let pin = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let configured = try await audit(
            "curl",
            ["insecure": "true", "pinned-public-key": pin],
            impostor
        )
        #expect(configured.weaknesses.isEmpty)
    }

    @Test func `finds faults in a client's pinning code in setups without pins`() async throws {
        let impostor = """
            leaf: { issuer: self }
            expect: { reject: self-signed }
            """
        let both = try await audit(
            "urlsession",
            ["bug": "credential-in-both-branches"],
            impostor,
            Self.runOut
        )
        #expect(both.weaknesses.map(\.exposure.severity) == [.critical, .medium])
        // A comparison of keys stops an attacker without the server's key.
        let leaf = try await audit(
            "urlsession",
            ["bug": "trust-not-evaluated"],
            impostor,
            Self.runOut
        )
        #expect(leaf.weaknesses.map { $0.reasons.map(\.reason) } == [[.expired]])
        let right = try await audit("urlsession", [:], impostor, Self.runOut)
        #expect(right.weaknesses.isEmpty)
        #expect(right.judged == 2)
    }

    @Test(arguments: [
        ("curl", "pinned-public-key", "sha256//\(hash)", false),
        ("curl", "pinned-public-key", hash, true),
        ("curl", "pinned-public-key", "sha1//\(hash)", true),
        ("curl", "pinned-public-key", "sha256//\(hash.dropLast())", true),
        ("curl", "pinned-public-key", "missing.pem", true),
    ]
    )
    func `reports that curl rejects every server if a pin has the wrong notation`(
        _ model: String,
        setting: String,
        text: String,
        refusesAll: Bool
    ) async throws {
        let audit = try await audit(model, [setting: text], "expect: accept")
        #expect(audit.acceptsNothing == refusesAll)
        #expect(
            audit.objection == (refusesAll ? "CURLE_SSL_PINNEDPUBKEYNOTMATCH (90)" : nil)
        )
    }

    private static let hash = String(repeating: "A", count: 43) + "="

    private static let rogue = """
        pki: { other: {} }
        leaf: { issuer: other }
        client: { trust: [root, other], pins: [spki(intermediate)] }
        control: { leaf: { issuer: intermediate }, serve: [leaf, intermediate] }
        expect: { reject: pin-mismatch }
        """

    @Test
    func `lists the weaknesses of a configuration separately from the weaknesses of its system`()
        async throws
    {
        let weak = "leaf: { valid: -90d..-1d }\nexpect: { reject: expired }"
        let bare = try await audit("curl", [:], weak, Self.rogue)
        #expect(bare.weaknesses.isEmpty)
        #expect(bare.system?.weaknesses.isEmpty == true)
        #expect(bare.pinning == Audit.Pinning(attacks: 1, held: 1, pins: .given))
        let insecure = try await audit("curl", ["insecure": "true"], weak, Self.anotherHost)
        #expect(insecure.opened == 2)
        #expect(insecure.weaknesses.count == 2)
        #expect(insecure.system?.weaknesses.isEmpty == true)
    }

    @Test func `decides a chain again for a client that knows other CT logs`() async throws {
        let scenarios = try await cases("expect: accept", "logs: { known: {} }\nexpect: accept")
        let android = Party(try PolicyModel.resolve("android"))
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        _ = await series.audit(android)
        let reasons = scenarios.map { scenario -> Rejection.Code? in
            let question = AuditReplies.Question(
                party: android.name,
                as: .audited,
                scenario: scenario.id
            )
            guard case .refused(let reason, _)? = series.replies.all[question] else { return nil }
            return reason
        }
        #expect(reasons == [nil, .certificateTransparency])
    }

    @Test func `lists the weaknesses of a program separately from the weaknesses of its library`()
        async throws
    {
        var scenarios: [Scenario] = []
        for document in [Self.anotherHost, Self.runOut] { scenarios += try await cases(document) }
        func program(_ name: String, accepts: Bool) -> Party {
            let verdict: Verdict = accepts ? .accept(.observed) : .reject(.pinMismatch)
            return Party(
                name,
                deciding: ClosureParty { _, _ throws(HarnessError) in
                    Answer(decision: Decision(verdict), observed: nil)
                }
            )
        }
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        let lax = program("lax", accepts: true)
        let own = await series.audit(lax, like: program("strict", accepts: false))
        #expect(own.weaknesses.count == 2)
        #expect(own.opened == 2)
        #expect(own.system?.name == "strict")
        let inherited = await series.audit(lax, like: program("as lax", accepts: true))
        #expect(inherited.weaknesses.isEmpty)
        #expect(inherited.system?.weaknesses.count == 2)
        #expect(await series.audit(lax).system == nil)
    }

    /// Returns a program that decides by the fault of a setup; nil means no verdict.
    private func program(_ name: String, _ decide: @escaping @Sendable (Setup) -> Verdict?) -> Party
    {
        Party(
            name,
            deciding: ClosureParty { challenge, _ throws(HarnessError) in
                guard let verdict = decide(challenge.setup) else { throw .timeout(5) }
                return Answer(decision: Decision(verdict), observed: nil)
            }
        )
    }

    @Test
    func `does not blame a program for a setup on which its library gives no verdict`() async throws
    {
        let scenarios = try await cases(Self.anotherHost, Self.runOut, "expect: accept")
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        let asked = Mutex(0)
        let library = program("library") { _ in
            asked.withLock { $0 += 1 }
            return nil
        }
        let audit = await series.audit(
            program("program") { setup in
                setup.pki.entities["leaf"]?.subjectAlternativeNames == nil
                    ? .accept(.observed) : .reject(.pinMismatch)
            },
            like: library,
            called: "TLS"
        )
        #expect(audit.weaknesses.isEmpty && audit.faults.isEmpty)
        #expect(audit.obstructions.count == 1 && audit.system?.title == "TLS")
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func `asks a program's library once about each fault of the program`() async throws {
        let scenarios = try await cases(Self.anotherHost, Self.runOut, "expect: accept")
        let asked = Mutex(0)
        let library = program("library") { _ in
            asked.withLock { $0 += 1 }
            return .reject(.pinMismatch)
        }
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        let audit = await series.audit(program("lax") { _ in .accept(.observed) }, like: library)
        #expect(audit.opened == 2)
        #expect(asked.withLock { $0 } == 2)
    }

    /// A library that cannot pin, and only refuses self-signed certificates.
    private struct LibraryWithoutPins: RelyingParty {
        func lack(of requirement: Requirement) -> String? {
            requirement == .pins ? "it takes no pins" : nil
        }

        func decide(_ challenge: Challenge, on network: Network) throws(HarnessError) -> Answer {
            let isSelfSigned = challenge.setup.serve == ["leaf"]
            let verdict: Verdict = isSelfSigned ? .reject(.pinMismatch) : .accept(.observed)
            return Answer(decision: Decision(verdict), observed: nil)
        }
    }

    @Test
    func `tests a library that cannot pin in the same setups, without their pins`() async throws {
        let scenarios = try await cases(
            "client: { pins: [spki(leaf)] }\n" + Self.runOut,
            "leaf: { issuer: self }\nserve: [leaf]\nclient: { pins: [spki(root)] }\n"
                + "expect: { reject: [self-signed, unknown-issuer] }",
            "pki: { other-root: {} }\nclient: { pins: [spki(other-root)] }\n"
                + "expect: { reject: pin-mismatch }"
        )
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        let audit = await series.audit(
            program("lax") { _ in .accept(.observed) },
            like: Party("library", deciding: LibraryWithoutPins())
        )
        #expect(audit.faults.map(\.id).sorted() == ["s1", "s2"])
    }

    @Test func `groups weaknesses by rule and by missing check`() async throws {
        let names = """
            cases:
              one: { leaf: { san: a.example.test } }
              two: { leaf: { san: b.example.test } }
              three: { leaf: { san: c.example.test } }
            expect: { reject: name-mismatch }
            """
        let untrusted = """
            pki: { other-root: {} }
            client: { trust: [other-root] }
            cases:
              one: {}
              two: { leaf: { key: p384 } }
              three: { leaf: { key: rsa2048 } }
            expect: { reject: unknown-issuer }
            """
        let dates = "matrix: { leaf.valid: [-90d..-1d, -80d..-2d] }\nexpect: { reject: expired }"
        let scenarios = try await cases(names, untrusted, dates, "expect: accept")
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        let all = await series.audit(program("lax") { _ in .accept(.observed) })
        #expect(all.faults.map(\.missing) == [.everything])
        #expect(all.faults.first?.scenarios.count == 8)
        #expect(all.faults.first?.exposure.severity == .critical)
        let dated = await series.audit(
            program("dated") { setup in
                setup.trust == ["other-root"] ? .reject(.pinMismatch) : .accept(.observed)
            }
        )
        #expect(dated.faults.map(\.missing) == [.name, nil])
        #expect(dated.faults.map(\.scenarios.count) == [3, 2])
        #expect(dated.faults.last?.rule == "RFC 5280" && dated.faults.last?.about == "A test.")
        let right = await series.audit(
            program("right") { setup in
                setup.trust == ["other-root"] || setup.pki.entities["leaf"]?.notAfter != nil
                    || setup.pki.entities["leaf"]?.subjectAlternativeNames != nil
                    ? .reject(.pinMismatch) : .accept(.observed)
            }
        )
        #expect(right.faults.isEmpty)
    }

    @Test func `reports all missing revocation checks as one fault`() async throws {
        let scenarios = try await cases(
            """
            matrix: { leaf.key: [p256, p384, rsa2048] }
            leaf: { ocsp: revoked }
            server: { staple: leaf }
            expect: { reject: revoked }
            """,
            """
            matrix: { leaf.key: [p256, p384] }
            leaf: { crl: revoked }
            client: { crls: [intermediate, root] }
            expect: { reject: revoked }
            """,
            Self.anotherHost
        )
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        let lax = await series.audit(program("lax") { _ in .accept(.observed) })
        #expect(lax.faults.map(\.missing) == [nil, .revocation])
        #expect(lax.faults.map(\.scenarios.count) == [1, 5])
        #expect(lax.faults.last?.exposure.severity == .medium)
        let listed = await series.audit(
            program("listed") { setup in
                setup.crls.isEmpty ? .reject(.pinMismatch) : .accept(.observed)
            }
        )
        #expect(listed.faults.map(\.missing) == [nil])
    }

    @Test func `skips cases about a model or a profile in the audit of a program`() async throws {
        let scenarios = try await cases(
            "party: { curl: {} }\n" + Self.runOut,
            "matrix: { party.reference.profile: [reference, apple] }\n" + Self.anotherHost,
            "party: client/x\nleaf: { valid: -80d..-1d }\nexpect: { reject: expired }",
            "party: { reference: { revocation: off } }\nleaf: { valid: -70d..-1d }\n"
                + "expect: { reject: expired }"
        )
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        #expect(await series.audit(program("client/x") { _ in .accept(.observed) }).judged == 2)
        #expect(await series.audit(program("client/y") { _ in .accept(.observed) }).judged == 1)
    }

    @Test func `does not blame a program that refuses optional cryptography`() async throws {
        let scenarios = try await cases(
            "expect: accept",
            "server: { tls: [1.2], ciphers: TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA }\nexpect: accept",
            "server: { tls: [1.2], ciphers: TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 }\n"
                + "expect: accept",
            "leaf: { key: p521 }\nexpect: accept",
            "leaf: { key: p384 }\nexpect: accept",
            "leaf: { san: '*.example.test' }\nexpect: { accept: no limit is set, or: refusal }"
        )
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        let audit = await series.audit(program("program") { _ in .reject(.protocolVersion) })
        #expect(audit.judged == 6 && audit.acceptsNothing)
        #expect(audit.refusals.map(\.scenario.group).sorted() == ["s0", "s2", "s4"])
    }

    @Test func `does not blame a program that refuses certificates of unknown status`() async throws
    {
        let scenarios = try await cases(
            "client: { crls: [intermediate] }\nexpect: accept",
            "client: { crls: [root, intermediate] }\nexpect: accept"
        )
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        let audit = await series.audit(program("program") { _ in .reject(.pinMismatch) })
        #expect(audit.refusals.map(\.scenario.group) == ["s1"])
    }

    @Test func `does not blame a program that compares pins only with the server's own key`()
        async throws
    {
        let scenarios = try await cases(
            "client: { pins: [spki(leaf)] }\nexpect: accept",
            "client: { pins: [spki(intermediate)] }\nexpect: accept",
            "client: { pins: [spki(root)] }\nexpect: accept",
            "leaf: { key: p384 }\nexpect: accept"
        )
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        func refusals(_ accepted: Set<String>) async -> [String] {
            let audit = await series.audit(
                program("pins \(accepted.sorted())") { setup in
                    let pins = setup.pins ?? [.spki("leaf")]
                    return pins.contains { accepted.map(Setup.DeclaredPin.spki).contains($0) }
                        ? .accept(.observed) : .reject(.pinMismatch)
                }
            )
            return audit.refusals.map(\.scenario.group).sorted()
        }
        #expect(await refusals(["leaf"]) == [])
        #expect(await refusals(["leaf", "root"]) == ["s1"])
        // If the program accepts no pin, nothing is known about how it compares pins.
        #expect(await refusals([]) == ["s0", "s1", "s2", "s3"])
    }

    @Test func `selects cases of the suite for a quick audit, each once`() async throws {
        let text = try String(
            contentsOfFile: RepositorySuite.folder + "/quick-audit.txt",
            encoding: .utf8
        )
        let ids = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
        let scenarios = await RepositorySuite.library.scenarios
        let known = Dictionary(scenarios.map { ($0.id, $0) }) { first, _ in first }
        #expect(Set(ids).count == ids.count && (40...90).contains(ids.count))
        for id in ids {
            let scenario = try #require(known[id], "\(id)")
            #expect(scenario.class != .strict, "\(id)")
            #expect(scenario.party == nil || scenario.party?.name == "reference", "\(id)")
        }
    }

    @Test func `shows the findings of a stopped audit, and resumes the audit`() async throws {
        let scenarios = try await cases(Self.anotherHost, Self.runOut, "expect: accept")
        let asked = Mutex(0)
        let lax = program("lax") { _ in
            asked.withLock { $0 += 1 }
            return .accept(.observed)
        }
        var options = Run.Options(now: now)
        options.jobs = 1
        let survey = try Survey(options: options)
        // An accepted attack runs twice.
        var first = AuditSeries(by: survey, in: scenarios) { asked.withLock { $0 >= 2 } }
        let partial = await first.audit(lax)
        #expect(partial.untried == 2 && partial.weaknesses.count == 1)
        var second = AuditSeries(
            by: survey,
            in: scenarios,
            recorded: first.replies.settled,
            asksRest: true
        )
        let whole = await second.audit(lax)
        #expect(whole.untried == 0 && whole.judged == 3 && whole.weaknesses.count == 2)
        #expect(asked.withLock { $0 } == 5)
    }

    @Test func `counts the setups that a stopped audit did not forge`() async throws {
        let scenarios = try await cases(Self.anotherHost, Self.runOut, "expect: accept")
        let survey = try Survey(options: Run.Options(now: now))
        var series = AuditSeries(by: survey, in: scenarios) { true }
        let program = await series.audit(program("lax") { _ in .accept(.observed) })
        #expect(program.untried == 3 && program.judged == 0)
        let audit = await series.audit(try Party(PolicyModel.resolve("afnetworking")))
        #expect(audit.untried == 3 && audit.judged == 0)
        #expect(audit.weaknesses.isEmpty && audit.system == nil)
    }

    @Test(arguments: [("other.test", 0), ("192.0.2.7", 1)])
    func `a program that does not connect fails the case only if the host is an address`(
        host: String,
        failed: Int
    ) async throws {
        let scenarios = try await cases(
            """
            connect: \(host)
            expect: { reject: [name-mismatch, ip-mismatch] }
            """
        )
        let silent = Party(
            "silent",
            deciding: ClosureParty { _, _ throws(HarnessError) in throw .undialled("exit 7") }
        )
        var series = AuditSeries(by: try Survey(options: Run.Options(now: now)), in: scenarios)
        let audit = await series.audit(silent)
        #expect(audit.obstructions.count == failed)
        #expect(audit.notApplicable == 1 - failed)
    }

    @Test func `builds an audit from the replies of shards without running the program`()
        async throws
    {
        let scenarios = try await cases(Self.anotherHost, Self.runOut)
        let survey = try Survey(options: Run.Options(now: now))
        func party(_ name: String, _ decide: @escaping @Sendable () -> Verdict?) -> Party {
            Party(
                name,
                deciding: ClosureParty { _, _ throws(HarnessError) in
                    guard let verdict = decide() else { throw .client("it was asked") }
                    return Answer(decision: Decision(verdict), observed: nil)
                }
            )
        }
        let (lax, strict) = (
            party("lax") { .accept(.observed) }, party("strict") { .reject(.pinMismatch) }
        )
        var replies = AuditReplies()
        for scenario in scenarios {
            var shard = AuditSeries(by: survey, in: scenarios, among: [scenario.id])
            #expect(await shard.audit(lax, like: strict).judged == 1)
            replies.add(shard.replies)
        }
        var whole = AuditSeries(by: survey, in: scenarios)
        let expected = await whole.audit(lax, like: strict)
        var merged = AuditSeries(by: survey, in: scenarios, recorded: replies)
        let audit = await merged.audit(party("lax") { nil }, like: party("strict") { nil })
        #expect(merged.replies.unrecorded == nil && audit.obstructions.isEmpty)
        #expect(audit.opened == expected.opened && audit.judged == expected.judged)
        #expect(audit.weaknesses.map(\.exposure) == expected.weaknesses.map(\.exposure))
        #expect(audit.weaknesses.count == 2 && audit.system?.weaknesses.isEmpty == true)
        var incomplete = AuditSeries(by: survey, in: scenarios, recorded: AuditReplies())
        _ = await incomplete.audit(lax, like: strict)
        #expect(incomplete.replies.unrecorded != nil)
    }

    @Test func `reports a party that refuses every valid server`() async throws {
        let settings = ["version": "2.4.1", "mode": "certificate"]
        let perfect = "expect: accept"
        #expect(try await !audit("afnetworking", settings, perfect).acceptsNothing)
        let guarded = try await audit("afnetworking", ["allow-invalid": "true"], perfect)
        #expect(guarded.acceptsNothing)
        #expect(guarded.refusals.map(\.reason) == [.policyGuard])
    }
}

extension Remedy.Change {
    /// The changed setting; nil for a change of a file.
    fileprivate var settingName: String? {
        if case .setting(let name, _) = self { name } else { nil }
    }
}
