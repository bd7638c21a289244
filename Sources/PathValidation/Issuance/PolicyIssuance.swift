import X509

extension PathCheck {
    static let policyTexts = PathCheck(
        "policy-texts",
        about: "A policy notice is a UTF8String, VisibleString or BMPString of 1 to 200 "
            + "characters, and a pointer to a practice statement is a URI.",
        source: "RFC 5280 §4.2.1.4; RFC 6818 §3"
    ) { joining throws(Rejection) in
        for fault in joining.certificate.policyTextFaults where !fault.isRemark {
            try joining.report(joining.nonconforming(.policyText(fault)))
        }
    }
}

extension Certificate {
    /// The faults in the policy qualifiers, in order.
    var policyTextFaults: [PolicyTextFault] {
        policyQualifiers.flatMap { type, fields in faults(of: type, fields) }
    }

    /// The policy qualifiers: the type of each, and a reader before its value.
    var policyQualifiers: [(type: ObjectIdentifier, fields: DERReader)] {
        var qualifiers: [(type: ObjectIdentifier, fields: DERReader)] = []
        for place in (extensions.certificatePolicies ?? []).compactMap(\.qualifiers) {
            var reader = DERReader(der, in: place, rules: rules)
            while let qualifier = try? reader.next(.sequence) {
                var fields = DERReader(der, in: qualifier.content, rules: rules)
                guard let type = try? fields.objectIdentifier() else { break }
                qualifiers.append((identifier(at: type), fields))
            }
        }
        return qualifiers
    }

    private func faults(of type: ObjectIdentifier, _ fields: DERReader) -> [PolicyTextFault] {
        var fields = fields
        guard let value = try? fields.next() else { return [.encoding] }
        switch type {
        case .cpsPointer:
            let isURI = value.tag == .ia5String && NameSyntax.isAbsoluteURI(der[value.content])
            return isURI ? [] : [.pointer]
        case .userNotice: return notice(value)
        // "It is strongly recommended that the use of qualifiers be limited to those".
        default: return [.unknownType]
        }
    }

    /// Returns the faults of a UserNotice, which has a reference and a text, both optional.
    private func notice(_ value: DERElement) -> [PolicyTextFault] {
        guard value.tag == .sequence else { return [.encoding] }
        var fields = DERReader(der, in: value.content, rules: rules)
        var faults: [PolicyTextFault] = []
        if fields.nextTag == .sequence {
            guard let reference = try? fields.next() else { return [.encoding] }
            faults.append(.reference)
            faults += self.reference(reference)
        }
        guard !fields.isAtEnd else { return faults }
        guard let text = try? fields.next(), fields.isAtEnd else { return faults + [.encoding] }
        return faults + self.text(text)
    }

    /// Returns the faults of a NoticeReference, which names an organization and the numbers of its
    /// notices.
    private func reference(_ element: DERElement) -> [PolicyTextFault] {
        var parts = DERReader(der, in: element.content, rules: rules)
        guard let organization = try? parts.next(), let numbers = try? parts.next(.sequence),
            parts.isAtEnd
        else { return [.encoding] }
        var notices = DERReader(der, in: numbers.content, rules: rules)
        while (try? notices.integer()) != nil {}
        return text(organization) + (notices.isAtEnd ? [] : [.encoding])
    }

    /// Returns the faults of a DisplayText.
    private func text(_ element: DERElement) -> [PolicyTextFault] {
        guard [.utf8String, .visibleString, .bmpString].contains(element.tag) else {
            return [.stringType]
        }
        var faults: [PolicyTextFault] = element.tag == .utf8String ? [] : [.unpreferredType]
        guard let text = EncodedName.text(of: element, in: der) else {
            return faults + [.characters]
        }
        let scalars = text.unicodeScalars
        if !(1...200).contains(scalars.count) { faults.append(.length) }
        if scalars.contains(where: { $0.properties.generalCategory == .control }) {
            faults.append(.controls)
        }
        return faults
    }
}
