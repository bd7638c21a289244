import X509

/// The objects in a file.
package struct InspectedInput {
    /// The largest input, in bytes: four times the largest file of certificates (`PEM.maximumSize`,
    /// 4 MiB), for revocation lists.
    package static let maximumSize = 4 * PEM.maximumSize
    /// The most objects to show; the largest public bundle, Mozilla's, has about 150.
    package static let maximumObjects = 1_000

    /// An object to show.
    package struct Object {
        package enum Kind: String {
            case certificate, revocationList = "revocation list", ocspResponse = "OCSP response"
            case message = "PKCS #7 message", publicKey = "public key"
        }

        package let kind: Kind
        package let der: [UInt8]
        /// The place of the object, such as `line 12`; empty if the object is the whole input.
        package let place: String
    }

    /// An object that is not shown, because it is of another kind, such as a private key.
    package struct PassedOver {
        package let what: String
        package let place: String
        var isSecret = false
    }

    package private(set) var objects: [Object] = []
    package private(set) var passedOver: [PassedOver] = []
    /// Whether the input has more than `maximumObjects` objects.
    package private(set) var isCut = false

    /// Splits PEM or DER into objects.
    ///
    /// - Throws: an error if there is nothing to show.
    package init(_ bytes: [UInt8]) throws(InspectionError) {
        guard !bytes.isEmpty else { throw .empty }
        let blocks = PEM.blocks(in: bytes)
        if blocks.isEmpty {
            try read(bytes)
        } else {
            for block in blocks { try read(block) }
        }
        guard objects.isEmpty else { return }
        guard let first = passedOver.first else { throw .noCertificate }
        throw .onlyForeign(first.what, isSecret: first.isSecret)
    }

    // MARK: PEM

    private mutating func read(_ block: PEM.Block) throws(InspectionError) {
        let place = "line \(block.line)"
        guard let kind = Self.kind(of: block.label) else {
            let isSecret = block.label.contains("PRIVATE KEY")
            let what = isSecret ? "a private key" : "a block of \(block.label)"
            passedOver.append(PassedOver(what: what, place: place, isSecret: isSecret))
            return
        }
        do throws(PEMError) {
            add(kind, try block.bytes(), at: place)
        } catch {
            throw .badBlock(error)
        }
    }

    /// Returns the kind of object for a label of RFC 7468 or its older forms (§5.1, §6.1, §8.1,
    /// §13).
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

    private mutating func read(_ der: [UInt8]) throws(InspectionError) {
        switch EncodingKind(der) {
        case .certificate: add(.certificate, der, at: "")
        case .revocationList: add(.revocationList, der, at: "")
        case .ocspResponse: add(.ocspResponse, der, at: "")
        case .message: add(.message, der, at: "")
        case .publicKey: add(.publicKey, der, at: "")
        case .privateKey:
            passedOver.append(PassedOver(what: "a private key", place: "", isSecret: true))
        case .foreign(let what): passedOver.append(PassedOver(what: what, place: ""))
        case nil: throw .unknownEncoding
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
                PassedOver(
                    what: "\(message.signers) signature\(message.signers == 1 ? "" : "s")",
                    place: place
                )
            )
        }
    }
}
