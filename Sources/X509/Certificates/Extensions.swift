/// One extension (RFC 5280 §4.1.2.9), as ranges.
package struct Extension: Hashable, Sendable {
    /// The content bytes of extnID.
    package let identifier: Range<Int>
    package let isCritical: Bool
    /// The content bytes of extnValue.
    package let value: Range<Int>

    /// Reads the next element.
    init(_ reader: inout DERReader) throws(DERError) {
        let outer = try reader.enter(.sequence)
        identifier = try field("extnID", reader.objectIdentifier())
        isCritical = try field("critical", reader.booleanDefaultFalse())
        value = try field("extnValue", reader.content(.octetString))
        try reader.leave(outer)
    }
}

/// The extensions of a certificate; the bodies that path validation needs are decoded once.
package struct Extensions: Sendable {
    /// An extension whose body does not decode.
    package struct Fault: Hashable, Sendable {
        package let `extension`: Extension
        package let error: DERError
    }

    /// All extensions, in order.
    package private(set) var list: [Extension] = []
    /// The extensions that have a property below and whose body does not decode.
    ///
    /// The property is nil, unless the only fault is that bytes follow the body.
    package private(set) var faults: [Fault] = []
    /// The first extension that repeats an identifier (RFC 5280 §4.2: at most one instance).
    ///
    /// The properties below describe the first instance.
    package private(set) var duplicate: Extension?

    package private(set) var basicConstraints: BasicConstraints?
    package private(set) var keyUsage: KeyUsage?
    /// The content bytes of the OBJECT IDENTIFIERs of the purposes.
    package private(set) var extendedKeyUsage: [Range<Int>]?
    package private(set) var subjectAlternativeNames: [GeneralName]?
    package private(set) var nameConstraints: NameConstraints?
    package private(set) var certificatePolicies: [PolicyInformation]?
    package private(set) var policyMappings: [PolicyMapping]?
    package private(set) var policyConstraints: PolicyConstraints?
    /// The number of further certificates after which anyPolicy is ignored (RFC 5280 §4.2.1.14).
    ///
    /// The value is `Int.max` if the number exceeds `Int`.
    package private(set) var inhibitAnyPolicy: Int?
    /// The bytes of the key identifier.
    package private(set) var subjectKeyIdentifier: Range<Int>?
    package private(set) var authorityKeyIdentifier: AuthorityKeyIdentifier?

    /// Reads `[3] EXPLICIT Extensions OPTIONAL`: at least one extension, only in version 3 (RFC
    /// 5280 §4.1.2.9).
    init(_ reader: inout DERReader, version: Int) throws(DERError) {
        let tag = DERTag.context(3, constructed: true)
        guard reader.nextTag == tag else { return }
        guard version == 3 || reader.rules.contains(.looseVersions) else {
            throw DERError(.badVersion, at: reader.position)
        }
        let wrapper = try reader.enter(tag)
        let outer = try reader.enter(list: .sequence)
        list.reserveCapacity(10)  // more than a typical certificate has
        var seen = SeenIdentifiers(in: reader)
        while !reader.isAtEnd {
            let next = try entry(list.count, Extension(&reader))
            if seen.insert(next.identifier, after: list.lazy.map(\.identifier)) {
                let outer = reader.enter(next.value)
                decode(next, &reader)
                reader.abandon(outer)
            } else if duplicate == nil {
                duplicate = next
            }
            list.append(next)
        }
        try reader.leave(outer)
        try reader.leave(wrapper)
    }

    /// Decodes the body of `next` with `reader`, if one of the properties above stores the body.
    private mutating func decode(_ next: Extension, _ reader: inout DERReader) {
        // All decoded extensions are below id-ce, 2.5.29.
        guard let arc = reader.arcBelowCE(next.identifier) else { return }
        do throws(DERError) {
            switch arc {
            case 14: subjectKeyIdentifier = try reader.content(.octetString)
            case 15: keyUsage = try KeyUsage(&reader)
            case 17: subjectAlternativeNames = try GeneralName.list(&reader)
            case 19: basicConstraints = try BasicConstraints(&reader)
            case 30: nameConstraints = try NameConstraints(&reader)
            case 32: certificatePolicies = try PolicyInformation.list(&reader)
            case 33: policyMappings = try reader.list(of: PolicyMapping.init)
            case 35: authorityKeyIdentifier = try AuthorityKeyIdentifier(&reader)
            case 36: policyConstraints = try PolicyConstraints(&reader)
            case 37:
                extendedKeyUsage = try reader.list { purpose throws(DERError) in
                    try purpose.objectIdentifier()
                }
            case 54: inhibitAnyPolicy = try reader.nonNegativeInteger()
            default: return
            }
            try reader.finishBody()
        } catch {
            faults.append(
                Fault(extension: next, error: error.inside(extensionBody: list.count))
            )
        }
    }
}

