import Basics
import X509

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The public test vectors that are measured, unpacked.
struct Vectors {
    /// A chain to validate.
    struct Chain {
        let anchors: [[UInt8]]
        /// End entity first.
        let presented: [[UInt8]]
        /// Nil if names are not checked.
        let identity: ReferenceIdentity?
        let verifyDate: Instant
    }

    /// Every certificate in the three suites that is stored as DER, valid or not.
    let certificates: [[UInt8]]
    /// BetterTLS's cases of name constraints, in x509-limbo's form.
    let constrained: [Chain]
    /// x509-limbo's pathological cases, by name.
    let pathological: [(name: String, chain: Chain)]

    /// Reads `limbo-open.json`, `pkits-open.jsonl` and `parser-open.jsonl` of `folder`.
    init(folder: String) throws(BenchmarkError) {
        var certificates: [[UInt8]] = []
        var constrained: [Chain] = []
        var pathological: [(name: String, chain: Chain)] = []
        let suite = try Self.json(Self.read(folder + "/limbo-open.json"))
        guard case .array(let cases)? = suite["testcases"] else {
            throw .vectors("limbo-open.json has no testcases")
        }
        for testcase in cases {
            let anchors = try Self.certificates(testcase, "trusted_certs")
            let others = try Self.certificates(testcase, "untrusted_intermediates")
            let peer = try Self.pem(testcase["peer_certificate"]?.string ?? "")
            certificates += anchors + others + peer
            let id = testcase["id"]?.string ?? ""
            guard let date = testcase["validation_time"]?.string,
                let verifyDate = Instant(rfc3339: date.prefix(19) + "Z")
            else { throw .vectors("\(id) has no validation time") }
            let chain = Chain(
                anchors: anchors,
                presented: peer + others,
                identity: Self.identity(testcase["expected_peer_name"]),
                verifyDate: verifyDate
            )
            if id.hasPrefix("bettertls::nameconstraints::") { constrained.append(chain) }
            if id.hasPrefix("pathological::") { pathological.append((id, chain)) }
        }
        for line in try Self.lines(folder + "/pkits-open.jsonl") {
            let encoded = [line["trusted"]?.string, line["leaf"]?.string].compactMap { $0 }
            for text in encoded + (line["intermediates"]?.strings ?? []) {
                certificates.append(try Self.base64(text))
            }
        }
        for line in try Self.lines(folder + "/parser-open.jsonl") {
            certificates.append(try Self.base64(line["der"]?.string ?? ""))
        }
        (self.certificates, self.constrained) = (certificates, constrained)
        self.pathological = pathological
    }

    private static func identity(_ name: JSONValue?) -> ReferenceIdentity? {
        guard let value = name?["value"]?.string else { return nil }
        return switch name?["kind"]?.string {
        case "DNS": .dns(value)
        case "IP": IPAddress.bytes(value).map(ReferenceIdentity.ip)
        default: nil
        }
    }

    private static func certificates(
        _ testcase: JSONValue,
        _ member: String
    ) throws(BenchmarkError) -> [[UInt8]] {
        var certificates: [[UInt8]] = []
        for text in testcase[member]?.strings ?? [] { certificates += try pem(text) }
        return certificates
    }

    private static func pem(_ text: String) throws(BenchmarkError) -> [[UInt8]] {
        do throws(PEMError) {
            return try PEM.certificates(in: Array(text.utf8))
        } catch {
            throw .vectors("a certificate is not PEM: \(error)")
        }
    }

    private static func base64(_ text: String) throws(BenchmarkError) -> [UInt8] {
        guard let der = Base64.decode(Array(text.utf8)) else {
            throw .vectors("a certificate is not base64")
        }
        return der
    }

    private static func lines(_ path: String) throws(BenchmarkError) -> [JSONValue] {
        var lines: [JSONValue] = []
        for line in try read(path).split(separator: 0x0a) { lines.append(try json(line)) }
        return lines
    }

    private static func json(_ text: some Collection<UInt8>) throws(BenchmarkError) -> JSONValue {
        do throws(JSONFault) {
            return try JSONValue(text)
        } catch {
            throw .vectors("invalid JSON at byte \(error.offset)")
        }
    }

    private static func read(_ path: String) throws(BenchmarkError) -> [UInt8] {
        guard let file = fopen(path, "r") else { throw .vectors("cannot read \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}
