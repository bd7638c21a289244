import Forge
import TLS

/// The reason why there is no verdict.
package enum HarnessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The setup could not be forged.
    case forge(ForgeError)
    /// The harness's own sockets or TLS failed.
    case wire(WireError)
    /// A file that a party needs could not be written.
    case files(String)
    /// The party did not decide within this number of seconds, perhaps for the reason in `words`.
    case timeout(Double, words: String? = nil)
    /// The connection was closed without an alert or any data.
    case closed
    /// This signal ended the party's program, but Hatpin did not send the signal.
    case crash(signal: Int32)
    /// The party exited with this output before it connected.
    case undialled(String)
    /// The setup's attack did not reach the party, for this reason, and the party did not decide.
    case undelivered(String)
    /// The party neither accepted nor refused.
    case client(String)

    package var description: String {
        switch self {
        case .forge(let error): "cannot forge: \(error)"
        case .wire(let error): "cannot serve: \(error)"
        case .files(let problem): problem
        case .timeout(let seconds, let words):
            "no verdict within \(seconds) s" + (words.map { ": \($0)" } ?? "")
        case .closed: "the connection was closed without an alert"
        case .crash(let signal): "the program died of signal \(signal)"
        case .undialled(let problem), .undelivered(let problem), .client(let problem): problem
        }
    }
}
