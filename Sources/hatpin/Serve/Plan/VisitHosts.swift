import X509

/// Lines for `/etc/hosts` that resolve the names of all served setups to this machine.
package struct VisitHosts {
    private let plan: VisitPlan
    private let addresses: [[UInt8]]

    /// - Parameters:
    ///   - plan: the setups with their names.
    ///   - addresses: the addresses on which the servers listen.
    package init(_ plan: VisitPlan, at addresses: [[UInt8]]) {
        (self.plan, self.addresses) = (plan, addresses)
    }

    /// The lines, one for each name and address.
    ///
    /// Names outside `.test`, which is reserved for tests (RFC 6761 §6.2), are in comments, since
    /// the user may need the real hosts.
    package var text: String {
        let hosts = plan.setups.map(\.host).filter { IPAddress.bytes($0) == nil }
        let names = Set(hosts.map(VisitPlan.serverName)).sorted()
        return names.flatMap { name in
            addresses.map { bytes in
                let comment = name.hasSuffix(".test") ? "" : "# "
                return "\(comment)\(IPAddress.text(bytes.reachable)) \(name)\n"
            }
        }
        .joined()
    }
}

extension [UInt8] {
    /// The address to connect to: an address of this machine instead of the wildcard address.
    package var reachable: [UInt8] {
        guard allSatisfy({ $0 == 0 }) else { return self }
        return count == 4 ? [127, 0, 0, 1] : dropLast() + [1]
    }
}

extension VisitPlan {
    /// Returns a host name in the form that clients send: in lowercase, without the trailing dot.
    package static func serverName(_ host: String) -> String {
        let name = host.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
