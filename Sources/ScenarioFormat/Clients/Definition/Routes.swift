/// A way in which the host's name leads to the loopback interface.
package enum NameRoute: String, CaseIterable, Hashable, Sendable {
    case command, hosts, wrapper, proxy

    package var about: String {
        switch self {
        case .command: "the command contains the address to connect to, as {address}"
        case .hosts: "a separate hosts file, in a namespace"
        case .wrapper: "libnss_wrapper, which answers instead of the C library's resolver"
        case .proxy: "a CONNECT proxy that changes nothing, named by https_proxy"
        }
    }
}

/// A way in which a client gets its trust anchors.
package enum AnchorRoute: String, CaseIterable, Hashable, Sendable {
    case file, bundle, pins

    package var about: String {
        switch self {
        case .file: "a file that the command, the environment or a preparation names"
        case .bundle: "the system's bundle, which is replaced in a namespace"
        case .pins: "no anchors: the program accepts only servers that its pins match"
        }
    }
}

/// The event that shows that a program has reached its decision.
package enum EndRule: String, CaseIterable, Hashable, Sendable {
    case byItself = "by-itself"
    case onAnswer = "on-answer"
    case whenQuiet = "when-quiet"

    package var about: String {
        switch self {
        case .byItself: "the program exits"
        case .onAnswer: "the program is stopped when the case's request was answered"
        case .whenQuiet:
            "the program is stopped when the case's request was answered, or when it has connected "
                + "and then sends nothing for a second, which is a rejection"
        }
    }
}
