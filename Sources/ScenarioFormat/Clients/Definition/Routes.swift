/// A way by which the host's name reaches the loopback interface.
package enum NameRoute: String, CaseIterable, Hashable, Sendable {
    case command, hosts, wrapper, proxy

    package var about: String {
        switch self {
        case .command: "the command states the address to dial, as {address}"
        case .hosts: "a hosts file of its own, in a namespace"
        case .wrapper: "libnss_wrapper, which answers instead of the C library's resolver"
        case .proxy: "a CONNECT proxy that passes bytes through, named by https_proxy"
        }
    }
}

/// A way by which a client gets its trust anchors.
package enum AnchorRoute: String, CaseIterable, Hashable, Sendable {
    case file, bundle

    package var about: String {
        switch self {
        case .file: "a file that the command, the environment or a preparation names"
        case .bundle: "the system's bundle, which is replaced in a namespace"
        }
    }
}

/// When a program has decided.
package enum EndRule: String, CaseIterable, Hashable, Sendable {
    case byItself = "by-itself"
    case onAnswer = "on-answer"
    case whenQuiet = "when-quiet"

    package var about: String {
        switch self {
        case .byItself: "it exits"
        case .onAnswer: "it is stopped when the case's request was answered"
        case .whenQuiet:
            "it is stopped when the case's request was answered, or no connection came for a second after a failed handshake"
        }
    }
}
