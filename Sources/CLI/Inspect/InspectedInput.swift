import PKIX
import Reports

/// What a file holds, taken apart as far as to its objects.
struct InspectedInput {
    /// The largest input, in bytes: a file of certificates has 4 MiB at most (`PEM.maximumSize`),
    /// a revocation list four times as many.
    static let maximumSize = 4 * PEM.maximumSize
    /// The most objects shown of one input; the biggest public bundle, Mozilla's, has about 150.
    static let maximumObjects = 1_000

    /// Something to show.
    struct Object {
        enum Kind: String {
            case certificate, revocationList = "revocation list", ocspResponse = "OCSP response"
            case message = "PKCS #7 message", publicKey = "public key"
        }

        let kind: Kind
        let der: [UInt8]
        /// Where it stands, such as `line 12`; empty where it is all there is.
        let place: String
    }

    /// Something that is not shown, and why.
    struct PassedOver {
        let what: String
        let place: String
        var isSecret = false
    }

    private(set) var objects: [Object] = []
    private(set) var passedOver: [PassedOver] = []
    /// Whether there was more than `maximumObjects`.
    private(set) var isCut = false

    /// Takes apart PEM or DER.
    ///
    /// - Throws: where there is nothing to show.
    init(_ bytes: [UInt8], of name: String) throws(Failure) {
        guard !bytes.isEmpty else {
            throw Failure(.invalidScenario, "\(name) is empty", help: Self.wanted)
        }
        let blocks = PEM.blocks(in: bytes)
        if blocks.isEmpty {
            try read(bytes, name)
        } else {
            for block in blocks { try read(block, name) }
        }
        guard objects.isEmpty else { return }
        guard let first = passedOver.first else {
            throw Failure(.invalidScenario, "\(name) holds no certificate", help: Self.wanted)
        }
        throw Failure(
            .invalidScenario,
            "\(name) holds \(Shown.escaped(first.what)), and no certificate",
            help: first.isSecret
                ? "it was not read, and belongs to nobody else; inspect its certificate"
                : Self.wanted
        )
    }

    private static let wanted =
        "wanted: certificates, revocation lists, OCSP responses, PKCS #7 or public keys, as PEM or DER"

    // MARK: PEM

    private mutating func read(_ block: PEM.Block, _ name: String) throws(Failure) {
        let place = "line \(block.line)"
        guard let kind = Self.kind(of: block.label) else {
            let isSecret = block.label.contains("PRIVATE KEY")
            let what = isSecret ? "a private key" : "a block of \(block.label)"
            passedOver.append(PassedOver(what: what, place: place, isSecret: isSecret))
            return
        }
        do throws(PEMError) {
            add(kind, try block.octets(), at: place)
        } catch {
            throw Failure(
                .invalidScenario,
                "\(name): \(Shown.escaped("\(error)"))",
                help: "copy the block again, from its BEGIN line to its END line"
            )
        }
    }

    /// The labels of RFC 7468 and their older forms (its §5.1, §6.1, §8.1, §13).
    private static func kind(of label: String) -> Object.Kind? {
        switch label {
        case "CERTIFICATE", "X509 CERTIFICATE", "X.509 CERTIFICATE": .certificate
        case "X509 CRL", "CRL": .revocationList
        case "PKCS7", "CMS": .message
        case "OCSP RESPONSE": .ocspResponse
        case "PUBLIC KEY": .publicKey
        default: nil
        }
    }

    // MARK: DER

    private mutating func read(_ der: [UInt8], _ name: String) throws(Failure) {
        switch EncodingKind(der) {
        case .certificate: add(.certificate, der, at: "")
        case .revocationList: add(.revocationList, der, at: "")
        case .ocspResponse: add(.ocspResponse, der, at: "")
        case .message: add(.message, der, at: "")
        case .publicKey: add(.publicKey, der, at: "")
        case .privateKey:
            passedOver.append(PassedOver(what: "a private key", place: "", isSecret: true))
        case .foreign(let what): passedOver.append(PassedOver(what: what, place: ""))
        case nil:
            throw Failure(
                .invalidScenario,
                "\(name) is neither PEM nor DER",
                help: "PEM begins with a line -----BEGIN CERTIFICATE-----, DER with the byte 30"
            )
        }
    }

    private mutating func add(_ kind: Object.Kind, _ der: [UInt8], at place: String) {
        guard objects.count < Self.maximumObjects else {
            isCut = true
            return
        }
        guard kind == .message, let message = try? PKCS7(der: der) else {
            objects.append(Object(kind: kind, der: der, place: place))
            return
        }
        let prefix = place.isEmpty ? "" : place + ", "
        func add(_ kind: Object.Kind, _ range: Range<Int>) {
            self.add(kind, Array(der[range]), at: prefix + "byte \(range.lowerBound)")
        }
        for range in message.certificates { add(.certificate, range) }
        for range in message.revocationLists { add(.revocationList, range) }
        for range in message.others {
            passedOver.append(
                PassedOver(
                    what: "something that is neither a certificate nor a revocation list",
                    place: prefix + "byte \(range.lowerBound)"
                )
            )
        }
        if message.signers > 0 {
            passedOver.append(
                PassedOver(what: Prose.count(message.signers, "signature"), place: place)
            )
        }
    }
}
