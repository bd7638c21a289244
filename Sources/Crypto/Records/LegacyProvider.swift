import COpenSSL

/// OpenSSL's provider of obsolete ciphers, such as RC4.
///
/// The provider has its own library context, so that other code cannot find these ciphers. It is
/// never unloaded.
enum LegacyProvider {
    /// The context with the provider, or the reason why it cannot be loaded.
    nonisolated(unsafe) static let context = Result { () throws(OpenSSLError) in  // immutable
        try load("legacy")
    }

    /// Returns a library context with the provider of this name.
    static func load(_ name: String) throws(OpenSSLError) -> OpaquePointer {
        let context = try owned("OSSL_LIB_CTX_new") { OSSL_LIB_CTX_new() }
        do throws(OpenSSLError) {
            _ = try owned("OSSL_PROVIDER_load") { OSSL_PROVIDER_load(context, name) }
        } catch {
            OSSL_LIB_CTX_free(context)
            let advice =
                "RC4, DES and SEED are in OpenSSL's provider \(name), which cannot be loaded; "
                + "OpenSSL looks for its module in the folder that `openssl version -m` or "
                + "OPENSSL_MODULES names; a separate package may contain the module, such "
                + "as openssl-provider-legacy in Debian 13"
            throw OpenSSLError(function: error.function, queue: [advice] + error.queue)
        }
        return context
    }
}
