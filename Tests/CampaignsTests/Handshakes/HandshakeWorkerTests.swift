import Basics
import Crypto
import ScenarioFormat
import TLS
import Testing

@testable import Campaigns

/// Campaigns with clients that follow the rules, and with clients that lack one check.
struct HandshakeWorkerTests {
    private static func ledger(
        _ oracle: any ChainOracle,
        _ range: ClosedRange<UInt64>
    ) async throws -> Ledger {
        var worker = HandshakeWorker(seed: 1, oracles: [oracle])
        return try await worker.examine(Array(range))
    }

    @Test func `reports no difference for a client that makes every check`() async throws {
        let ledger = try await Self.ledger(StrictOracle(), 1...1_200)
        let buckets = ledger.entries.map { "\($0.key.defects) \($0.key.theirs) \($0.value.first)" }
        #expect(buckets.sorted() == [])
        #expect(ledger.cases == 1_200)
    }

    /// A client that lacks a check, and the number of cases needed to find it.
    @Test(
        arguments: [
            (ClientCheck.missing(.certificateVerify), 100), (.missing(.finished), 300),
            (.missing(.encryptedExtensions), 750), (.missing(.serverHelloDone), 150),
            (.repeated(.certificate), 100), (.stray(.keyUpdate), 100), (.stray(.helloRequest), 100),
            (.stray(.newSessionTicket), 400), (.rule(.finished), 400), (.rule(.signature), 400),
            (.rule(.extensionUnasked), 50), (.rule(.missingKeyChange), 2_300),
        ] as [(ClientCheck, Int)]
    )
    func `finds a client that lacks a check`(check: ClientCheck, within count: Int) async throws {
        let ledger = try await Self.ledger(StrictOracle(without: [check]), 1...UInt64(count))
        let found = ledger.entries.filter { $0.key.explanation == nil }
        #expect(!found.isEmpty, "\(check)")
        #expect(found.keys.allSatisfy { $0.ours == "broken-handshake" && $0.theirs == "accept" })
    }

    @Test func `finds only known differences of libssl`() async throws {
        let ledger = try await Self.ledger(try LibsslOracle(memory: .max), 1...1_200)
        let found = ledger.entries.keys.filter { $0.explanation == nil }
        #expect(found.map { "\($0.defects) \($0.theirs)" } == [])
        #expect(ledger.disagreements > 0)
    }

    /// One server for each kind of script.
    private static let settings = [
        MessageOrderTests.setting(.v1_3),
        MessageOrderTests.setting(.v1_3, asksClient: true, staples: true, givesTickets: true),
        MessageOrderTests.setting(.v1_2),
        MessageOrderTests.setting(
            .v1_2,
            key: .rsa2048,
            asksClient: true,
            staples: true,
            givesTickets: true
        ),
        MessageOrderTests.setting(
            .v1_2,
            key: .rsa2048,
            suite: "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256"
        ),
        MessageOrderTests.setting(
            .v1_2,
            key: .rsa2048,
            suite: "TLS_RSA_WITH_AES_128_CBC_SHA"
        ),
    ]

    @Test func `single violations show exactly the known differences of libssl`()
        async throws
    {
        let oracle = try LibsslOracle(memory: .max)
        var worker = HandshakeWorker(seed: 1, oracles: [oracle])
        var sites = HandshakeSites(at: ForgedSetup.now)
        var explanations: Set<String> = []
        for setting in Self.settings {
            let words = Violation.catalogue.filter { $0.versions.contains(setting.version) }
            let requests = HandshakeType.honest.compactMap(\.word).map {
                "insert hello-request before \($0)"
            }
            let ofCampaigns = words.filter { word in
                !word.needsSession && !word.renegotiates && !word.isMassive
            }
            for word in ofCampaigns.map(\.name) + requests {
                let site = try sites.made(setting, [word])
                let theirs = await oracle.verdicts(on: [site.setup]).first ?? .none
                let sighting = HandshakeSighting(site, oracle, theirs)
                guard sighting.isDisagreement else { continue }
                let bucket = try await worker.disagreement(sighting, oracle)
                #expect(bucket.explanation != nil, "\(bucket.defects) \(bucket.theirs)")
                if let name = bucket.explanation { explanations.insert(name) }
            }
        }
        #expect(explanations == Set(KnownHandshakeDifference.ofLibssl.map(\.name)))
    }

