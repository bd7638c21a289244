/// The syntax faults of a certificate, and its key, if the key can be found.
///
/// Decoding continues after a faulty field if the end of the field is known. Most fields report
/// only their first fault; a validity reports a fault of each date, and a name reports a fault of
/// each relative distinguished name.
package struct CertificateFaults: Sendable {
    /// The faults in the fields, in order; empty if the certificate decodes.
    package private(set) var fields: [DERError] = []
    /// The faults in the bodies of extensions; a certificate with such faults still decodes.
    package private(set) var bodies: [DERError] = []
    /// The encoding of the subjectPublicKeyInfo, if it decodes.
    package private(set) var publicKey: Range<Int>?

    private let der: [UInt8]
    private let rules: DERRules
    /// The stated version; extensions need version 3.
    private var version = 3
    /// Whether the position of the next field is unknown.
    private var isLost = false

    /// Parses `der` by `rules`.
    package init(in der: [UInt8], by rules: DERRules = .strict) {
        (self.der, self.rules) = (der, rules)
        // A length field with too many bytes is a fault, but the stated length is known.
        var reader = DERReader(der, rules: rules.union(.longLengths))
        guard var whole = open(&reader, inside: []) else { return }
        if !reader.isAtEnd, !rules.contains(.trailingBytes) {
            note(DERError(.trailingBytes, at: reader.position), inside: [])
        }
        if var tbs = open(&whole, inside: ["tbsCertificate"]) {
            readAll(Self.tbsFields, &tbs, inside: ["tbsCertificate"])
            readExtensions(&tbs)
            finish(tbs, inside: ["tbsCertificate"])
        }
        isLost = false
        readAll(Self.outerFields, &whole, inside: [])
        finish(whole, inside: [])
    }

    /// Every fault, in the order of offsets.
    package var all: [DERError] { (fields + bodies).sorted { $0.offset < $1.offset } }
}

// MARK: Fields

extension CertificateFaults {
    private struct Field: Sendable {
        let name: String
        /// The identifier byte of the field, and the identifier bytes allowed for its first inner
        /// element.
        ///
        /// `inner` is nil if any inner element is allowed; a nil element of `inner` allows an empty
        /// field.
        let tag: DERTag
        var inner: [DERTag?]?
        /// Reads the field; throws its first fault, or returns all its faults.
        let read:
            @Sendable (inout DERReader, inout CertificateFaults) throws(DERError) -> [DERError]

        /// Whether an element with these tags can be this field.
        func fits(_ tag: DERTag?, _ inner: DERTag?) -> Bool {
            tag == self.tag && (self.inner?.contains(inner) ?? true)
        }
    }

    private static let tbsFields: [Field] = [
        Field(name: "serialNumber", tag: .integer) { reader, _ throws(DERError) in
            _ = try reader.integer()
            return []
        },
        algorithm("signature"), name("issuer"),
        Field(
            name: "validity",
            tag: .sequence,
            inner: [.utcTime, .generalizedTime],
            read: validity
        ),
        name("subject"),
        Field(name: "subjectPublicKeyInfo", tag: .sequence, inner: [.sequence]) {
            reader,
            faults throws(DERError) in
            faults.publicKey = try SubjectPublicKey(&reader).encoding
            return []
        },
    ]

    private static let outerFields: [Field] = [
        algorithm("signatureAlgorithm"),
        Field(name: "signatureValue", tag: .bitString) { reader, _ throws(DERError) in
            _ = try reader.byteAlignedBits()
            return []
        },
    ]

    private static func algorithm(_ name: String) -> Field {
        Field(name: name, tag: .sequence, inner: [.objectIdentifier]) {
            reader,
            _ throws(DERError) in
            _ = try AlgorithmIdentifier(&reader)
            return []
        }
    }

    private static func name(_ name: String) -> Field {
        Field(name: name, tag: .sequence, inner: [.set, nil]) { reader, _ throws(DERError) in
            let names = reader
            do throws(DERError) {
                _ = try EncodedName.skip(&reader)
                return []
            } catch {
                return [error] + Self.relativeNames(names, after: error.offset)
            }
        }
    }

    /// Returns the faults of the relative distinguished names after a fault at `offset`.
    private static func relativeNames(_ reader: DERReader, after offset: Int) -> [DERError] {
        var reader = reader
        guard let element = try? reader.next(.sequence), var names = try? reader.inside(element)
        else { return [] }
        var faults: [DERError] = []
        var index = 0
        while let relativeName = try? names.next() {
            var own = DERReader(reader.bytes, in: relativeName.encoding, rules: reader.rules)
            do throws(DERError) {
                _ = try EncodedName.skipRelativeName(&own)
            } catch {
                if error.offset > offset { faults.append(error.inside(index)) }
            }
            index += 1
        }
        return faults
    }

    private static func validity(
        _ reader: inout DERReader,
        _: inout CertificateFaults
    ) throws(DERError) -> [DERError] {
        let element = try reader.next(.sequence)
        var times = try reader.inside(element)
        var faults: [DERError] = []
        for name in ["notBefore", "notAfter"] {
            let start = times
            do throws(DERError) {
                _ = try field(name, times.anyTime())
            } catch {
                faults.append(error)
                times = start
                guard (try? times.next()) != nil else { return faults }
            }
        }
        if !times.isAtEnd { faults.append(DERError(.trailingBytes, at: times.position)) }
        return faults
    }
}

