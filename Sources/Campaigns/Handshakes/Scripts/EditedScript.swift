import Crypto
import Forge
import TLS
import X509

/// The scripts of one setting, before the standard hello.
struct ScriptSource: Sendable {
    let facts: Facts
    let honest: Script
    /// The place of the server's Finished in the honest script.
    private let end: Int

    /// - Throws: where client and server have nothing in common.
    init(_ settings: ServerSettings) throws {
        facts = Facts(hello: try ClientHello.standard.get(), settings: settings)
        honest = try Script.honest(facts)
        end = honest.steps.firstIndex { $0.said == .finished } ?? honest.steps.count
    }

    /// The script with those of the edits that have an occasion, done in their order.
    ///
    /// - Returns: the script, and the edits that it has.
    func edited(_ edits: [Violation]) -> (script: Script, done: [Violation]) {
        var script = honest
        var done: [Violation] = []
        for edit in edits {
            var next = script
            // One without occasion leaves the script as it was.
            guard (try? edit.apply(&next, facts)) != nil else { continue }
            script = next
            done.append(edit)
        }
        return (script, done)
    }

    /// Whether an edit alone has an occasion, and changes what comes up to the server's Finished.
    func takes(_ edit: Violation) -> Bool {
        guard !edit.needsSession, !edit.renegotiates, !edited([edit]).done.isEmpty else {
            return false
        }
        return !isLate(edit)
    }

    /// Whether an edit alone leaves all as it is until the client has the server's Finished.
    func isLate(_ edit: Violation) -> Bool {
        guard !Self.late.contains(edit.name) else { return true }
        let steps = edited([edit]).script.heard
        let first = zip(steps, honest.steps).enumerated().first { $0.element.0 != $0.element.1 }
        // Where all steps are the same, the change is of the keys.
        guard let first else { return steps.count > honest.steps.count }
        return first.offset > end
    }

    /// The last record of the handshake comes again, when the client is done with the first.
    private static let late: Set = ["record-twice"]

    /// The messages of the server up to its Finished, in their order.
    var said: [HandshakeType] {
        honest.steps[...min(end, honest.steps.count - 1)].compactMap(\.said)
    }
}

extension Violation {
    /// Whether it is no word of the catalogue but an operation on messages.
    var isOperation: Bool { ScriptOperation(name: name) != nil }
}

extension Script {
    /// The steps that a client can notice: of two shapes for the same records the second counts.
    var heard: [Step] {
        var heard: [Step] = []
        for step in steps {
            if case .shape = step, case .shape? = heard.last { heard.removeLast() }
            heard.append(step)
        }
        return heard
    }
}
