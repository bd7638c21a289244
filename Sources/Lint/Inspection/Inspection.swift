import ClientModels
import Crypto
import PathValidation
import X509

/// The result of `hatpin inspect` for an input.
package struct Inspection {
    /// The options of the user.
    package struct Request {
        package var profiles = [PathProfile.rfc5280, PathProfile.webpki]
        /// The time for which validity is checked; nil to skip the check.
        package var verifyDate: Instant?
        /// The host for which pins are written; nil for the first DNS name.
        package var host: PinHost?
        /// The most parts to show for one field; nil for all.
        package var limit: Int?

        package init() {}
    }

    /// An object with its fields, findings and pins.
    package struct Object {
        package let source: InspectedInput.Object
        /// The errors that prevent decoding by the chosen profiles, in the order of their places.
        package let faults: [DERError]
        /// The offsets of extension bodies that do not decode by the chosen profiles.
        fileprivate let bodyFaults: Set<Int>
        /// The stated length in bytes if the input is shorter; else nil.
        package let statedLength: Int?
        /// The fields, as far as they decode.
        package let fields: ShownField?
        /// Whether the report applies rules to the object's content.
        package let isJudged: Bool
        package var findings: [ShownBreach] = []
        package let fingerprints: [(name: String, bytes: [UInt8])]
        package let pins: [Pin]

        /// Whether a rule of the profiles needs an extension body that does not decode.
        fileprivate var hasBodyFault: Bool {
            findings.compactMap(\.place).contains { place in
                place.bytes.count == 1 && bodyFaults.contains(place.bytes.lowerBound)
            }
        }

        /// Returns the finding with the place where the fields show an extension.
        fileprivate func placed(_ finding: ShownBreach) -> ShownBreach {
            guard let (name, bytes) = finding.place, bytes.count > 1,
                let row = fields?.field(name, around: bytes)
            else { return finding }
            var finding = finding
            finding.place = (name, row.place)
            return finding
        }
    }

    private struct Statement: Hashable {
        let object: Int
        let statement: ShownBreach.Statement
    }

    /// A pin in one notation.
    package struct Pin {
        package let notation: PinNotation
        package let text: String
        /// The reason why the system of this notation would never match the pin; nil if it can.
        package let warning: String?
    }

    package private(set) var objects: [Object]
    /// The findings so far, by their text.
    private var stated: [Statement: Int] = [:]
    package let passedOver: [InspectedInput.PassedOver]
    package let isCut: Bool
    package let order: ChainOrder
    /// The names of the checked profiles.
    package let profiles: [String]
    /// The host of the pins; nil if it is unknown, so that notations with a host are left out.
    package let host: PinHost?

    package init(_ input: InspectedInput, _ request: Request) throws(OpenSSLError) {
        let decoded = input.objects.map { DecodedObject($0, request) }
        let readable = decoded.filter { $0.source.kind == .certificate }.map(\.certificate)
        let host = request.host ?? readable.lazy.compactMap { $0.flatMap(PinHost.init) }.first
        var objects: [Object] = []
        for one in decoded { objects.append(try one.object(host: host, request)) }
        self.objects = objects
        self.host = host
        profiles = request.profiles.map(\.name)
        (passedOver, isCut) = (input.passedOver, input.isCut)
        order = ChainOrder(readable)
        for rules in Set(request.profiles.map(\.decoding)).sorted(by: { $0.rawValue < $1.rawValue })
        {
            findAll(decoded, request, by: rules)
        }
    }

    /// Applies the rules of the profiles that decode by `rules`.
    ///
    /// A certificate that does not decode is checked as far as it can be read.
    private mutating func findAll(
        _ decoded: [DecodedObject],
        _ request: Request,
        by rules: DERRules
    ) {
        let places = objects.indices.filter { objects[$0].source.kind == .certificate }
        let certificates = places.map { decoded[$0].certificate(by: rules) }
        let profiles = request.profiles.filter { $0.decoding == rules }
        for (number, place) in places.enumerated() {
            guard let certificate = certificates[number] else { continue }
            let isLinked = number > 0 && number < order.length
            let chain = isLinked ? certificates[...number].compactMap(\.self) : [certificate]
            let found = ShownBreach.all(in: chain, by: profiles, at: request.verifyDate)
            for (index, finding) in found {
                let object = isLinked ? places[index] : place
                // Decoding errors are reported with the object.
                guard !decoded[object].isFault(finding.place?.bytes) else { continue }
                add(finding, to: object)
            }
        }
    }

    /// Adds a finding once; profiles with different decoding rules may report the same finding.
    private mutating func add(_ finding: ShownBreach, to place: Int) {
        let placed = objects[place].placed(finding)
        let key = Statement(object: place, statement: placed.statement)
        guard let known = stated[key] else {
            stated[key] = objects[place].findings.count
            return objects[place].findings.append(placed)
        }
        for profile in placed.profiles
        where !objects[place].findings[known].profiles.contains(profile) {
            objects[place].findings[known].profiles.append(profile)
        }
    }

    /// Whether everything decodes, including the extension bodies that the profiles need.
    package var isSound: Bool {
        objects.allSatisfy { $0.faults.isEmpty && !$0.hasBodyFault }
    }

    /// The number of broken rules, including those about the order of a chain.
    package var findings: Int {
        objects.reduce(0) { $0 + $1.findings.count { !$0.isNote } } + order.problems.count
    }
}

/// An object, as far as it decodes.
private struct DecodedObject {
    let source: InspectedInput.Object
    /// The certificate, read with all leniencies that are needed; nil if they are not enough.
    private(set) var certificate: Certificate?
    private var list: CertificateList?
    private var response: OCSPResponse?
    /// The decoding errors by the rules of the chosen profiles.
    private var faults: [DERError] = []
    private var bodyFaults: [DERError] = []
    private var faultyBytes: Set<Int> = []
    /// The encoding of the key, if it decodes.
    private var key: [UInt8]?

