/// How to find the version of an installed client.
package enum VersionProbe: Hashable, Sendable {
    /// A command, and a pattern whose first group is the version in the output.
    case command(ClientCommand, OutputPattern)
    /// A Debian package, as in dpkg-query.
    case package(String)
}

/// How to install a client, for advice and for `script/clients`.
package struct InstallNote: Hashable, Sendable {
    /// Debian packages.
    package var apt: [String] = []
    /// PyPI packages.
    package var pip: [String] = []
    /// Commands that build the driver in `{built}`.
    package var builds: [ClientCommand] = []
}
