import Basics
import ClientModels
import PathValidation
import TLS
import X509

/// The chain of a real server, from a file or from the server.
package struct RealChain: Sendable {
    /// The path, or the host and port.
    package let name: String
    /// The host of the server, or nil for a file.
    let host: String?
    /// The certificates, end entity first.
    ///
    /// The sent certificates are followed by the roots of this machine that issued them.
    package let certificates: [Certificate]
    /// The number of certificates that were sent.
    package let sent: Int
    let store: TrustStore

    /// The time limit for name resolution, connection and handshake together; a distant server
    /// needs two seconds.
    private static let patience = Duration.seconds(15)
    /// The largest size of a chain's file in bytes, five times the size of Mozilla's bundle of all
    /// roots.
    private static let largestFile = 1 << 20

    /// Reads a chain in PEM, or one certificate in DER.
    ///
    /// - Throws: if the file cannot be read or has no certificate.
    package init(file path: String) throws(Failure) {
        let name = Shown.escaped(path)
        guard let bytes = try Files.read(path, limit: Self.largestFile) else {
            throw Failure(.invalidScenario, "\(name) is larger than 1 MiB")
        }
        let chain: [[UInt8]]
        do {
            chain = bytes.first == 0x30 ? [bytes] : try PEM.certificates(in: bytes)
        } catch {
            throw Failure(
                .invalidScenario,
                "\(name): \(Shown.escaped("\(error)"))",
                help: "put the server's certificate first, followed by its issuers"
            )
        }
        try self.init(chain, named: path, of: nil)
    }

    /// Fetches the chain of a server.
    ///
    /// An audit connects to no server for any other purpose.
    ///
    /// - Throws: a `usage` failure for an invalid host; an `environment` failure if the server
    ///   sends no chain.
    package init(connectingTo text: String) throws(Failure) {
        let hasPort = text.last == "]" ? false : text.contains(":")
        let isAddress = text.count { $0 == ":" } > 1 && text.first != "["
        let authority = isAddress ? "[\(text)]:443" : hasPort ? text : text + ":443"
        guard let (host, port) = ConnectTarget.authority(authority[...]) else {
            throw Failure(
                .usage,
                "'\(Shown.escaped(text))' is not a host name",
                help: "write it like api.example.com or api.example.com:8443"
            )
        }
        let target = ConnectTarget(host: host, port: port)
        let chain: [[UInt8]]
        do throws(ChainFetch.Fault) {
            chain = try ChainFetch.certificates(of: target, within: Self.patience)
        } catch {
            throw Failure(
                .environment,
                "\(target.text) sends no chain: \(Shown.escaped(error.description))",
                help: error.help
            )
        }
        try self.init(chain, named: target.text, of: host)
    }

    private init(_ chain: [[UInt8]], named name: String, of host: String?) throws(Failure) {
        var decoded: [Certificate] = []
        var warnings: [String] = []
        for (index, der) in chain.enumerated() {
            do throws(DERError) {
                let (certificate, warning) = try Self.certificate(der)
                decoded.append(certificate)
                if let warning {
                    warnings.append("certificate \(index + 1) of \(name): \(warning)")
                }
            } catch {
                let place = "certificate \(index + 1) of \(Shown.escaped(name))"
                throw Failure(.invalidScenario, "\(place) does not decode: \(error)")
            }
        }
        self.warnings = warnings
        // The owner of a file chose the root in it; a root that a server sends proves nothing.
        let own = host == nil ? decoded.filter(\.isSelfIssued) : []
        let roots = SystemRoots.issuers(of: decoded)
        let anchors = roots + own.filter { root in !roots.contains { $0.der == root.der } }
        self.name = name
        self.host = host
        sent = decoded.count
        certificates =
            decoded + roots.filter { root in !decoded.contains { $0.der == root.der } }
        store = TrustStore(
            system: (anchors.isEmpty ? decoded.suffix(1) : anchors[...]).map(\.der)
        )
        isAnchored = !anchors.isEmpty
    }

    /// Whether a root of this machine, or of the file, issued the chain.
    let isAnchored: Bool

    /// Descriptions of encodings in the certificates that break a rule and that some clients
    /// accept.
    package let warnings: [String]

    /// Decodes a certificate, and adds a warning if the decoder must tolerate a broken rule.
    ///
    /// - Throws: if the certificate does not decode even with the known tolerances.
    private static func certificate(
        _ der: [UInt8]
    ) throws(DERError) -> (certificate: Certificate, warning: String?) {
        var rules = PathProfile.reference.decoding
        do throws(DERError) {
            return (try Certificate(der: der, rules: rules), nil)
        } catch {
            rules.formUnion(DERRules(DERRules.catalogue.map(\.rules)))
            guard var certificate = try? Certificate(der: der, rules: rules) else { throw error }
            var needed: [DERRules.Leniency] = []
            for leniency in DERRules.catalogue {
                let fewer = rules.subtracting(leniency.rules)
                if let stricter = try? Certificate(der: der, rules: fewer) {
                    (certificate, rules) = (stricter, fewer)
                } else {
                    needed.append(leniency)
                }
            }
            let known = needed.map { "\($0.name) (\($0.source))" }.joined(separator: ", ")
            return (certificate, "\(error); strict clients reject it, others accept \(known)")
        }
    }

    /// The sent certificates, as PEM.
    package var pem: [UInt8] {
        Array(certificates.prefix(sent).map { PEM.text("CERTIFICATE", $0.der) }.joined().utf8)
    }

    /// Whether the first certificate is valid for a host name.
    func isFor(_ host: String) -> Bool {
        guard let first = certificates.first else { return false }
        return (try? IdentityMatching().require(Self.identity(host), of: first)) != nil
    }

    /// Returns the host names of the first certificate that are below these hosts; a wildcard
    /// yields one name.
    func names(below hosts: [String]) -> [String] {
        let names = certificates.first?.dnsNames ?? []
        return names.map { String(decoding: $0, as: UTF8.self).lowercased() }
            .map { $0.hasPrefix("*.") ? "subdomain" + $0.dropFirst() : $0 }
            .filter { name in hosts.contains { name.hasSuffix("." + $0) } }
    }

    static func identity(_ host: String) -> ReferenceIdentity {
        IPAddress.bytes(host).map(ReferenceIdentity.ip) ?? .dns(host)
    }

    /// Returns the name of a certificate and its position, such as `R11 (2 of 3)`.
    func words(for index: Int) -> String {
        let subject = certificates[index].subjectName
        let name = subject.texts(of: .commonName).last ?? subject.description
        return index < sent
            ? "\(name) (\(index + 1) of \(sent))" : "\(name) (a root of this machine)"
    }

    /// The SHA-256 of each certificate's key.
    var keys: [[UInt8]] {
        certificates.map { Pin.key(of: $0.der).spkiHash(by: $0.rules) ?? [] }
    }
}