extension DERReader {
    /// Requires that the whole body of an extension was read.
    func finishBody() throws(DERError) {
        guard !rules.contains(.trailingExtensionBytes) else { return }
        try finish()
    }
}

extension Certificate {
    /// Returns the first extension with this identifier.
    package func `extension`(_ identifier: ObjectIdentifier) -> Extension? {
        index(of: identifier).map { extensions.list[$0] }
    }

    /// Returns the body of the first extension with this identifier, decoded by `read`; nil without
    /// the extension.
    ///
    /// The body is the whole extnValue. Path validation does not need these extensions, so they are
    /// decoded only on request.
    func body<Body>(
        of identifier: ObjectIdentifier,
        _ read: (inout DERReader) throws(DERError) -> Body
    ) throws(DERError) -> Body? {
        guard let index = index(of: identifier) else { return nil }
        var reader = DERReader(der, in: extensions.list[index].value, rules: rules)
        do throws(DERError) {
            let body = try read(&reader)
            try reader.finishBody()
            return body
        } catch {
            throw error.inside(extensionBody: index)
        }
    }

    /// The identifiers that occur more than once, each listed once.
    package var repeatedExtensions: [ObjectIdentifier] {
        var counts: [Bytes: Int] = [:]
        return extensions.list.compactMap { known in
            let bytes = Bytes(der[known.identifier])
            counts[bytes, default: 0] += 1
            return counts[bytes] == 2 ? identifier(at: known.identifier) : nil
        }
    }

    private func index(of identifier: ObjectIdentifier) -> Int? {
        let content = identifier.content
        return extensions.list.firstIndex {
            $0.identifier.count == content.count && der[$0.identifier].elementsEqual(content)
        }
    }
}

extension DERError {
    /// Returns this fault of the body of extension `index`, with the field's path from the
    /// certificate.
    func inside(extensionBody index: Int) -> DERError {
        inside("extnValue").inside(index).inside("extensions").inside("tbsCertificate")
    }
}

/// Finds repeated identifiers in time linear in the length of the list.
///
/// A short list is compared pairwise, without allocations; a longer list uses a set. So a
/// certificate with a hundred thousand extensions or policies stays cheap.
struct SeenIdentifiers {
    private let bytes: [UInt8]
    /// The latest position at which the list can end.
    private let end: Int
    private var set: Set<Bytes> = []

    /// Makes an empty set; the reader is inside the list or directly before the list.
    init(in reader: borrowing DERReader) {
        (bytes, end) = (reader.bytes, reader.end)
    }

    /// Inserts `identifier`; returns false if `earlier`, the identifiers inserted before, contains
    /// it.
    mutating func insert(
        _ identifier: Range<Int>,
        after earlier: some Collection<Range<Int>>
    ) -> Bool {
        guard earlier.count >= 32 else {
            return !earlier.contains { isSame($0, identifier) }
        }
        if set.isEmpty, let first = earlier.first {
            // Reserve room for as many identifiers as the list can have if all have the average
            // length so far. Growing the set later would take twice its memory.
            let length = max(1, (identifier.lowerBound - first.lowerBound) / earlier.count)
            set.reserveCapacity((end - first.lowerBound) / length)
            for identifier in earlier { set.insert(Bytes(bytes[identifier])) }
        }
        return set.insert(Bytes(bytes[identifier])).inserted
    }

    /// Whether two identifiers are equal; compares the last bytes first, because most identifiers
    /// of a list differ there.
    private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        // Identifiers are never empty.
        left.count == right.count && bytes[left.upperBound - 1] == bytes[right.upperBound - 1]
            && bytes[left] == bytes[right]
    }
}
