import X509

/// Lines for `/etc/hosts`, by which the names of all stands lead to this machine.
package struct VisitHosts {
    private let plan: VisitPlan
    private let addresses: [[UInt8]]

    /// - Parameters:
    ///   - plan: names the stands.
    ///   - addresses: those that are listened on.
    package init(_ plan: VisitPlan, at addresses: [[UInt8]]) {
        (self.plan, self.addresses) = (plan, addresses)
    }

    /// One line for each name and address.
    ///
    /// Names outside `.test`, which is kept for tests (RFC 6761 §6.2), stand in comments: the real
    /// ones may be needed meanwhile.
    package var text: String {
        let hosts = plan.stands.map(\.host).filter { IPAddress.bytes($0) == nil }
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
    /// An address of this machine in place of the one that stands for all.
    package var reachable: [UInt8] {
        guard allSatisfy({ $0 == 0 }) else { return self }
        return count == 4 ? [127, 0, 0, 1] : dropLast() + [1]
    }
}

extension VisitPlan {
    /// A host's name as clients indicate it: in lowercase here, and without the root's dot.
    package static func serverName(_ host: String) -> String {
        let name = host.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
