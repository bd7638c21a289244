import Basics
import Process
import Runner
import ScenarioFormat
import Synchronization
import TLS
import X509

/// The environment of a run's programs: home directories, host names and network.
package final class ProgramSite: Sendable {
    private let place: ScratchFolder
    private let search: String
    private let wrapper: NameWrapper?
    /// The reason why programs cannot run under the wrapper that redirects host names, or nil if
    /// they can.
    package let wrapperRefusal: Unavailable?
    /// The reason why no network namespace can be used, or nil inside a network namespace.
    package let namespaceRefusal: Unavailable?
    /// The addresses of host names; names that are not in it lead to 127.0.0.1.
    private let addresses: [String: LoopbackFamily]
    private let homes = Atomic(0)
    private let isInMemory: Bool

    /// Whether programs have their own network, in which every address of a setup works.
    package var hasNetwork: Bool { namespaceRefusal == nil }

    /// Creates the folder of a run, and prepares its network.
    ///
    /// - Parameters:
    ///   - identities: the identities in all setups of the run.
    ///   - addresses: the addresses of their names; unless stated, 127.0.0.1.
    ///   - search: the folders of programs, separated by colons.
    /// - Throws: an `environment` failure if a folder or file cannot be created.
    package init(
        facing identities: Set<ReferenceIdentity>,
        at addresses: [String: LoopbackFamily] = [:],
        search: String
    ) throws(Failure) {
        self.addresses = addresses
        place = try ScratchFolder()
        self.search = search
        // On a disk, creating and removing home directories takes a quarter of the run time of fast
        // programs.
        isInMemory = RunNamespace.keepInMemory(place.path)
        (wrapper, wrapperRefusal) = Self.wrapper()
        namespaceRefusal = RunNamespace.isInside ? nil : RunNamespace.refusal ?? Self.outside
        do {
            let table = HostsFile(names: Self.names(of: identities, at: addresses))
            try table.write(to: hostsFile)
            if hasNetwork { try Self.openNetwork(with: identities, hostsFile) }
        } catch {
            close()
            throw Failure(.environment, error.description, help: error.help)
        }
    }

    private static func names(
        of identities: Set<ReferenceIdentity>,
        at addresses: [String: LoopbackFamily]
    ) -> [String: [String]] {
        var names: [String: [String]] = [:]
        for case .dns(let name) in identities {
            // A hosts file cannot contain names with other characters, and no program looks such
            // names up.
            let isPlain = name.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 35 }
            guard isPlain, !name.isEmpty else { continue }
            names[name] = [IPAddress.text((addresses[name] ?? .ipv4).bytes)]
        }
        return names
    }

    private static func openNetwork(
        with identities: Set<ReferenceIdentity>,
        _ hostsFile: String
    ) throws(ProgramError) {
        try RunNamespace.open()
        // Some resolvers fail if there are only loopback addresses (RFC 3493 §6.1, AI_ADDRCONFIG).
        // The added address is reserved for documentation (RFC 5737).
        try RunNamespace.addAddress(documentation)
        for case .ip(let bytes) in identities {
            // Addresses of loopback exist already.
            let text = IPAddress.text(bytes)
            guard bytes.first != 127, text != "::1", text != documentation else { continue }
            try RunNamespace.addAddress(text)
        }
        try RunNamespace.show(BindMount(hostsFile, over: "/etc/hosts"))
    }

    private static let documentation = "192.0.2.1"

    /// Removes the folder with all home directories.
    package func close() {
        if isInMemory { RunNamespace.forget(folder) }
        place.remove()
    }

    /// The folder of all home directories.
    var folder: String { place.path }

    private var hostsFile: String { "\(folder)/hosts" }

    private static let outside = Unavailable(
        description: "the run has no network namespace",
        help: "use --names hosts"
    )

    private static func wrapper() -> (NameWrapper?, Unavailable?) {
        do {
            return (try NameWrapper(), nil)
        } catch {
            return (nil, error)
        }
    }

    /// Returns the reason why host names cannot be redirected in this way, or nil if they can.
    package func obstacle(to route: NameRoute) -> Unavailable? {
        switch route {
        case .command, .proxy: nil
        case .hosts: namespaceRefusal
        case .wrapper: wrapperRefusal
        }
    }

    /// Returns the reason why the host names of the run do not meet a requirement, or nil if they
    /// do.
    func lack(of requirement: Requirement) -> String? {
        guard case .addressesByHost(let hosts) = requirement else { return nil }
        let other = hosts.filter { addresses[$0.key] ?? .ipv4 != $0.value }.keys.min()
        return other.map { "other cases lead \($0) to another address" }
    }

    /// Returns the version of an installed client, or nil if the client's definition does not say
    /// how to find the version.
    ///
    /// Returns nil too if the version is not needed, because finding it starts the program.
    func version(of client: ClientDefinition) -> String? {
        guard client.known.contains(where: { $0.versions != nil }),
            case .installed(let version) = ClientProbe(search: search).state(of: client)
        else { return nil }
        return version
    }

    /// Creates a new folder, the home directory of a program for one case.
    func home() throws(Failure) -> String {
        let path = "\(folder)/\(homes.wrappingAdd(1, ordering: .relaxed).newValue)"
        try Files.makeFolder(path, mode: 0o700)
        return path
    }

    func remove(_ home: String) { try? Files.removeTree(home) }

    /// The environment variable that identifies a program's processes, since each program has its
    /// own home directory.
    static let ownVariable = "HOME"

    /// Returns the environment variables to which a program's definition adds its own.
    ///
    /// The program inherits no variable of the caller: many programs read variables that name other
    /// anchors or a proxy.
    func environment(
        home: String,
        by route: NameRoute,
        proxy: LoopbackAddress? = nil
    ) -> [String: String] {
        var variables = [
            "PATH": search, Self.ownVariable: home, "TMPDIR": home, "LC_ALL": "C",
        ]
        if route == .wrapper, let wrapper {
            variables.merge(wrapper.environment(hosts: hostsFile)) { $1 }
        }
        if let proxy {
            // Some programs read the lower-case variable, and some read the upper-case variable.
            for name in ["https_proxy", "HTTPS_PROXY"] { variables[name] = "http://\(proxy.text)" }
        }
        return variables
    }

    /// Returns the mounts that show one program the file at `path` in place of the configuration of
    /// the C library's resolver.
    ///
    /// A system without that file asks a name server on 127.0.0.1, which the run does not have.
    func resolverMounts(_ path: String) -> [BindMount] {
        Files.exists(Self.resolverFile) ? [BindMount(path, over: Self.resolverFile)] : []
    }

    private static let resolverFile = "/etc/resolv.conf"

    /// Returns the mounts that show one program the trust anchors at `path` in place of the bundles
    /// of the system.
    func bundleMounts(_ path: String) -> [BindMount] {
        Self.bundles.filter(Files.exists).map { BindMount(path, over: $0) }
    }

    /// The paths of the root bundles of Debian, Fedora and Alpine, and of their derivatives.
    private static let bundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/cert.pem",
    ]
}
