/// The diagnostics of one document, as they are found.
package struct Diagnostics: Sendable {
    package private(set) var all: [Diagnostic] = []

    package init() {}

    /// Adds a fault at a place, where `text` is the key or scalar that is meant as a whole.
    package mutating func report(_ fault: Fault, _ place: Place, _ text: String? = nil) {
        guard all.count < Diagnostic.maximumPerDocument else { return }
        all.append(Diagnostic(fault, at: place, text: text))
    }

    /// Adds what was found elsewhere in the document.
    package mutating func add(_ others: [Diagnostic]) {
        all += others.prefix(Diagnostic.maximumPerDocument - all.count)
    }
}
