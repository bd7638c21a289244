import Basics
import Crypto
import Forge
import X509

/// A root that the device under test trusts, according to the user, with the root's key.
package struct TrustedRoot: Sendable {
    let authority: Authority
    /// The file to install on a device.
    package let path: String

    /// Reads a root, or an intermediate CA with the certificates above it, and its key.
    ///
    /// - Parameters:
    ///   - path: a PEM file, the authority's certificate first.
    ///   - keyPath: a PEM file with the unencrypted key; `keyPath` may be the same file as `path`.
    /// - Throws: if a file cannot be read, or has the wrong content.
    package init(certificate path: String, key keyPath: String) throws(Failure) {
        let chain: [[UInt8]]
        do {
            chain = try PEM.certificates(in: Files.read(path))
        } catch let error as PEMError {
            throw Self.wrong(path, "\(error)", help: "give it in PEM, as openssl x509 writes it")
        } catch let error as Failure {
            throw error
        } catch {
            throw Self.wrong(path, "\(error)", help: nil)
        }
        let key = try Self.key(in: keyPath)
        do {
            let member = try ForgedPKI.Member(certificate: chain[0], key: key)
            let certificate = try? Certificate(der: chain[0])
            guard certificate?.extensions.basicConstraints?.isCA == true else {
                throw Self.wrong(path, "its first certificate is not a CA certificate", help: nil)
            }
            guard certificate.map({ Array($0.der[$0.spki]) }) == key.spki else {
                throw Self.wrong(keyPath, "it is not the key of \(Shown.escaped(path))", help: nil)
            }
            authority = Authority(member: member, chain: chain)
            self.path = path
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Self.wrong(path, "\(error)", help: nil)
        }
    }

    private static func key(in path: String) throws(Failure) -> PrivateKey {
        let blocks = PEM.blocks(in: try Secret.read(path)).filter {
            $0.label.hasSuffix("PRIVATE KEY")
        }
        guard let block = blocks.first else {
            throw wrong(path, "it has no PRIVATE KEY block", help: nil)
        }
        guard block.label != "ENCRYPTED PRIVATE KEY" else {
            throw wrong(path, "its key is encrypted", help: "decrypt it: openssl pkey -in FILE")
        }
        do {
            return try PrivateKey(der: block.bytes())
        } catch {
            // OpenSSL's message could quote the file, so it is not shown.
            throw wrong(
                path,
                "its key type is not supported: use RSA with exponent 65537, P-256, P-384, "
                    + "P-521, Ed25519 or Ed448",
                help: nil
            )
        }
    }

    private static func wrong(_ path: String, _ problem: String, help: String?) -> Failure {
        Failure(.invalidScenario, "\(Shown.escaped(path)): \(Shown.escaped(problem))", help: help)
    }
}

extension TrustedRoot {
    private static let certificateName = "hatpin-root.pem"
    private static let keyName = "hatpin-root.key"

    /// Reads the root of a folder, or creates it.
    ///
    /// The key is random and is kept in a file that only its owner can read.
    package static func kept(in folder: String, now: Instant) throws(Failure) -> TrustedRoot {
        let (path, keyPath) = ("\(folder)/\(certificateName)", "\(folder)/\(keyName)")
        if !Files.exists(path), !Files.exists(keyPath) {
            try Files.makeFolder(folder, mode: 0o700)
            try write(to: path, keyPath, now: now)
        }
        for (file, other) in [(path, keyPath), (keyPath, path)] where !Files.exists(file) {
            let problem = "it is there without \(file)"
            throw wrong(other, problem, help: "remove it to create a new root")
        }
        let root = try TrustedRoot(certificate: path, key: keyPath)
        let certificate = try? Certificate(der: root.authority.member.certificate)
        guard let certificate, certificate.validity.notAfter > now else {
            throw wrong(path, "it has expired", help: "remove it and its key to create a new one")
        }
        return root
    }

    private static func write(
        to path: String,
        _ keyPath: String,
        now: Instant
    ) throws(Failure) {
        let key: PrivateKey, root: ForgedPKI.Member, info: [UInt8]
        do {
            key = try PrivateKey.random(.p256)
            var generator = SystemRandomNumberGenerator()
            // The first byte is 1 to 127, so that the number is positive and its length stays 16
            // bytes.
            let serial =
                [UInt8.random(in: 1...127, using: &generator)]
                + (0..<15).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let day = "\(now)".prefix(10)
            let name = Name((.organization, "Hatpin"), (.commonName, "Hatpin test root \(day)"))
            root = try ForgedPKI.Member.selfSigned(
                // The root is valid for one more year, so that it expires if it is left on a
                // device. Its validity starts in the past, because certificates of the attack
                // "expired" are issued under it.
                Likeness(
                    authority: name,
                    notBefore: now + -100 * hatpin.day,
                    notAfter: now + 365 * hatpin.day,
                    serial: serial
                ),
                by: key
            )
            info = try key.privateKeyInfo()
        } catch {
            throw Failure(.environment, "cannot make a root: \(error)")
        }
        let keyText = PEM.text("PRIVATE KEY", info)
        try Files.write(Array(keyText.utf8), to: keyPath, mode: 0o600)
        try Files.write(Array(PEM.text("CERTIFICATE", root.certificate).utf8), to: path)
    }
}
