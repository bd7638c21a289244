import Crypto
import Testing

@testable import Campaigns

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Crashes, hangs and memory of a library in this process.
struct InProcessTests {
    @Test func `reports a failure for a client that waits after the end of its input`() throws {
        var client = try TLSSession.connecting(
            TLSContext.client(),
            serverName: "www.example.test",
            offer: TLSOffer(versions: .v1_2 ... .v1_3)
        ) { _ in .proceed }
        #expect(try client.handshake() == .wantsInput)
        client.endInput()
        #expect(throws: TLSFailure.self) { try client.handshake() }
    }

    @Test func `reports memory growth above the limit only once`() throws {
        let mark = MemoryMark(limit: 64 << 20)
        #expect(mark.growth() == nil)
        var kept = [UInt8](repeating: 1, count: 1 << 20)
        #expect(mark.growth() == nil)
        kept += [UInt8](repeating: 2, count: 192 << 20)
        let growth = try #require(mark.growth())
        #expect(growth > 64 << 20 && mark.growth() == nil)
        #expect(kept.last == 2)
    }

    @Test func `attributes memory growth to the case that causes it`() async throws {
        let oracle = try LibsslOracle(memory: -(1 << 40))
        let setup = try ForgedSetup(HandshakeSetting().setup(), at: ForgedSetup.now)
        // The first case sets the mark.
        let verdicts = await oracle.verdicts(on: [setup, setup])
        #expect(verdicts.first == .accept)
        guard case .failed(let words) = verdicts.last else {
            Issue.record("\(verdicts)")
            return
        }
        #expect(words.hasPrefix("memory grows by "))
    }

    @Test func `reports the running cases after a crash`() async throws {
        let end = try await #require(
            processExitsWith: .signal(SIGSEGV),
            observing: [\.standardErrorContent]
        ) {
            CaseNote.watch()
            let (one, other) = (CaseNote.number(), CaseNote.number())
            CaseNote.set(one, 41)
            CaseNote.set(other, 18_446_744_073_709_551_615)
            raise(SIGSEGV)
        }
        let said = String(decoding: end.standardErrorContent, as: UTF8.self)
        #expect(said.contains("a crash in case 41 case 18446744073709551615\n"))
    }

    @Test func `reports a batch of cases that hangs, but not an idle process`() async throws {
        let end = try await #require(
            processExitsWith: .signal(SIGALRM),
            observing: [\.standardErrorContent]
        ) {
            CaseNote.watch()
            let number = CaseNote.number()
            CaseNote.set(number, 7)
            CaseNote.set(number, nil)
            // Threads of tests block the alarm, so that another thread gets it.
            kill(getpid(), SIGALRM)
            usleep(200_000)
            CaseNote.set(number, 8)
            kill(getpid(), SIGALRM)
            sleep(60)
        }
        let said = String(decoding: end.standardErrorContent, as: UTF8.self)
        #expect(said.contains("a hang in case 8\n") && !said.contains("case 7"))
    }
}
