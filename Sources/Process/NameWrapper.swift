#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Resolves names without a namespace.
///
/// A library of cwrap.org answers `getaddrinfo` from a hosts file. It does not affect static
/// programs and programs with their own resolver.
package struct NameWrapper: Hashable, Sendable {
    /// The library's path.
    package let library: String

    /// The name of the library's file, and of its package in Debian.
    private static let file = "libnss_wrapper.so"
    package static let packageName = "libnss-wrapper"

    /// Library folders of Debian and of Fedora, and the general ones.
    private static var folders: [String] {
        #if arch(arm64)
            let architecture = "aarch64"
        #else
            let architecture = "x86_64"
        #endif
        return [
            "/usr/lib/\(architecture)-linux-gnu", "/lib/\(architecture)-linux-gnu", "/usr/lib64",
            "/lib64", "/usr/local/lib", "/usr/lib", "/lib",
        ]
    }

    /// Finds the library.
    ///
    /// - Parameter folders: further folders to search; the first folder with the library wins.
    /// - Throws: if no folder has the library.
    package init(in folders: [String] = []) throws(Unavailable) {
        try self.init(searching: folders + Self.folders)
    }

    init(searching folders: [String]) throws(Unavailable) {
        let paths = folders.map { "\($0)/\(Self.file)" }
        guard let path = paths.first(where: { access($0, R_OK) == 0 }) else {
            throw Unavailable(
                description: "\(Self.file) is not installed",
                help: "sudo apt-get install \(Self.packageName)"
            )
        }
        library = path
    }

    /// Returns the environment variables that make a program resolve names only from the file at
    /// `path`.
    package func environment(hosts path: String) -> [String: String] {
        ["LD_PRELOAD": library, "NSS_WRAPPER_HOSTS": path]
    }
}