extension ChainFetch.Fault {
    fileprivate var help: String {
        switch self {
        case .dial(.unknownHost): "check the name, and whether this machine can resolve names"
        case .dial(.timedOut), .timedOut: "check the port, and whether a firewall blocks it"
        case .dial: "check the port: it is 443 unless you write HOST:PORT"
        case .handshake, .ended: "the port must speak TLS from the first byte"
        }
    }
}

/// The roots that this machine trusts.
private enum SystemRoots {
    /// The paths of the root bundles of Debian, Fedora, SUSE and Alpine.
    private static let bundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// Returns the roots with the name of an issuer in a chain; empty without a root bundle.
    static func issuers(of chain: [Certificate]) -> [Certificate] {
        let issuers = Set(chain.map { Array($0.der[$0.issuer]) })
        return all.filter { issuers.contains(Array($0.der[$0.subject])) }
    }

    private static var all: [Certificate] {
        let paths = Environment.variable("SSL_CERT_FILE").map { [$0] } ?? bundles
        guard let path = paths.first(where: Files.exists),
            let bytes = try? Files.read(path, limit: PEM.maximumSize).map(PEM.certificates)
        else { return [] }
        return bytes.compactMap { try? Certificate(der: $0, rules: PathProfile.reference.decoding) }
    }
}
