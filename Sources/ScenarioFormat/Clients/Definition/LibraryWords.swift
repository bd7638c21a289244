/// A TLS library: its words, which most programs on it pass on, and what such programs load.
package struct LibraryWords: Hashable, Sendable {
    /// As `library` of definitions names it.
    package var library = ""
    /// The library's own spelling of its name, such as `GnuTLS`; nil for `library`.
    package var title: String?
    package var about = ""
    /// The client that is this library with its defaults, such as `libssl`; nil if there is none.
    package var plain: String?
    /// A pattern of the paths of files that a program on this library has loaded; nil for none.
    package var loads: OutputPattern?
    /// A text in the executable of a program that contains this library; nil for none.
    package var contains: String?
    /// In the order in which they are tried.
    package var reasons: [ReasonPattern] = []

    init() {}

    /// The name that reports show.
    package var shownName: String { title ?? library }
}

/// The source of the words in a program's output.
package enum MessageOrigin: String, CaseIterable, Hashable, Sendable {
    case library, own

    package var about: String {
        switch self {
        case .library: "those of its TLS library too, whose reasons are tried after its own"
        case .own: "its own alone"
        }
    }
}
