import X509

/// Values of a TrustKit configuration as TrustKit reads them, for reviews of such files.
package enum TrustKitTexts {
    /// Returns the exception that ends an application with this configuration; nil if the
    /// configuration is accepted.
    package static func refusal(of configuration: PropertyListValue) -> String? {
        do throws(TSKException) {
            _ = try self.configuration(configuration)
            return nil
        } catch {
            return error.description
        }
    }

    /// Whether a host has a policy; false for every host if the configuration is rejected.
    package static func policies(
        of configuration: PropertyListValue
    ) -> @Sendable (String) -> Bool {
        let read = try? self.configuration(configuration)
        return { host in
            guard let read, let key = read.pinnedDomains.key(governing: host) else { return false }
            return read.pinnedDomains[key]?.excludesSubdomainFromParentPolicy == false
        }
    }

    /// Returns the bytes of a pin, of any length; nil if the text is not base64.
    package static func pin(_ text: String) -> [UInt8]? {
        Base64.decode(Array(text.utf8), acceptsLooseBits: true)
    }

    /// Returns the instant of a `TSKExpirationDate`; nil for text that TrustKit does not accept as
    /// a date.
    package static func expiration(_ value: PropertyListValue) -> Instant? {
        (try? value.day()) ?? nil
    }

    /// Returns a truth value as `boolValue` reads it; nil for a value without a truth value.
    package static func boolean(_ value: PropertyListValue) -> Bool? { try? value.boolValue() }

    /// Whether a name is a public suffix or below one, and whether the name is itself a public
    /// suffix.
    package static func registry(_ name: String) -> (isBelow: Bool, isOne: Bool) {
        let domain = TSKDomain(name)
        return (domain.registryLength > 0, domain.registryLength == domain.count)
    }

    private static func configuration(
        _ value: PropertyListValue
    ) throws(TSKException) -> TSKConfiguration {
        try TSKConfiguration(parsing: try value.entries(), isSharedInstance: true)
    }
}