    @Test func `gives the same verdict on a case each time`() async throws {
        var (one, other) = (
            HandshakeSites(at: ForgedSetup.now), HandshakeSites(at: ForgedSetup.now)
        )
        var setups: [ForgedSetup] = []
        for index in (1...300 as ClosedRange<UInt64>).reversed() {
            let drawn = try one.drawn(seed: 3, index: index)
            setups.append(drawn.setup)
            #expect(drawn.ruling.verdict != .none)
        }
        for (place, index) in (1...300 as ClosedRange<UInt64>).reversed().enumerated() {
            #expect(try other.drawn(seed: 3, index: index).setup.setup == setups[place].setup)
        }
        let verdicts = await (try LibsslOracle(memory: .max)).verdicts(on: setups)
        #expect(!verdicts.contains(.none))
        let edits = setups.map(\.setup.handshake)
        #expect(Set(edits.map(\.count)).isSuperset(of: 0...3))
        for verb in ["drop", "repeat", "swap", "insert"] {
            #expect(edits.joined().contains { $0.hasPrefix(verb + " ") }, "\(verb)")
        }
    }

    @Test func `minimises a finding to its decisive edit and the simplest server`()
        async throws
    {
        let oracle = EditsOracle { setup in
            guard !setup.handshake.isEmpty else { return .accept }
            return setup.handshake.contains("drop certificate") ? .accept : .reject("alert 10")
        }
        var worker = HandshakeWorker(seed: 1, oracles: [oracle])
        let ledger = try await worker.examine(Array(1...600))
        let found = ledger.entries.filter { $0.key.theirs == "accept" }
        #expect(
            Set(found.keys.map(\.defects))
                == [["TLS 1.2", "drop certificate"], ["TLS 1.3", "drop certificate"]]
        )
        for (bucket, entry) in found {
            for index in entry.first {
                let shown = await worker.smallestSetup(of: bucket, showing: index) { false }
                #expect(shown.remark == nil)
                let version: TLSVersion = bucket.defects[0] == "TLS 1.3" ? .v1_3 : .v1_2
                let smallest = HandshakeSetting(version: version).setup(["drop certificate"])
                #expect(shown.setup == smallest)
            }
        }
    }

    /// Verdicts of programs and of models on one broken script.
    @Test(arguments: [
        ("accepts", ChainVerdict.accept, true, true),
        ("refuses", .reject("alert 10"), false, false),
        ("crashes or hangs", .failed("the program died of signal 11"), true, false),
        ("cannot be asked", .none, false, false),
    ])
    func `reports a program that fails as a disagreement`(
        name: String,
        verdict: ChainVerdict,
        isFound: Bool,
        isFoundOfModel: Bool
    ) throws {
        var sites = HandshakeSites(at: ForgedSetup.now)
        let site = try sites.made(HandshakeSetting(), ["drop finished"])
        for (isLibrary, isFound) in [(true, isFound), (false, isFoundOfModel)] {
            let oracle = EditsOracle(isLibrary: isLibrary) { _ in verdict }
            let sighting = HandshakeSighting(site, oracle, verdict)
            #expect(sighting.isDisagreement == isFound, "\(name) \(isLibrary)")
        }
    }

    @Test func `finds another fault next to a known difference`() async throws {
        // Unlike libssl, this client continues without CertificateVerify, but only after an unknown
        // extension.
        struct Oracle: ChainOracle {
            let name = "libssl 0"
            func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] {
                setups.map { setup in
                    let edits = Set(setup.setup.handshake)
                    let isPassed =
                        edits.subtracting(["drop certificate-verify"]).isEmpty
                        ? edits.isEmpty
                        : edits.isSubset(of: ["unknown-extension", "drop certificate-verify"])
                    return isPassed ? .accept : .reject("alert 10")
                }
            }
        }
        var worker = HandshakeWorker(seed: 1, oracles: [Oracle()])
        var sites = HandshakeSites(at: ForgedSetup.now)
        for (edits, idle, isKnown) in [
            (["unknown-extension"], 0, true),
            (["unknown-extension", "drop certificate-verify"], 0, false),
            // The retry undoes the first edit.
            (["long-point", "retry-with-unknown-extension"], 1, true),
            // The insertion and the violation undo each other.
            (
                [
                    "insert certificate before certificate", "no-certificate", "unknown-extension",
                ], 2, true
            ),
        ] {
            let site = try sites.made(HandshakeSetting(), edits)
            let sighting = HandshakeSighting(site, Oracle(), .accept)
            let bucket = try await worker.disagreement(sighting, Oracle())
            #expect((bucket.explanation != nil) == isKnown)
            #expect(bucket.defects == ["TLS 1.3"] + edits.dropFirst(idle))
        }
    }
}
