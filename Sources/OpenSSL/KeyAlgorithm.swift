/// The keys that entities can have, by their names in scenario files.
package enum KeyAlgorithm: String, CaseIterable, Hashable, Sendable {
    case p256, p384, p521, ed25519, ed448
    case rsa1024, rsa1536, rsa2048, rsa3072, rsa4096, rsa6144, rsa8192
}
