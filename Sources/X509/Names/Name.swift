/// A distinguished name to write (RFC 5280 §4.1.2.4).
///
/// A name is a list of relative distinguished names in encoding order, each a set of attributes.
package struct Name: Hashable, Sendable {
    /// An `AttributeTypeAndValue`.
    package struct Attribute: Hashable, Sendable {
        package var type: ObjectIdentifier
        /// The string type of the value.
        package var tag: DERTag
        /// The content bytes of the value.
        package var value: [UInt8]

        package init(type: ObjectIdentifier, tag: DERTag, value: [UInt8]) {
            self.type = type
            self.tag = tag
            self.value = value
        }

        /// Makes an attribute with a text value, in the usual string type of the attribute type.
        ///
        /// The string type is PrintableString for C and serialNumber, IA5String for DC and
        /// emailAddress, and UTF8String for all other types. Characters are not checked.
        package init(_ type: ObjectIdentifier, _ text: String) {
            let tag: DERTag =
                switch type {
                case .country, .serialNumber: .printableString
                case .domainComponent, .emailAddress: .ia5String
                default: .utf8String
                }
            self.init(type: type, tag: tag, value: Array(text.utf8))
        }
    }

    /// The relative distinguished names in encoding order; RFC 4514 text has the opposite order.
    package var relativeNames: [[Attribute]]

    package init(relativeNames: [[Attribute]]) {
        self.relativeNames = relativeNames
    }

    /// Makes a name with one attribute in each relative distinguished name, in encoding order.
    package init(_ attributes: (type: ObjectIdentifier, text: String)...) {
        relativeNames = attributes.map { [Attribute($0.type, $0.text)] }
    }

    /// The DER `Name`, with its relative distinguished names in order.
    ///
    /// The attributes within each are sorted, as DER requires for a SET OF (X.690 §11.6).
    package var encoded: [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                for relativeName in relativeNames {
                    let attributes = relativeName.map(\.encoded)
                        .sorted { $0.lexicographicallyPrecedes($1) }
                    writer.constructed(.set) { writer in attributes.forEach { writer.raw($0) } }
                }
            }
        }
    }
}

extension Name.Attribute {
    /// The DER `AttributeTypeAndValue`.
    fileprivate var encoded: [UInt8] {
        DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.objectIdentifier(type)
                writer.primitive(tag, value)
            }
        }
    }
}
