/// A distinguished name to be written (RFC 5280 §4.1.2.4): relative distinguished names in the
/// order of the encoding, each a set of attributes.
package struct Name: Hashable, Sendable {
    package struct Attribute: Hashable, Sendable {
        package var type: ObjectIdentifier
        /// The string type of the value.
        package var tag: DERTag
        /// The content octets of the value.
        package var value: [UInt8]

        package init(type: ObjectIdentifier, tag: DERTag, value: [UInt8]) {
            self.type = type
            self.tag = tag
            self.value = value
        }
    }

    package var relativeNames: [[Attribute]]

    package init(relativeNames: [[Attribute]]) {
        self.relativeNames = relativeNames
    }
}
