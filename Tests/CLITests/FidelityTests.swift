import CommandWorkshop
import Foundation
import Testing

/// Models beside their originals.
@Suite("Fidelity", .blocking)
struct FidelityTests {
    private static let hasCurl = system("command -v curl >/dev/null") == 0

    /// The suite of this checkout.
    private static var suite: String {
        URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Scenarios").standardized.path
    }

    /// Pins and curl's own cases, and of the names those where libraries differ: all of them would take
    /// most of a minute on a busy machine.
    private static let sample = ["pins/*", "curl/*", "names/wildcard*", "names/common-name*"]

    @Test("the model of curl decides as curl does", .enabled(if: hasCurl))
    func curl() throws {
        let filter = Self.sample.map { "id:\($0)" }.joined(separator: " or ")
        let result = try Workshop().shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            hatpin compare curl client/curl --scenarios '\(Self.suite)' --filter '\(filter)'
            """
        )
        #expect(result.exit == 0, "\(result.error)")
        #expect(result.output.contains("\nno difference in "), "\(result.output)")
        // Most of the sample can be put before both.
        let count = result.output.firstMatch(of: /no difference in (\d+) worlds/)?.output.1
        #expect(count.flatMap { Int($0) } ?? 0 > 100, "\(result.output)")
    }

    /// The original as `script/clients okhttp` makes it ready.
    private static let originals = URL(filePath: suite).deletingLastPathComponent()
        .appending(path: ".clients").path
    private static let hasOkHttp = system("test -e '\(originals)/okhttp/classes'") == 0

    /// Worlds in which the original's platform decides, and not OkHttp.
    private static let decidedByTheJVM: Set = [
        // It reads octets beyond ASCII as no letters, where Android's reader made UTF-8 of them.
        "okhttp/names[kelvin-sign-in-4-9-1]",
        // JSSE takes the key.
        "pins/key-in-another-encoding[digests-compared]",
    ]

    @Test("the model of OkHttp decides as OkHttp does", .enabled(if: hasOkHttp))
    func okHttp() throws {
        let result = try Workshop().shell(
            """
            export XDG_CACHE_HOME=$PWD/cache HATPIN_CLIENTS='\(Self.originals)'
            hatpin compare okhttp:version=3.14.9 client/okhttp --scenarios '\(Self.suite)' \
                --filter 'id:pins/* or id:okhttp/*' --timeout 60
            """
        )
        #expect(result.exit == 0, "\(result.error)")
        let counts = try #require(result.output.firstMatch(of: /(\d+) of (\d+) worlds/)?.output)
        #expect(Int(counts.1) == Self.decidedByTheJVM.count, "\(result.output)")
        for world in Self.decidedByTheJVM {
            #expect(result.output.contains(world), "\(result.output)")
        }
        #expect(Int(counts.2) ?? 0 > 100, "\(result.output)")
    }

    @Test("a client that looks at nothing differs from the model", .enabled(if: hasCurl))
    func careless() throws {
        let result = try Workshop().shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            hatpin compare curl --scenarios '\(Self.suite)' --filter 'id:names/wildcard*' \
                -- curl -sSk --cacert "{ca}" "{url}"
            """
        )
        #expect(result.exit == 0, "\(result.error)")
        #expect(result.output.contains("are decided differently"), "\(result.output)")
    }

    @Test("a program that takes no pins is compared with a model that does", .enabled(if: hasCurl))
    func unpinned() throws {
        let result = try Workshop().shell(
            """
            export XDG_CACHE_HOME=$PWD/cache
            hatpin compare reference --scenarios '\(Self.suite)' --filter 'id:time/expired*' \
                -- curl -sS --cacert "{ca}" "{url}"
            """
        )
        #expect(result.exit == 0, "\(result.error)")
        #expect(result.output.contains("B  -- curl"), "\(result.output)")
        #expect(!result.output.contains("no difference in 0 worlds"), "\(result.output)")
    }
}
