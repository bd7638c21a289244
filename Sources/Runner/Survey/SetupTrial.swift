import ClientModels
import PathValidation
import ScenarioFormat
import TLS
import X509

/// Runs single setups against parties, over real handshakes and without an expectation.
package struct SetupTrial: Sendable {
    private let bench: Bench

    /// Prepares the servers.
    ///
    /// - Parameters:
    ///   - seed: the seed of all keys and serial numbers.
    ///   - now: the time that relative times count from, and the verify date.
    ///   - isAlone: whether the process has a network namespace of its own.
    /// - Throws: if TLS cannot be set up.
    package init(seed: UInt64, now: Instant, isAlone: Bool = false) throws(WireError) {
        var options = Run.Options(now: now)
        options.seed = seed
        options.isAlone = isAlone
        bench = try Bench(options)
    }

    /// Returns the reply of a party to a setup.
    package func reply(of party: Party, to setup: Setup) -> Survey.Reply {
        if let obstacle = party.obstacle(in: setup, isFixed: false, isChainOnly: false) {
            return .notApplicable(obstacle)
        }
        do {
            let answer = try bench.answer(of: party, in: setup)
            if let reason = answer.undelivered ?? answer.permission {
                return .notApplicable(reason)
            }
            return .decided(answer.decision)
        } catch .undialled(let words) {
            return .undialled(words, in: setup)
        } catch .undelivered(let reason) {
            return .notApplicable(reason)
        } catch .forge(let error) {
            return .notApplicable("\(error)")
        } catch .wire(let error) {
            return .notApplicable("\(error)")
        } catch {
            return .failed(error)
        }
    }
}