// MARK: Reading

extension CertificateFaults {
    private mutating func note(_ error: DERError, inside path: [String]) {
        fields.append(path.reversed().reduce(error) { $0.inside($1) })
    }

    /// Opens the next element, which should be a SEQUENCE; returns nil if it is not a SEQUENCE.
    private mutating func open(_ reader: inout DERReader, inside path: [String]) -> DERReader? {
        var strict = DERReader(der, in: reader.position..<reader.end, rules: rules)
        do throws(DERError) { _ = try strict.next(.sequence) } catch { note(error, inside: path) }
        guard let element = try? reader.next(.sequence) else {
            _ = try? reader.next()
            return nil
        }
        return try? reader.inside(element)
    }

    private mutating func readAll(
        _ all: [Field],
        _ reader: inout DERReader,
        inside path: [String]
    ) {
        if !path.isEmpty { readVersion(&reader, inside: path) }
        for (index, field) in all.enumerated() where !isLost {
            let next = all.indices.contains(index + 1) ? all[index + 1] : nil
            read(field, before: next, &reader, inside: path)
        }
        guard !path.isEmpty else { return }
        for number in [1, 2] as [UInt8] where !isLost {
            let tag = DERTag.context(number, constructed: false)
            guard reader.nextTag == tag else { continue }
            let name = number == 1 ? "issuerUniqueID" : "subjectUniqueID"
            let isAllowed = version >= 2 || rules.contains(.looseVersions)
            let field = Field(name: name, tag: tag) { reader, _ throws(DERError) in
                guard isAllowed else { throw DERError(.badVersion, at: reader.position) }
                _ = try reader.bitString(tag)
                return []
            }
            read(field, before: nil, &reader, inside: path)
        }
    }

    /// Reads one field and continues after it, even if the field is faulty.
    ///
    /// If the field is missing and the next field or an optional field after the key follows,
    /// reading continues with that field.
    private mutating func read(
        _ field: Field,
        before next: Field?,
        _ reader: inout DERReader,
        inside path: [String]
    ) {
        let start = reader.position
        var strict = DERReader(der, in: start..<reader.end, rules: rules)
        var found: [DERError]
        do throws(DERError) {
            found = try field.read(&strict, &self)
        } catch {
            found = [error]
        }
        for error in found { note(error.inside(field.name), inside: path) }
        var following = reader
        guard (try? following.next()) != nil else {
            isLost = true
            return
        }
        let (tag, inner) = (reader.nextTag, Self.inner(of: reader))
        let isMissing =
            !found.isEmpty && !field.fits(tag, inner)
            && (next?.fits(tag, inner) ?? false || Self.isAfterKey(tag))
        if !isMissing { reader = following }
    }

    /// Whether the tag belongs to one of the optional fields after the key.
    private static func isAfterKey(_ tag: DERTag?) -> Bool {
        tag.map { [0x81, 0x82, 0xa3].contains($0.rawValue) } ?? false
    }

    /// Returns the tag of the first element inside the next element.
    private static func inner(of reader: DERReader) -> DERTag? {
        var reader = reader
        guard let element = try? reader.next(), element.tag.isConstructed else { return nil }
        return (try? reader.inside(element))?.nextTag
    }

    private mutating func readVersion(_ reader: inout DERReader, inside path: [String]) {
        var strict = DERReader(der, in: reader.position..<reader.end, rules: rules)
        do throws(DERError) {
            version = try Certificate.version(&strict)
        } catch {
            note(error.inside("version"), inside: path)
        }
        if reader.nextTag == .context(0, constructed: true) { _ = try? reader.next() }
    }

    private mutating func finish(_ reader: DERReader, inside path: [String]) {
        guard !isLost, !reader.isAtEnd else { return }
        note(DERError(.trailingBytes, at: reader.position), inside: path)
    }

    // MARK: Extensions

    private mutating func readExtensions(_ reader: inout DERReader) {
        let path = ["tbsCertificate", "extensions"]
        let tag = DERTag.context(3, constructed: true)
        guard !isLost, reader.nextTag == tag else { return }
        if version != 3, !rules.contains(.looseVersions) {
            note(DERError(.badVersion, at: reader.position), inside: path)
        }
        var strict = DERReader(der, in: reader.position..<reader.end, rules: rules)
        do throws(DERError) { _ = try strict.next(tag) } catch { note(error, inside: path) }
        guard let wrapper = try? reader.next(), var outer = try? reader.inside(wrapper) else {
            isLost = true
            return
        }
        guard var list = open(&outer, inside: path) else { return }
        if list.isAtEnd, !rules.contains(.emptyLists) {
            note(DERError(.emptySequence, at: wrapper.content.lowerBound), inside: path)
        }
        var index = 0
        while !list.isAtEnd {
            var strict = DERReader(der, in: list.position..<list.end, rules: rules)
            do throws(DERError) {
                let next = try Extension(&strict)
                if let error = next.bodyFault(in: der, by: rules) {
                    bodies.append(error.inside(extensionBody: index))
                }
            } catch {
                note(error.inside(index), inside: path)
            }
            guard (try? list.next()) != nil else { return }
            index += 1
        }
        finish(outer, inside: path)
    }
}
