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
                "RC4, DES and SEED are in OpenSSL's provider \(name), which cannot be loaded; its module "
                + "is looked for in the folder that `openssl version -m` and OPENSSL_MODULES name, and may have a "
                + "package of its own, such as openssl-provider-legacy of Debian 13"
            throw OpenSSLError(function: error.function, queue: [advice] + error.queue)
        }
        return context
    }
}
