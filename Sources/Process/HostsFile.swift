import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A table of names and addresses, as in `/etc/hosts` (hosts(5)).
package struct HostsFile: Hashable, Sendable {
    /// The addresses by name.
    package var names: [String: [String]]

    package init(names: [String: [String]]) {
        self.names = names
    }

    /// The lines of the file; `localhost` is always in it.
    package var text: String {
        let fixed = ["127.0.0.1 localhost", "::1 localhost"]
        let lines = names.sorted { $0.key < $1.key }
            .flatMap { name, addresses in addresses.map { "\($0) \(name)" } }
        return (fixed + lines).map { $0 + "\n" }.joined()
    }

    /// Writes the file, which other users may read but not change.
    ///
    /// If the file is mounted over `/etc/hosts`, `/etc/hosts` also shows the new content.
    ///
    /// - Throws: if a hosts file cannot contain a name or address, or if the file cannot be
    ///   written.
    package func write(to path: String) throws(ProgramError) {
        for text in names.flatMap({ [$0.key] + $0.value }) {
            guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != 35 }) else {
                throw .hostsEntry(text)
            }
        }
        let file = Descriptor(
            owning: try call("open \(path)") {
                open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            }
        )
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = try call("write \(path)") {
                rest.withUnsafeBytes { writeBytes(file.number, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }
}
