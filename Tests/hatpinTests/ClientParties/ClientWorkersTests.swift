import Basics
import ClientModels
import CommandWorkshop
import Foundation
import PathValidation
import Runner
import ScenarioFormat
import Synchronization
import TLS
import Testing

@testable import hatpin

/// Drivers that answer many cases, as in definitions.
@Suite struct ClientWorkersTests {
    /// A worker's commands: connect, and reject with a text that identifies this worker.
    private static let refuses = #"dial; echo "{\"accepted\": false, \"says\": \"no $$\"}""#

    /// A client with a worker, in its own folder.
    private final class Place: Sendable {
        private let folder: TemporaryFolder
        private let site: ProgramSite
        private let party: ClientParty

        /// - Parameters:
        ///   - script: The worker's commands for each case, with `$url`, `$port` and `$ca`.
        ///   - keys: Further lines of the definition.
        ///   - worker: The command line of the worker, or nil.
        ///   - count: The number of workers.
        /// - Throws: `Failure` if a file or folder cannot be made.
        init(
            _ script: String,
            keys: String = "",
            worker: String = "bash {definition}/worker.sh",
            workers count: Int = 1
        ) throws {
            let definition = """
                client: sample
                about: A client of the tests.
                command: bash -c 'exit 9' client {url} {ca}
                worker: \(worker)
                \(keys)
                """
            let program = #"""
                member() { grep -oP "\"$1\":\"?\K[^\",]*" <<< "$line"; }
                dial() { exec 3<> "/dev/tcp/127.0.0.1/$port"; exec 3>&-; }
                while read -r line; do
                    url=$(member url) port=$(member port) ca=$(member ca)
                    \#(script)
                done
                """#
            folder = try TemporaryFolder(["sample.yaml": definition, "worker.sh": program])
            site = try ProgramSite(facing: [], search: "/usr/bin:/bin")
            let client = try ClientLibrary(folders: [folder.path]).client("sample")
            party = try ClientParty(client, by: .command, on: site, workers: count)
        }

        deinit { site.close() }

        /// Returns the answer to the control setup, as text.
        func answer() throws -> String {
            let challenge = try Challenge(.standard, seed: 1, now: Environment.now)
            let network = Network(loopback: try Loopback(), deadline: .seconds(5))
            do throws(HarnessError) {
                switch try party.decide(challenge, on: network).decision.verdict {
                case .accept: return "accept"
                case .reject(.reported(_, let words)): return words
                case .reject(let rejection): return "\(rejection)"
                }
            } catch {
                return "\(error)"
            }
        }
    }

    @Test(.blocking)
    func `one worker answers several cases`() throws {
        let place = try Place(Self.refuses)
        let first = try place.answer()
        #expect(first.hasPrefix("no "))
        #expect(try place.answer() == first)
    }

    @Test(.blocking)
    func `the verdict depends on what the server observed, not on what a worker reports`() throws {
        let liar = """
            printf 'GET /%s HTTP/1.0\\r\\n\\r\\n' "${url##*/}" |
                openssl s_client -quiet -CAfile "$ca" -connect "127.0.0.1:$port" &> /dev/null
            echo '{"accepted": false}'
            """
        #expect(try Place(liar).answer() == "accept")
        #expect(try Place("dial; echo '{\"accepted\": true}'").answer() != "accept")
    }

    @Test(.blocking)
    func `a crash is not a rejection, and the next case gets a new worker`() throws {
        let crashes = "[ -e crashed ] || { touch crashed; dial; kill -SEGV $$; }; "
        let place = try Place(crashes + Self.refuses)
        #expect(try place.answer().contains("signal 11"))
        #expect(try place.answer().hasPrefix("no "))
    }

    /// A worker prepares its program itself, once for many cases, so definitions need no
    /// preparation.
    @Test(.blocking)
    func `runs no preparation commands for a worker`() throws {
        let fails = "prepare: bash -c 'echo cannot >&2; exit 1'"
        #expect(try Place(Self.refuses, keys: fails).answer().hasPrefix("no "))
        #expect(try Place("", keys: fails, worker: "null").answer().contains("cannot"))
    }

    /// A program that continues is stopped when the servers observe nothing more.
    @Test(.blocking)
    func `the verdict of a worker comes with its report, not later`() throws {
        let late = try Place("dial; sleep 2; " + Self.refuses, keys: "ends: when-quiet")
        #expect(try late.answer().hasPrefix("no "))
    }

    /// One case uses its whole time limit.
    @Test(.blocking)
    func `a case does not wait for a worker that is busy while another is idle`() throws {
        let stalls = #"mkdir "${0%/*}/stalled" 2> /dev/null && sleep 60; "#
        let place = try Place(stalls + Self.refuses, keys: "deadline: 2 s", workers: 2)
        let stalled = Mutex("")
        let hasEnded = DispatchSemaphore(value: 0)
        BlockingThread.start {
            let answer = (try? place.answer()) ?? "no answer"
            stalled.withLock { $0 = answer }
            hasEnded.signal()
        }
        usleep(300_000)
        for _ in 0..<3 { #expect(try place.answer().hasPrefix("no ")) }
        hasEnded.wait()
        #expect(stalled.withLock { $0 }.contains("no verdict within 2.0 s"))
    }
}
