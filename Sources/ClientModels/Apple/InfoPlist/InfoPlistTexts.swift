/// Values of an `Info.plist` as Apple's platforms read them, for reviews of such files.
package enum InfoPlistTexts {
    /// Whether a host has pins, valid or not, by the value under `NSAppTransportSecurity`.
    package static func pins(by security: PropertyListValue) -> @Sendable (String) -> Bool {
        let domains = PinnedDomains(security)
        return { host in !domains.types(pinnedFor: host).isEmpty }
    }

    /// Whether text is a version of TLS that `NSExceptionMinimumTLSVersion` can state.
    package static func isTLSVersion(_ text: String) -> Bool {
        AppTransportSecurity.Exception.version(text) != nil
    }

    /// Whether the text of `NSRequiresNIAPTLSPackageVersion`, or of the key of a host, requires
    /// more than App Transport Security; nil for text that Apple does not document.
    package static func requiresFunctionalPackage(_ text: String) -> Bool? {
        AppTransportSecurity.requiresFunctionalPackage(text)
    }

    /// Returns the bytes of `SPKI-SHA256-BASE64`, of any length; nil for invalid text.
    package static func pin(_ text: String) -> [UInt8]? {
        let bytes = SecBase64.decode(text)
        return bytes.isEmpty ? nil : bytes
    }
}
