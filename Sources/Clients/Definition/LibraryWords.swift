/// The words of a TLS library, which most programs on it pass on.
package struct LibraryWords: Hashable, Sendable {
    /// As `library` of definitions names it.
    package var library = ""
    package var about = ""
    /// In the order in which they are tried.
    package var reasons: [ReasonPattern] = []

    init() {}
}

/// The source of the words in a program's output.
package enum MessageOrigin: String, CaseIterable, Hashable, Sendable {
    case library, own

    package var about: String {
        switch self {
        case .library: "those of its TLS library too, whose reasons are tried behind its own"
        case .own: "its own alone"
        }
    }
}
