/// One extension (RFC 5280 §4.1.2.9), as places.
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

/// A certificate's extensions, with the bodies of those that path validation needs decoded once.
package struct Extensions: Sendable {
    /// An extension whose body does not decode.
    package struct Fault: Hashable, Sendable {
        package let `extension`: Extension
        package let error: DERError
    }

    /// All of them, in order.
    package private(set) var list: [Extension] = []
    /// Those whose body does not decode; the property of each is nil below.
    package private(set) var faults: [Fault] = []
    /// The first extension that repeats an identifier (RFC 5280 §4.2: at most one instance).
    ///
    /// The properties below come from the first instance.
    package private(set) var duplicate: Extension?

    package private(set) var basicConstraints: BasicConstraints?
    package private(set) var keyUsage: KeyUsage?
    /// The content bytes of the purposes' OBJECT IDENTIFIERs.
    package private(set) var extendedKeyUsage: [Range<Int>]?
    package private(set) var subjectAlternativeNames: [GeneralName]?
    package private(set) var nameConstraints: NameConstraints?
    package private(set) var certificatePolicies: [PolicyInformation]?
    package private(set) var policyMappings: [PolicyMapping]?
    package private(set) var policyConstraints: PolicyConstraints?
    /// How many certificates may follow before anyPolicy means nothing any more (RFC 5280
    /// §4.2.1.14); what exceeds `Int` is `Int.max`.
    package private(set) var inhibitAnyPolicy: Int?
    /// The bytes of the key identifier.
    package private(set) var subjectKeyIdentifier: Range<Int>?
    package private(set) var authorityKeyIdentifier: AuthorityKeyIdentifier?

    /// `[3] EXPLICIT Extensions OPTIONAL`, at least one, of v3 only (RFC 5280 §4.1.2.9).
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

    /// Decodes the body of `next`, which `reader` is inside of, if it is one of those above.
    private mutating func decode(_ next: Extension, _ reader: inout DERReader) {
        // All that are decoded are below id-ce, 2.5.29.
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
    /// Requires that all of an extension's body was read.
    func finishBody() throws(DERError) {
        guard !rules.contains(.trailingExtensionBytes) else { return }
        try finish()
    }
}

extension Certificate {
    /// The first extension of this identifier.
    package func `extension`(_ identifier: ObjectIdentifier) -> Extension? {
        index(of: identifier).map { extensions.list[$0] }
    }

    /// The body of the first extension of this identifier, decoded by `read`; nil if there is none.
    ///
    /// The body is all of extnValue. Path validation does not need these extensions, so they are
    /// decoded on request only.
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

    /// The identifiers that more than one extension has, each once.
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
    /// The same fault, of the body of a certificate's extension, as one of the certificate.
    func inside(extensionBody index: Int) -> DERError {
        inside("extnValue").inside(index).inside("extensions").inside("tbsCertificate")
    }
}

/// Finds a repeated identifier: by comparing each with each while there are few, which allocates
/// nothing, and by a set beyond, so that a certificate of a hundred thousand extensions or policies
/// costs no more than its length.
struct SeenIdentifiers {
    private let bytes: [UInt8]
    /// Where the list ends at the latest.
    private let end: Int
    private var set: Set<Bytes> = []

    /// None of the list that the reader is in or comes to.
    init(in reader: borrowing DERReader) {
        (bytes, end) = (reader.bytes, reader.end)
    }

    /// False where `identifier` is one of `earlier`, which are those inserted before.
    mutating func insert(
        _ identifier: Range<Int>,
        after earlier: some Collection<Range<Int>>
    ) -> Bool {
        guard earlier.count >= 32 else {
            return !earlier.contains { isSame($0, identifier) }
        }
        if set.isEmpty, let first = earlier.first {
            // As many as there would be if all were as long as those so far, so that the set need
            // not grow, which takes twice its size.
            let length = max(1, (identifier.lowerBound - first.lowerBound) / earlier.count)
            set.reserveCapacity((end - first.lowerBound) / length)
            for identifier in earlier { set.insert(Bytes(bytes[identifier])) }
        }
        return set.insert(Bytes(bytes[identifier])).inserted
    }

    /// Identifiers of a list differ in their last byte, most of them.
    private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        // None is empty.
        left.count == right.count && bytes[left.upperBound - 1] == bytes[right.upperBound - 1]
            && bytes[left] == bytes[right]
    }
}
