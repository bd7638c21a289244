/// How the client behaves toward a server that verifies the client's certificate.
package struct ClientConduct: Hashable, Sendable {
    /// The user that the client claims to be; nil for the common name of its certificate.
    package var user: String?
    /// Whether the client sends its certificate.
    package var sendsCertificate = true
    /// The client's violations, by their names in `ClientViolation.catalogue`, in order.
    package var violations: [String] = []
    /// The server name indication; nil for the name of the server's protected host.
    package var indicated: VirtualHost?
    /// The host in the request; nil for the server's protected host.
    package var requested: VirtualHost?
    /// Whether the client resumes the session of the previous step.
    package var resumes = false
    /// The header lines that the client adds to its HTTP request, without their ends.
    package var headers: [String] = []

    package init() {}
}

/// A host of a server that has several hosts.
package enum VirtualHost: String, CaseIterable, Hashable, Sendable {
    /// The host that requires a client certificate.
    case protected
    /// A host on the same address and port that requires no client certificate.
    case open
    /// No host name.
    case none

    package var about: String {
        switch self {
        case .protected: "the host that requires a client certificate"
        case .open: "a host on the same port that requires no client certificate"
        case .none: "no name"
        }
    }
}

extension Setup {
    /// Whether only a server can be tested with the setup.
    package var isOfServers: Bool {
        conduct != ClientConduct() || earlier.contains { $0.conduct != ClientConduct() }
    }

    /// The user that the client claims to be; a case says whether the server must accept the claim.
    package var claimedUser: String { conduct.user ?? presentedUser }

    /// Whether the setup involves a host of the server other than the protected host.
    var needsVirtualHosts: Bool {
        (earlier + [self]).contains {
            $0.conduct.indicated == .open || $0.conduct.requested == .open
        }
    }
}
