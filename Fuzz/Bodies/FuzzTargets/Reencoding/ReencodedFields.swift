import X509

// Fields that certificates, CRLs and OCSP responses share; each is written backwards.
extension Reencoding {
    /// Requires that a signed structure encodes to `place`.
    ///
    /// `tbs` writes the part that is signed.
    static func require<Body: Signed>(
        _ place: Range<Int>,
        of body: Body,
        tail: (inout Reencoding) -> Void = { _ in },
        tbs: (inout Reencoding) -> Void
    ) {
        require(place, of: body.der) { writer in
            writer.element(.sequence) { writer in
                tail(&writer)
                writer.bitString(body.signature)
                writer.algorithm(body.outerAlgorithm)
                invariant(
                    writer.position == body.tbs.upperBound,
                    "the signed part ends at another byte than decoded"
                )
                writer.element(.sequence, tbs)
                invariant(
                    writer.position == body.tbs.lowerBound,
                    "the signed part begins at another byte than decoded"
                )
            }
        }
    }

    mutating func algorithm(_ algorithm: AlgorithmIdentifier) {
        element(.sequence) { writer in
            if let parameters = algorithm.parameters { writer.any(parameters) }
            writer.identifier(algorithm.algorithm)
        }
    }

    /// Writes a Name: attributes in sets in a SEQUENCE.
    mutating func name(_ place: Range<Int>) {
        let names = content(at: place.lowerBound, before: place.upperBound)
        requireElements(.set, names, requireAttributes)
        element(.sequence, names)
    }

    /// Requires attributes at `place`, in ascending order as a SET OF has them (X.690 §11.6).
    private func requireAttributes(_ place: Range<Int>) {
        var (start, previous) = (place.lowerBound, 0..<0)
        requireElements(.sequence, place) { fields in
            requireAttribute(fields)
            let attribute = start..<fields.upperBound
            invariant(
                previous.isEmpty || !bytes[attribute].lexicographicallyPrecedes(bytes[previous]),
                "the attribute at byte \(start) comes after a greater one"
            )
            (start, previous) = (fields.upperBound, attribute)
        }
    }

    /// Requires a type and a value.
    func requireAttribute(_ fields: Range<Int>) {
        let type = content(at: fields.lowerBound, before: fields.upperBound)
        let value = content(at: type.upperBound, before: fields.upperBound)
        invariant(
            value.upperBound == fields.upperBound,
            "extra bytes after an attribute at \(fields)"
        )
    }

    /// Writes the extensions; `body` writes the content of each extnValue.
    mutating func extensions(
        _ list: [Extension],
        _ body: (inout Reencoding, Extension) -> Void = { $0.bytes($1.value) }
    ) {
        element(.sequence) { writer in
            for next in list.reversed() {
                writer.element(.sequence) { writer in
                    writer.element(.octetString) { writer in body(&writer, next) }
                    writer.flag(next.isCritical)
                    writer.identifier(next.identifier)
                }
            }
        }
    }

    mutating func generalName(_ name: GeneralName) {
        func tag(_ number: UInt8, constructed: Bool = false) -> DERTag {
            .context(number, constructed: constructed)
        }
        switch name {
        case .other(let type, let value):
            element(tag(0, constructed: true)) { writer in
                writer.element(.context(0, constructed: true)) { $0.any(value) }
                writer.identifier(type)
            }
        case .email(let place): element(tag(1), place)
        case .dns(let place): element(tag(2), place)
        case .x400(let place): element(tag(3, constructed: true), place)
        case .directory(let place): element(tag(4, constructed: true)) { $0.name(place) }
        case .ediParty(let place): element(tag(5, constructed: true), place)
        case .uri(let place): element(tag(6), place)
        case .ip(let place): element(tag(7), place)
        case .registeredID(let place): identifier(place, tag(8))
        }
    }

    /// Writes GeneralNames.
    mutating func generalNames(_ names: [GeneralName], _ tag: DERTag = .sequence) {
        element(tag) { writer in
            for name in names.reversed() { writer.generalName(name) }
        }
    }

    /// Writes an AuthorityInfoAccessSyntax.
    mutating func access(_ entries: [AccessDescription]) {
        element(.sequence) { writer in
            for entry in entries.reversed() {
                writer.element(.sequence) { writer in
                    writer.generalName(entry.location)
                    writer.identifier(entry.method)
                }
            }
        }
    }

    mutating func authorityKeyIdentifier(_ identifier: AuthorityKeyIdentifier) {
        element(.sequence) { writer in
            if let serial = identifier.serial {
                writer.integer(serial, .context(2, constructed: false))
            }
            if let issuer = identifier.issuer {
                writer.generalNames(issuer, .context(1, constructed: true))
            }
            if let key = identifier.keyIdentifier {
                writer.element(.context(0, constructed: false), key)
            }
        }
    }

    /// Writes the name of a distribution point in its context tag, or nothing if `name` is nil.
    private mutating func pointName(_ name: DistributionPointName?) {
        guard let name else { return }
        element(.context(0, constructed: true)) { writer in
            switch name {
            case .full(let names): writer.generalNames(names, .context(0, constructed: true))
            case .relativeToIssuer(let attributes):
                writer.requireElements(.sequence, attributes, writer.requireAttribute)
                writer.element(.context(1, constructed: true), attributes)
            }
        }
    }

    mutating func distributionPoints(_ points: [DistributionPoint]) {
        element(.sequence) { writer in
            for point in points.reversed() {
                writer.element(.sequence) { writer in
                    if let issuer = point.crlIssuer {
                        writer.generalNames(issuer, .context(2, constructed: true))
                    }
                    if let reasons = point.reasons {
                        writer.namedBits(reasons.rawValue, .context(1, constructed: false))
                    }
                    writer.pointName(point.name)
                }
            }
        }
    }

    mutating func issuingDistributionPoint(_ point: IssuingDistributionPoint) {
        element(.sequence) { writer in
            writer.flag(point.onlyContainsAttributeCerts, .context(5, constructed: false))
            writer.flag(point.isIndirect, .context(4, constructed: false))
            if let reasons = point.onlySomeReasons {
                writer.namedBits(reasons.rawValue, .context(3, constructed: false))
            }
            writer.flag(point.onlyContainsCACerts, .context(2, constructed: false))
            writer.flag(point.onlyContainsUserCerts, .context(1, constructed: false))
            writer.pointName(point.name)
        }
    }
}

extension Extension {
    /// Returns the last arc of the extension's identifier below id-ce (2.5.29); nil for any other
    /// identifier.
    func arcBelowCE(in bytes: [UInt8]) -> UInt8? {
        let start = identifier.lowerBound
        guard identifier.count == 3, bytes[start] == 0x55, bytes[start + 1] == 0x1d else {
            return nil
        }
        return bytes[start + 2]
    }
}
