import X509

/// Field values in words.
struct FieldValues {
    let bytes: [UInt8]

    /// Returns a value, and whether showing its parts would add nothing.
    ///
    /// The actual type decides: a value with the wrong type for its field is shown as its actual
    /// type.
    func reading(
        _ element: DERElement,
        as name: String
    ) -> (value: ShownField.Value?, isWhole: Bool) {
        switch name {
        case "issuer", "subject":
            if let text = self.name(element.encoding) { return (.text(text), true) }
        case "directoryName", "responderID.byName":
            if let text = self.name(element.content) { return (.text(text), true) }
        case "subjectPublicKeyInfo":
            return (KeyWords(bytes, element.encoding).text.map { .text($0) }, false)
        default: break
        }
        if element.tag == .sequence, let reading = algorithm(element, as: name) { return reading }
        guard !element.tag.isConstructed else { return (nil, false) }
        return (primitive(element, as: name), element.tag != .octetString)
    }

    private func name(_ place: Range<Int>) -> String? {
        guard let name = try? EncodedName(der: Array(bytes[place])) else { return nil }
        return name.isEmpty ? "empty" : name.description
    }

    /// Returns the value of an AlgorithmIdentifier, with parameters that are NULL or an identifier;
    /// other parameters are shown as parts.
    private func algorithm(
        _ element: DERElement,
        as name: String
    ) -> (value: ShownField.Value?, isWhole: Bool)? {
        guard Self.algorithms.contains(name) else { return nil }
        var reader = DERReader(bytes, in: element.encoding)
        guard let algorithm = try? AlgorithmIdentifier(&reader) else { return nil }
        let text = identifier(algorithm.algorithm)
        guard let place = algorithm.parameters else { return (.text(text), true) }
        var parameters = DERReader(bytes, in: place)
        switch try? parameters.next() {
        case let element? where element.tag == .null: return (.text(text + ", NULL"), true)
        case let element? where element.tag == .objectIdentifier:
            return (.text(text + ", " + identifier(element.content)), true)
        default: return (.text(text), false)
        }
    }

    private static let algorithms: Set<String> = [
        "signature", "signatureAlgorithm", "algorithm", "hashAlgorithm",
    ]

    private func primitive(_ element: DERElement, as name: String) -> ShownField.Value {
        let content = element.content
        switch element.tag {
        case .boolean where content.count == 1:
            return .text(bytes[content.lowerBound] == 0 ? "FALSE" : "TRUE")
        case .integer, .enumerated: return number(content, as: name)
        case .objectIdentifier: return .text(identifier(content))
        case .null: return .text("NULL")
        case .bitString where !content.isEmpty: return .bytes(content.dropFirst())
        case .utcTime, .generalizedTime: return .text(time(element))
        case .utf8String, .printableString, .teletexString, .ia5String, .visibleString:
            return .text(text(content))
        default: return tagged(content, as: name)
        }
    }

    /// Returns a value whose tag does not determine its type.
    private func tagged(_ content: Range<Int>, as name: String) -> ShownField.Value {
        switch name {
        case "rfc822Name", "dNSName", "uniformResourceIdentifier", "accessLocation.dNSName",
            "accessLocation.uniformResourceIdentifier", "base.dNSName", "base.rfc822Name",
            "base.uniformResourceIdentifier":
            .text(text(content))
        case "notBefore", "notAfter": .text(text(content))
        case "iPAddress", "base.iPAddress": .text(address(Array(bytes[content])))
        case "registeredID": .text(identifier(content))
        case "requireExplicitPolicy", "inhibitPolicyMapping", "minimum", "maximum":
            number(content, as: name)
        case "certStatus.good", "certStatus.unknown": .text("yes")
        default: .bytes(content)
        }
    }

    /// Returns an integer in decimal if it has at most 8 bytes, otherwise in hexadecimal.
    ///
    /// Serial numbers are always in hexadecimal.
    private func number(_ content: Range<Int>, as name: String) -> ShownField.Value {
        guard (1...8).contains(content.count), name != "serialNumber", name != "userCertificate"
        else { return .bytes(content) }
        let start: Int64 = bytes[content.lowerBound] < 0x80 ? 0 : -1
        let value = bytes[content].reduce(start) { $0 << 8 | Int64($1) }
        switch name {
        // Versions are counted from 0, but named from v1.
        case "version" where (0...2).contains(value): return .text("v\(value + 1)")
        case "responseStatus":
            let status = UInt8(exactly: value).flatMap(OCSPResponse.Status.init)
            return .text((status.map { "\($0) " } ?? "") + "(\(value))")
        case "cRLReason", "revocationReason":
            let reason = UInt8(exactly: value).flatMap(RevocationReason.init)
            return .text((reason.map { "\($0) " } ?? "") + "(\(value))")
        default: return .text(String(value))
        }
    }

    /// Returns a time in RFC 3339, or unchanged if it is not a time in UTC.
    private func time(_ element: DERElement) -> String {
        var reader = DERReader(bytes, in: element.encoding)
        let time =
            element.tag == .generalizedTime ? try? reader.generalizedTime() : try? reader.time()
        return time?.description ?? text(element.content)
    }

    /// Returns an address, with its mask as a prefix length if possible.
    private func address(_ bytes: [UInt8]) -> String {
        guard bytes.count == 8 || bytes.count == 32 else { return IPAddress.text(bytes) }
        let half = bytes.count / 2
        let (address, mask) = (Array(bytes[..<half]), Array(bytes[half...]))
        let bits = mask.reduce(0) { $0 + $1.leadingOnes }
        let text = "\(IPAddress.text(address))/\(bits)"
        return IPAddress.subtree(text) == bytes
            ? text : "\(IPAddress.text(address))/\(IPAddress.text(mask))"
    }

    func identifier(_ content: Range<Int>) -> String {
        ObjectIdentifier(content: Array(bytes[content])).named
    }

    func text(_ content: Range<Int>) -> String {
        String(decoding: bytes[content], as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
}
