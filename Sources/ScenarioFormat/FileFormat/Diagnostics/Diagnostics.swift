/// The diagnostics of one document, in the order in which they are found.
package struct Diagnostics: Sendable {
    package private(set) var all: [Diagnostic] = []

    package init() {}

    /// Adds a fault at a place; `text` is the key or scalar to underline.
    package mutating func report(_ fault: Fault, _ place: Place, _ text: String? = nil) {
        guard all.count < Diagnostic.maximumPerDocument else { return }
        all.append(Diagnostic(fault, at: place, text: text))
    }

    /// Adds diagnostics that were found elsewhere in the document.
    package mutating func add(_ others: [Diagnostic]) {
        all += others.prefix(Diagnostic.maximumPerDocument - all.count)
    }
}
