/// A TLS library: its error messages, which most programs print, and how to detect it in a program.
package struct LibraryWords: Hashable, Sendable {
    /// The name of the library, which client definitions state as `library`.
    package var library = ""
    /// The library's own spelling of its name, such as `GnuTLS`; nil if it equals `library`.
    package var title: String?
    package var about = ""
    /// The client that uses the library with its defaults, such as `libssl`; nil if there is none.
    package var plain: String?
    /// A pattern for the paths of files that a program with this library has loaded; nil for none.
    package var loads: OutputPattern?
    /// A text in the executable of a program that contains the library; nil for none.
    package var contains: String?
    /// The patterns for the library's messages, in the order in which they are tried.
    package var reasons: [ReasonPattern] = []

    init() {}

    /// The name in reports.
    package var shownName: String { title ?? library }
}

/// The origin of the error messages in a program's output.
package enum MessageOrigin: String, CaseIterable, Hashable, Sendable {
    case library, own

    package var about: String {
        switch self {
        case .library: "its own and its TLS library's, whose patterns are tried after `reasons`"
        case .own: "only its own"
        }
    }
}
