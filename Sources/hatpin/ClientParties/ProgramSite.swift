import Basics
import Process
import Runner
import ScenarioFormat
import Synchronization
import TLS
import X509

/// The place of a run where its programs live: their homes, their names and their network.
package final class ProgramSite: Sendable {
    private let place: SiteFolder
    private let search: String
    private let wrapper: NameWrapper?
    /// Why there is no wrapper; nil where there is one.
    package let wrapperRefusal: Unavailable?
    /// Why there is no namespace; nil inside of one.
    package let namespaceRefusal: Unavailable?
    private let homes = Atomic(0)
    private let isInMemory: Bool

    /// Whether programs are in a network of their own, which has any address of a setup.
    package var hasNetwork: Bool { namespaceRefusal == nil }

    /// Makes the folder of a run, and readies its network.
    ///
    /// - Parameters:
    ///   - identities: those of all setups that programs will face.
    ///   - search: folders of programs, with colons between them.
    /// - Throws: environment, where a folder or file cannot be made.
    package init(
        facing identities: Set<ReferenceIdentity>,
        search: String
    ) throws(Failure) {
        place = try SiteFolder()
        self.search = search
        // A disk takes a quarter of the time of a run of quick programs, for homes that live a moment.
        isInMemory = RunNamespace.keepInMemory(place.path)
        (wrapper, wrapperRefusal) = Self.wrapper()
        namespaceRefusal = RunNamespace.isInside ? nil : RunNamespace.refusal ?? Self.outside
        do {
            let table = HostsFile(names: Self.names(of: identities))
            try table.write(to: hostsFile)
            if hasNetwork { try Self.openNetwork(with: identities, hostsFile) }
        } catch {
            close()
            throw Failure(.environment, error.description, help: error.help)
        }
    }

    private static func names(of identities: Set<ReferenceIdentity>) -> [String: [String]] {
        var names: [String: [String]] = [:]
        for case .dns(let name) in identities {
            // A name that no hosts file can have is looked up by none.
            let isPlain = name.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 35 }
            if isPlain, !name.isEmpty { names[name] = ["127.0.0.1"] }
        }
        return names
    }

    private static func openNetwork(
        with identities: Set<ReferenceIdentity>,
        _ hostsFile: String
    ) throws(ProgramError) {
        try RunNamespace.open()
        // Some resolvers look nothing up where there are loopback addresses alone (RFC 3493 §6.1,
        // AI_ADDRCONFIG); this one is for documentation (RFC 5737).
        try RunNamespace.addAddress(documentation)
        for case .ip(let bytes) in identities {
            // Loopback has its own addresses already.
            let text = IPAddress.text(bytes)
            guard bytes.first != 127, text != "::1", text != documentation else { continue }
            try RunNamespace.addAddress(text)
        }
        try RunNamespace.show(BindMount(hostsFile, over: "/etc/hosts"))
    }

    private static let documentation = "192.0.2.1"

    /// Removes the folder and all homes.
    package func close() {
        if isInMemory { RunNamespace.forget(folder) }
        place.remove()
    }

    private var folder: String { place.path }

    private var hostsFile: String { "\(folder)/hosts" }

    private static let outside = Unavailable(
        description: "the run is in no namespace of its own",
        help: "--names hosts asks for one"
    )

    private static func wrapper() -> (NameWrapper?, Unavailable?) {
        do {
            return (try NameWrapper(), nil)
        } catch {
            return (nil, error)
        }
    }

    /// Why names cannot reach loopback so; nil if they can.
    package func obstacle(to route: NameRoute) -> Unavailable? {
        switch route {
        case .command, .proxy: nil
        case .hosts: namespaceRefusal
        case .wrapper: wrapperRefusal
        }
    }

    /// The version of an installed client; nil if its definition does not say how to find it, or it
    /// is not needed: asking is a start of the program.
    func version(of client: ClientDefinition) -> String? {
        guard client.known.contains(where: { $0.versions != nil }),
            case .installed(let version) = ClientProbe(search: search).state(of: client)
        else { return nil }
        return version
    }

    /// A fresh folder, which is a program's home for one case.
    func home() throws(Failure) -> String {
        let path = "\(folder)/\(homes.wrappingAdd(1, ordering: .relaxed).newValue)"
        try Files.makeFolder(path, mode: 0o700)
        return path
    }

    func remove(_ home: String) { try? Files.removeTree(home) }

    /// Each program's home is its own.
    static let ownVariable = "HOME"

    /// All variables that a program gets, before those of its definition.
    ///
    /// None of the caller's: many programs obey variables that name other anchors or a proxy.
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
            // Some programs read the one, some the other.
            for name in ["https_proxy", "HTTPS_PROXY"] { variables[name] = "http://\(proxy.text)" }
        }
        return variables
    }

    /// The trust anchors at `path` in place of the system's bundles, for one program.
    func bundleMounts(_ path: String) -> [BindMount] {
        Self.bundles.filter(Environment.exists).map { BindMount(path, over: $0) }
    }

    /// Where distributions keep their bundle: Debian and its kin, Fedora and its kin, Alpine.
    private static let bundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/cert.pem",
    ]
}
