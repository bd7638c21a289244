import Crypto
import Forge
import TLS
import X509

/// The scripts that one server setting gives for the standard ClientHello.
struct ScriptSource: Sendable {
    let facts: Facts
    let honest: Script
    /// The index of the server's Finished in the script without edits.
    private let end: Int

    /// - Throws: an error if client and server have no parameters in common.
    init(_ settings: ServerSettings) throws {
        facts = Facts(hello: try ClientHello.standard.get(), settings: settings)
        honest = try Script.honest(facts)
        end = honest.steps.firstIndex { $0.said == .finished } ?? honest.steps.count
    }

    /// Applies the edits that have an effect, in order.
    ///
    /// - Returns: the script, and the edits that changed it.
    func edited(_ edits: [Violation]) -> (script: Script, done: [Violation]) {
        var script = honest
        var done: [Violation] = []
        for edit in edits {
            var next = script
            // An edit without effect leaves the script as it was.
            guard (try? edit.apply(&next, facts)) != nil else { continue }
            script = next
            done.append(edit)
        }
        return (script, done)
    }

    /// Whether an edit on its own changes the script up to the server's Finished.
    func takes(_ edit: Violation) -> Bool {
        guard !edit.needsSession, !edit.renegotiates, !edited([edit]).done.isEmpty else {
            return false
        }
        return !isLate(edit)
    }

    /// Whether an edit on its own changes nothing until the client has received the server's
    /// Finished.
    func isLate(_ edit: Violation) -> Bool {
        guard !Self.late.contains(edit.name) else { return true }
        let steps = edited([edit]).script.heard
        let first = zip(steps, honest.steps).enumerated().first { $0.element.0 != $0.element.1 }
        // If all steps are equal, the edit changes the keys.
        guard let first else { return steps.count > honest.steps.count }
        return first.offset > end
    }

    /// The violation that repeats the last record of the handshake, which the client receives after
    /// it has processed the first copy.
    private static let late: Set = ["record-twice"]

    /// The server's messages up to its Finished, in order.
    var said: [HandshakeType] {
        honest.steps[...min(end, honest.steps.count - 1)].compactMap(\.said)
    }
}

extension Violation {
    /// Whether the edit is an operation on messages and not a violation of the catalogue.
    var isOperation: Bool { ScriptOperation(name: name) != nil }
}

extension Script {
    /// The steps that a client can notice.
    ///
    /// If two steps in a row shape the same records, only the second step has an effect.
    var heard: [Step] {
        var heard: [Step] = []
        for step in steps {
            if case .shape = step, case .shape? = heard.last { heard.removeLast() }
            heard.append(step)
        }
        return heard
    }
}
