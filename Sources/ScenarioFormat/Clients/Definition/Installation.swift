/// How the version of an installed client is found.
package enum VersionProbe: Hashable, Sendable {
    /// A command, and the pattern whose first group is the version in its output.
    case command(ClientCommand, OutputPattern)
    /// A package of Debian's, as dpkg-query knows it.
    case package(String)
}

/// How a client is installed, for advice and for `script/clients`.
package struct InstallNote: Hashable, Sendable {
    /// Packages of Debian.
    package var apt: [String] = []
    /// Packages of PyPI.
    package var pip: [String] = []
    /// Commands that build the driver into `{built}`.
    package var builds: [ClientCommand] = []
}
