import Forge
import TLS

/// Why there is no verdict.
package enum HarnessError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A setup that cannot be made.
    case forge(ForgeError)
    /// The harness's own sockets or TLS failed.
    case wire(WireError)
    /// A file that a party needs could not be written.
    case files(String)
    /// The party did not decide within this many seconds.
    case timeout(Double)
    /// The connection was closed without an alert and without a word.
    case closed
    /// The party's program was ended by this signal, which was not ours.
    case crash(signal: Int32)
    /// The party ended before it dialled, with its words.
    case undialled(String)
    /// The party did something that is neither an accept nor a refusal.
    case client(String)

    package var description: String {
        switch self {
        case .forge(let error): "cannot forge: \(error)"
        case .wire(let error): "cannot serve: \(error)"
        case .files(let problem): problem
        case .timeout(let seconds): "no verdict within \(seconds) s"
        case .closed: "the connection was closed without an alert"
        case .crash(let signal): "the program died of signal \(signal)"
        case .undialled(let problem), .client(let problem): problem
        }
    }
}
