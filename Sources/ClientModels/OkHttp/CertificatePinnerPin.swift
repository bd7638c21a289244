import Crypto
import X509

extension CertificatePinner {
    /// A host pattern and the hash of a key.
    struct Pin: Hashable {
        /// The pattern, in lower case and A-labels if the release converts it.
        private(set) var pattern: String
        let hashAlgorithm: Digest
        /// The hash, of any length.
        let hash: [UInt8]
        private let matchesSubstring, hasDoubleAsterisk: Bool
        private let checks: CheckSet

        /// - Parameters:
        ///   - pattern: a host, or a host after `*.` or `**.`.
        ///   - pin: `sha256/` or `sha1/` and a hash in base64.
        ///   - release: the release whose rules apply.
        ///   - checks: the checks to make.
        /// - Throws: OkHttp's exception for a wrong pattern or pin.
        init(
            _ pattern: String,
            _ pin: String,
            _ release: OkHttpRelease = .current,
            _ checks: CheckSet = .all
        ) throws(IllegalArgumentException) {
            if release.hasDoubleAsterisk, checks.contains(.okHttpPattern) {
                guard Self.isExpected(pattern) else {
                    throw IllegalArgumentException(
                        message: "Unexpected pattern: \(pattern.configurationExcerpt)"
                    )
                }
            }
            let canonical = release.canonicalizesPatterns ? CanonicalHost.text(pattern) : pattern
            guard canonical != nil || !checks.contains(.okHttpCanonicalPattern) else {
                throw IllegalArgumentException(
                    message: "Invalid pattern: \(pattern.configurationExcerpt)"
                )
            }
            self.pattern = canonical ?? pattern
            (hashAlgorithm, hash) = try Self.hash(pin, release, checks)
            matchesSubstring = release.matchesSubstring
            hasDoubleAsterisk = release.hasDoubleAsterisk
            self.checks = checks
        }

        /// Returns this pin for another host.
        func standing(for host: String) -> Pin {
            var pin = self
            pin.pattern = host
            return pin
        }

        private static func isExpected(_ pattern: String) -> Bool {
            let bytes = Array(pattern.utf8)
            func hasAsterisk(from place: Int) -> Bool {
                bytes.dropFirst(place).contains(UInt8(ascii: "*"))
            }
            return bytes.starts(with: "*.".utf8) && !hasAsterisk(from: 1)
                || bytes.starts(with: "**.".utf8) && !hasAsterisk(from: 2)
                || !hasAsterisk(from: 0)
        }

        private static func hash(
            _ pin: String,
            _ release: OkHttpRelease,
            _ checks: CheckSet
        ) throws(IllegalArgumentException) -> (Digest, [UInt8]) {
            let prefixes: [(String, Digest)] =
                release.pinsSHA256 ? [("sha1/", .sha1), ("sha256/", .sha256)] : [("sha1/", .sha1)]
            guard let (prefix, digest) = prefixes.first(where: { pin.hasPrefix($0.0) }) else {
                guard checks.contains(.okHttpPinPrefix) else { return (.sha256, []) }
                throw IllegalArgumentException(
                    message: release.pinsSHA256
                        ? "pins must start with 'sha256/' or 'sha1/': \(pin.configurationExcerpt)"
                        : "pins must start with 'sha1/': \(pin.configurationExcerpt)"
                )
            }
            guard let hash = OkioBase64.decode(pin.utf8.dropFirst(prefix.utf8.count)) else {
                guard checks.contains(.okHttpPinHash) else { return (digest, []) }
                throw IllegalArgumentException(
                    message: "Invalid pin hash: \(pin.configurationExcerpt)"
                )
            }
            return (digest, hash)
        }

        /// Whether a key can have the hash, by the length of its digest.
        var canMatch: Bool { hash.count == (hashAlgorithm == .sha1 ? 20 : 32) }

        func matchesCertificate(_ certificate: Certificate) -> Bool {
            (try? hashAlgorithm.hash(certificate.encodedKey)) == hash
        }
    }
}

extension CertificatePinner.Pin {
    /// Whether the pattern matches a host in canonical form.
    func matchesHostname(_ hostname: String) -> Bool {
        let (host, pattern) = (Array(hostname.utf8), Array(pattern.utf8))
        if hasDoubleAsterisk, pattern.starts(with: "**.".utf8) {
            return matchesAnyDepth(host, pattern.dropFirst(3))
        }
        guard pattern.starts(with: "*.".utf8) else { return host == pattern }
        return matchesSubstring || !checks.contains(.okHttpWholeSuffix)
            ? Self.matchesSubstring(host, pattern.dropFirst(2))
            : matchesOneLabel(host, pattern.dropFirst(1))
    }

    /// Whether the host is `suffix`, or ends with a dot and `suffix`: `**` matches any number of
    /// labels.
    private func matchesAnyDepth(
        _ host: [UInt8],
        _ suffix: ArraySlice<UInt8>
    ) -> Bool {
        guard host.suffix(suffix.count) == suffix else { return false }
        let prefix = host.dropLast(suffix.count)
        return prefix.isEmpty || prefix.last == UInt8(ascii: ".")
            || !checks.contains(.okHttpSuffixBorder)
    }

    /// Whether the host is one label followed by `suffix`, which begins with a dot: `*` matches one
    /// label.
    private func matchesOneLabel(
        _ host: [UInt8],
        _ suffix: ArraySlice<UInt8>
    ) -> Bool {
        guard host.suffix(suffix.count) == suffix else { return false }
        return !host.dropLast(suffix.count).contains(UInt8(ascii: "."))
            || !checks.contains(.okHttpOneLabel)
    }

    /// Whether the host after its first dot begins with the pattern's host, which is enough in
    /// releases from 3.2.0 until 3.9.
    private static func matchesSubstring(_ host: [UInt8], _ name: ArraySlice<UInt8>) -> Bool {
        let dot = host.firstIndex(of: UInt8(ascii: ".")) ?? -1
        return host[(dot + 1)...].starts(with: name)
    }
}
