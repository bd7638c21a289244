import Models
import OpenSSL
import PKIX
import Policies
import Trust

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
        package let fault: DERError?
        /// How long it says that it is, in bytes, where less is there; nil otherwise.
        package let statedLength: Int?
        /// The fields, as far as it decodes.
        package let fields: ShownField?
        /// Nil for what is none, or does not decode.
        package let certificate: Certificate?
        package var findings: [Finding] = []
        package let fingerprints: [(name: String, octets: [UInt8])]
        package let pins: [(notation: PinNotation, text: String)]

        /// The finding with the place that the fields show for an extension.
        fileprivate func placed(_ finding: Finding) -> Finding {
            guard let (name, bytes) = finding.place, bytes.count > 1,
                let row = fields?.field(name, around: bytes)
            else { return finding }
            var finding = finding
            finding.place = (name, row.place)
            return finding
        }
    }

    package private(set) var objects: [Object]
    package let passedOver: [InspectedInput.PassedOver]
    package let isCut: Bool
    package let order: ChainOrder
    /// The names of the profiles that were asked.
    package let profiles: [String]
    /// Nil where no notation that needs one could be written.
    package let host: PinHost?

    package init(_ input: InspectedInput, _ request: Request) throws(OpenSSLError) {
        let decoded = input.objects.map(DecodedObject.init)
        let certificates = decoded.filter { $0.source.kind == .certificate }.map(\.certificate)
        let host = request.host ?? certificates.lazy.compactMap { $0.flatMap(PinHost.init) }.first
        var objects: [Object] = []
        for one in decoded { objects.append(try one.object(host: host, limit: request.limit)) }
        self.objects = objects
        self.host = host
        profiles = request.profiles.map(\.name)
        (passedOver, isCut) = (input.passedOver, input.isCut)
        order = ChainOrder(certificates)
        findAll(request)
    }

    private mutating func findAll(_ request: Request) {
        let places = objects.indices.filter { objects[$0].source.kind == .certificate }
        let certificates = places.map { objects[$0].certificate }
        for (number, place) in places.enumerated() {
            guard let certificate = certificates[number] else { continue }
            let isLinked = number > 0 && number < order.length
            let chain = isLinked ? certificates[...number].compactMap(\.self) : [certificate]
            let found = Finding.all(in: chain, by: request.profiles, at: request.verifyDate)
            for (index, finding) in found {
                let place = isLinked ? places[index] : place
                objects[place].findings.append(objects[place].placed(finding))
            }
        }
    }

    /// Whether everything decodes, the bodies of extensions included.
    package var isSound: Bool {
        objects.allSatisfy { object in
            object.fault == nil && object.certificate?.bodyFault == nil
        }
    }

    /// How many rules are broken, those on the order of a chain included.
    package var findings: Int {
        objects.reduce(0) { $0 + $1.findings.count } + order.problems.count
    }
}

/// An object as far as it decodes.
private struct DecodedObject {
    let source: InspectedInput.Object
    private(set) var certificate: Certificate?
    private var fault: DERError?

    init(_ source: InspectedInput.Object) {
        self.source = source
        do throws(DERError) {
            switch source.kind {
            case .certificate: certificate = try Certificate(der: source.der)
            case .message: _ = try PKCS7(der: source.der)
            case .revocationList: _ = try CertificateList(der: source.der)
            case .ocspResponse: _ = try OCSPResponse(der: source.der)
            case .publicKey:
                var reader = DERReader(source.der)
                _ = try SubjectPublicKey(&reader)
                try reader.finish()
            }
        } catch {
            fault = error
        }
    }

    func object(host: PinHost?, limit: Int?) throws(OpenSSLError) -> Inspection.Object {
        var fingerprints: [(name: String, octets: [UInt8])] = []
        for (name, digest) in [("SHA-256", Digest.sha256), ("SHA-1", .sha1)] {
            fingerprints.append((name, try digest.hash(source.der)))
        }
        var key = try certificate.map { certificate throws(OpenSSLError) in
            try PinnedKey(of: certificate)
        }
        if source.kind == .publicKey, fault == nil { key = try PinnedKey(spki: source.der) }
        let pins = PinNotation.catalogue.compactMap { notation in
            key.flatMap { notation.text($0, for: host) }.map { (notation, $0) }
        }
        return Inspection.Object(
            source: source,
            fault: fault,
            statedLength: missing,
            fields: fields(limit: limit),
            certificate: certificate,
            fingerprints: fingerprints,
            pins: pins
        )
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
        if let missing {
            // With zeros for what is missing the fields that are there can be shown.
            let bytes = source.der + [UInt8](repeating: 0, count: missing - source.der.count)
            let end = FieldReader.Stop(end: source.der.count)
            var reader = FieldReader(bytes: bytes, stop: end, limit: limit)
            return reader.field(name, grammar)
        }
        // An extension whose body is broken does not keep the certificate from decoding.
        let error = fault ?? certificate?.bodyFault
        let stop = error.map { FieldReader.Stop($0) }
        var reader = FieldReader(bytes: source.der, stop: stop, limit: limit)
        return reader.field(name, grammar)
    }

    /// The length that an encoding which is cut short should have, where that is within reason.
    private var missing: Int? {
        guard let fault, fault.fault == .truncated, fault.offset == 0, let length = statedLength,
            length > source.der.count, length <= InspectedInput.maximumSize
        else { return nil }
        return length
    }

    /// How long the outermost element says that it is, in bytes with its header.
    private var statedLength: Int? {
        guard source.der.count >= 2 else { return nil }
        let first = Int(source.der[1])
        guard first >= 0x80 else { return first + 2 }
        let octets = source.der.dropFirst(2).prefix(first - 0x80)
        guard (1...4).contains(first - 0x80), octets.count == first - 0x80 else { return nil }
        return octets.reduce(0) { $0 << 8 | Int($1) } + 2 + octets.count
    }
}
