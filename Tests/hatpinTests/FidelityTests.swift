import Basics
import ClientModels
import CommandWorkshop
import Foundation
import Testing

/// Compares models with their originals.
@Suite("Fidelity", .blocking)
struct FidelityTests {
    /// A model and the program that it was derived from.
    struct Pair: CustomTestStringConvertible, Sendable {
        let model, client: String
        /// The cases of the suite that run fast.
        let sample: String
        /// The known differences, with the number of setups of the whole suite that each explains.
        let known: [KnownModelDifference]

        var testDescription: String { "\(model) and client/\(client)" }

        static let curl = Pair(
            model: "curl",
            client: "curl",
            sample: "id:pins/* or id:curl/* or id:names/wildcard* or id:names/common-name*",
            known: .ofCurl.counted([
                "available CRLs": 114, "limits of libssl": 2,
                "connections that the server closes": 11,
            ])
        )
        static let okHttp = Pair(
            model: "okhttp:version=3.14.9",
            client: "okhttp",
            sample: "id:pins/* or id:okhttp/*",
            known: .ofOkHttp.counted([
                "suites and handshakes that JSSE or OkHttp rejects": 30,
                "handshake faults that JSSE accepts": 26,
                "SHA-1 below roots that the JDK does not ship": 12,
                "staples that do not decode": 13,
                "signatures in another form": 8, "constraints without a subtree": 2,
                "names in another spelling": 1, "letters beyond ASCII": 2,
                "OpenJDK's decoder accepts more": 1, "connections that the server closes": 11,
                "a certificate seen in earlier scenarios": 1,
            ])
        )

        /// The pairs whose program is installed on this machine.
        static let installed = [curl, okHttp].filter { pair in
            switch pair.client {
            case "curl": system("command -v curl >/dev/null") == 0
            default: system("test -e '\(FidelityTests.originals)/\(pair.client)/classes'") == 0
            }
        }

        /// The pairs that `script/fidelity` has compared over the whole suite.
        static let compared = [curl, okHttp].filter { comparison(of: $0) != nil }

        /// Returns the comparison over the whole suite as JSON, or nil.
        static func comparison(of pair: Pair) -> Data? {
            ProcessInfo.processInfo.environment["HATPIN_FIDELITY"].flatMap { folder in
                FileManager.default.contents(atPath: "\(folder)/\(pair.client).json")
            }
        }
    }

    /// The report of `hatpin compare`.
    private struct Comparison: Decodable {
        struct Difference: Decodable {
            let verdicts: [String]
            let scenarios: [String]
        }

        let judged: Int
        let differences: [Difference]

        var setups: [ModelDifference] {
            differences.flatMap { difference in
                difference.scenarios.map { id in
                    ModelDifference(
                        id: id,
                        model: difference.verdicts[0],
                        original: difference.verdicts[1]
                    )
                }
            }
        }
    }

    /// The suite of this checkout.
    private static var suite: String {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Scenarios").standardized.path
    }

    /// The programs that `script/clients` installs.
    private static let originals = URL(filePath: suite).deletingLastPathComponent()
        .appending(path: ".clients").path

    private static let hasCurl = Pair.installed.contains { $0.client == "curl" }

    @Test(
        arguments: Pair.installed
    )
    func `a model decides the sampled cases like the real client, except for known differences`(
        _ pair: Pair
    ) throws {
        let result = try Workshop().shell(
            """
            export XDG_CACHE_HOME=$PWD/cache HATPIN_CLIENTS='\(Self.originals)'
            hatpin compare \(pair.model) client/\(pair.client) --scenarios '\(Self.suite)' \
                --filter '\(pair.sample)' --timeout 60 --format json
            """
        )
        #expect(result.exit == 0, "\(result.error)")
        let comparison = try JSONDecoder()
            .decode(Comparison.self, from: Data(result.output.utf8))
        let unexplained = comparison.setups.filter { setup in
            !pair.known.contains { $0.explains(setup) }
        }
        #expect(unexplained.map { "\($0)" } == [])
        // Model and program can run most of the sample.
        #expect(comparison.judged > 100)
    }

    @Test(
        arguments: Pair.compared
    )
    func `a model decides the whole suite like the real client, except for known differences`(
        _ pair: Pair
    ) throws {
        let comparison = try JSONDecoder()
            .decode(Comparison.self, from: try #require(Pair.comparison(of: pair)))
        var account = DifferenceAccount(of: pair.known, isExact: true)
        for setup in comparison.setups {
            account.add(setup, "\(setup.model), \(pair.client) \(setup.original)", of: setup.id)
        }
        #expect(account.faults == [])
        #expect(comparison.judged > 2_500)
    }

    @Test(.enabled(if: hasCurl))
    func `a client without checks differs from the model`() throws {
        let result = try Workshop().shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            hatpin compare curl --scenarios '\(Self.suite)' --filter 'id:names/wildcard*' \
                -- curl -sSk --cacert "{ca}" "{url}"
            """
        )
        #expect(result.exit == 0, "\(result.error)")
        #expect(result.output.contains("get different verdicts"), "\(result.output)")
    }

    @Test(.enabled(if: hasCurl))
    func `compares a program that cannot pin with a model that can pin`() throws {
        let result = try Workshop().shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            hatpin compare reference --scenarios '\(Self.suite)' --filter 'id:time/expired*' \
                -- curl -sS --cacert "{ca}" "{url}"
            """
        )
        #expect(result.exit == 0, "\(result.error)")
        #expect(result.output.contains("B  -- curl"), "\(result.output)")
        #expect(!result.output.contains("no difference in 0 test cases"), "\(result.output)")
    }
}
