import Wire

/// Something that a user of the proxy may want to know as it happens.
package enum InterceptEvent: Sendable {
    /// The proxy takes connections here; for CONNECT where there is no target.
    case listening(NetworkAddress, transparentFor: ConnectTarget?)
    case settled(Visitor, Attack, Verdict)
    /// A connection is passed through untouched.
    case passed(Visitor)
    /// The host cannot be reached, or its connections cannot be attacked.
    case failed(host: String, String)
}
