import ClientModels
import Crypto
import PathValidation
import X509

/// Everything that `inspect` finds in an input.
package struct Inspection {
    /// The user's choices.
    package struct Request {
        package var profiles = [PathProfile.rfc5280, PathProfile.webpki]
        /// When validity is judged; nil judges it not at all.
        package var verifyDate: Instant?
        /// The host that pins are written for; nil takes the first DNS name.
        package var host: PinHost?
        /// The most parts shown of one field; nil for all.
        package var limit: Int?

        package init() {}
    }

    /// One object with its fields, findings and pins.
    package struct Object {
        package let source: InspectedInput.Object
        /// What keeps it from decoding by the profiles that are asked, in the order of the places.
        package let faults: [DERError]
        /// Where the bodies of extensions do not decode by them.
        fileprivate let bodyFaults: Set<Int>
        /// How long it says that it is, in bytes, where less is there; nil otherwise.
        package let statedLength: Int?
        /// The fields, as far as they are elements.
        package let fields: ShownField?
        /// Whether rules on what it says are asked.
        package let isJudged: Bool
        package var findings: [InspectionFinding] = []
        package let fingerprints: [(name: String, bytes: [UInt8])]
        package let pins: [Pin]

        /// Whether a rule of the profiles asks for a body that does not decode.
        fileprivate var hasBodyFault: Bool {
            findings.compactMap(\.place).contains { place in
                place.bytes.count == 1 && bodyFaults.contains(place.bytes.lowerBound)
            }
        }

        /// The finding with the place that the fields show for an extension.
        fileprivate func placed(_ finding: InspectionFinding) -> InspectionFinding {
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
        let statement: InspectionFinding.Statement
    }

    /// A pin in one notation.
    package struct Pin {
        package let notation: PinNotation
        package let text: String
        /// Why the system that reads the notation would not match it; nil where it does.
        package let warning: String?
    }

    package private(set) var objects: [Object]
    /// The findings so far, by what they say.
    private var stated: [Statement: Int] = [:]
    package let passedOver: [InspectedInput.PassedOver]
    package let isCut: Bool
    package let order: ChainOrder
    /// The names of the profiles that were asked.
    package let profiles: [String]
    /// Nil where no notation that needs one could be written.
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

    /// Asks the rules of the profiles that decode by `rules`; certificates that do not decode by them are
    /// judged as far as they can be read.
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
            let found = InspectionFinding.all(in: chain, by: profiles, at: request.verifyDate)
            for (index, finding) in found {
                let object = isLinked ? places[index] : place
                // What does not decode is said with the object.
                guard !decoded[object].isFault(finding.place?.bytes) else { continue }
                add(finding, to: object)
            }
        }
    }

    /// Adds a finding once; profiles that decode by different rules may make the same.
    private mutating func add(_ finding: InspectionFinding, to place: Int) {
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

    /// Whether everything decodes, with the bodies of extensions that the profiles ask for.
    package var isSound: Bool {
        objects.allSatisfy { $0.faults.isEmpty && !$0.hasBodyFault }
    }

    /// How many rules are broken, those on the order of a chain included.
    package var findings: Int {
        objects.reduce(0) { $0 + $1.findings.count { !$0.isNote } } + order.problems.count
    }
}

/// An object as far as it decodes.
private struct DecodedObject {
    let source: InspectedInput.Object
    /// The certificate, whatever leniencies it takes to read it; nil where none is enough.
    private(set) var certificate: Certificate?
    private var list: CertificateList?
    private var response: OCSPResponse?
    /// By the rules of the profiles that are asked.
    private var faults: [DERError] = []
    private var bodyFaults: [DERError] = []
    private var faultyBytes: Set<Int> = []
    /// The encoding of a key that decodes.
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
            // What is read by more leniencies shows no fault of a body.
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

    /// Whether the byte at a place is one that keeps the object from decoding.
    func isFault(_ place: Range<Int>?) -> Bool {
        guard let place, place.count == 1 else { return false }
        return faultyBytes.contains(place.lowerBound)
    }

    /// The certificate by these rules, or as far as it can be read.
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

    private func statusFindings(_ request: Inspection.Request) -> [InspectionFinding] {
        let breaches =
            list?.breaches(at: request.verifyDate) ?? response?.breaches(at: request.verifyDate)
        return (breaches ?? []).map { InspectionFinding($0, request.profiles.map(\.name)) }
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
        // With zeros for what is missing the fields that are there can be shown.
        let end = DERError(.truncated, at: source.der.count)
        var reader = FieldReader(
            bytes: padded,
            faults: missing == nil ? faults + bodyFaults : [end],
            end: source.der.count,
            limit: limit
        )
        return reader.field(name, grammar)
    }

    /// The encoding, with zeros for what is missing at its end.
    private var padded: [UInt8] {
        source.der + [UInt8](repeating: 0, count: (missing ?? source.der.count) - source.der.count)
    }

    /// The length that an encoding which is cut short should have, where that is within reason.
    private var missing: Int? {
        guard let fault = faults.first, fault.fault == .truncated, fault.offset == 0,
            let length = statedLength,
            length > source.der.count, length <= InspectedInput.maximumSize
        else { return nil }
        return length
    }

    /// How long the outermost element says that it is, in bytes with its header.
    private var statedLength: Int? {
        guard source.der.count >= 2 else { return nil }
        let first = Int(source.der[1])
        guard first >= 0x80 else { return first + 2 }
        let bytes = source.der.dropFirst(2).prefix(first - 0x80)
        guard (1...4).contains(first - 0x80), bytes.count == first - 0x80 else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) } + 2 + bytes.count
    }
}