    init(_ source: InspectedInput.Object, _ request: Inspection.Request) {
        self.source = source
        if source.kind == .certificate { readCertificate(request) }
        do throws(DERError) {
            switch source.kind {
            case .certificate: break
            case .message: _ = try PKCS7(der: source.der)
            case .revocationList:
                list = try CertificateList(der: source.der, keepsFaults: true)
                if let fault = list?.fault { faults = [fault] }
            case .ocspResponse: response = try OCSPResponse(der: source.der)
            case .publicKey:
                var reader = DERReader(source.der)
                _ = try SubjectPublicKey(&reader)
                try reader.finish()
                key = source.der
            }
        } catch {
            faults = [error]
        }
    }

    private mutating func readCertificate(_ request: Inspection.Request) {
        var seen: Set<DERError> = []
        for rules in Set(request.profiles.map(\.decoding)) {
            let found = CertificateFaults(in: source.der, by: rules)
            // If all fields decode by these rules, errors in extension bodies are only in
            // `bodyFaults`.
            let shown = found.fields.isEmpty ? [] : found.all
            faults += shown.filter { seen.insert($0).inserted }
            bodyFaults += found.bodies
        }
        faults.sort { $0.offset < $1.offset }
        faultyBytes = Set(faults.map(\.offset))
        certificate = try? Certificate(der: source.der, rules: .lenient)
        let place = CertificateFaults(in: padded, by: .lenient).publicKey
        key = place.flatMap { $0.upperBound <= source.der.count ? Array(source.der[$0]) : nil }
    }

    /// Returns whether a decoding error is at this place.
    func isFault(_ place: Range<Int>?) -> Bool {
        guard let place, place.count == 1 else { return false }
        return faultyBytes.contains(place.lowerBound)
    }

    /// Returns the certificate as these rules decode it; otherwise the certificate read with
    /// leniencies.
    func certificate(by rules: DERRules) -> Certificate? {
        (try? Certificate(der: source.der, rules: rules)) ?? certificate
    }

    func object(
        host: PinHost?,
        _ request: Inspection.Request
    ) throws(OpenSSLError) -> Inspection.Object {
        var fingerprints: [(name: String, bytes: [UInt8])] = []
        for (name, digest) in [("SHA-256", Digest.sha256), ("SHA-1", .sha1)] {
            fingerprints.append((name, try digest.hash(source.der)))
        }
        return Inspection.Object(
            source: source,
            faults: faults,
            bodyFaults: Set(bodyFaults.map(\.offset)),
            statedLength: missing,
            fields: fields(limit: request.limit),
            isJudged: certificate != nil || list != nil || response != nil,
            findings: statusFindings(request),
            fingerprints: fingerprints,
            pins: try pins(for: host)
        )
    }

    private func pins(for host: PinHost?) throws(OpenSSLError) -> [Inspection.Pin] {
        let pinned: PinnedKey
        if let certificate {
            pinned = try PinnedKey(of: certificate)
        } else if let key {
            pinned = try PinnedKey(spki: key)
        } else {
            return []
        }
        let spki = certificate.map { Array($0.der[$0.spki]) } ?? key ?? []
        return PinNotation.catalogue.compactMap { notation in
            notation.text(pinned, for: host).map { text in
                Inspection.Pin(
                    notation: notation,
                    text: text,
                    warning: notation.warning(about: spki, isAuthority: pinned.isAuthority)
                )
            }
        }
    }

    private func statusFindings(_ request: Inspection.Request) -> [ShownBreach] {
        let breaches =
            list?.breaches(at: request.verifyDate) ?? response?.breaches(at: request.verifyDate)
        return (breaches ?? []).map { ShownBreach($0, request.profiles.map(\.name)) }
    }

    private func fields(limit: Int?) -> ShownField? {
        let (name, grammar): (String, Grammar) =
            switch source.kind {
            case .certificate: ("certificate", .certificate)
            case .revocationList: ("certificateList", .certificateList)
            case .ocspResponse: ("ocspResponse", .ocspResponse)
            case .publicKey: ("subjectPublicKeyInfo", .subjectPublicKeyInfo)
            case .message: ("contentInfo", .value)
            }
        // Zeros in place of the missing bytes allow the available fields to be shown.
        let end = DERError(.truncated, at: source.der.count)
        var reader = FieldReader(
            bytes: padded,
            faults: missing == nil ? faults + bodyFaults : [end],
            end: source.der.count,
            limit: limit
        )
        return reader.field(name, grammar)
    }

    /// Returns the encoding, with zeros for missing bytes at the end.
    private var padded: [UInt8] {
        source.der + [UInt8](repeating: 0, count: (missing ?? source.der.count) - source.der.count)
    }

    /// Returns the length that a truncated encoding should have, if it is plausible.
    private var missing: Int? {
        guard let fault = faults.first, fault.fault == .truncated, fault.offset == 0,
            let length = statedLength,
            length > source.der.count, length <= InspectedInput.maximumSize
        else { return nil }
        return length
    }

    /// Returns the stated length of the outermost element in bytes, including its header.
    private var statedLength: Int? {
        guard source.der.count >= 2 else { return nil }
        let first = Int(source.der[1])
        guard first >= 0x80 else { return first + 2 }
        let bytes = source.der.dropFirst(2).prefix(first - 0x80)
        guard (1...4).contains(first - 0x80), bytes.count == first - 0x80 else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) } + 2 + bytes.count
    }
}
