import CPublicSuffix

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// PublicSuffixes finds the domains that are public suffixes, below which unrelated owners register
// names (https://publicsuffix.org). The list is built into libpsl as static data, so nothing is
// loaded. No other code uses libpsl, or libidn2, which knows the labels of international names.

/// The Public Suffix List that libpsl was built with.
package enum PublicSuffixList {
    /// The part of the list to use.
    package enum Section: Sendable {
        /// The suffixes that registries maintain, such as `com` and `co.uk`: the list's ICANN
        /// domains.
        case registries
        /// The suffixes of registries, and the suffixes below which an owner gives names to
        /// customers, such as `s3.amazonaws.com` (the list's private domains).
        case registriesAndOwners
    }

    /// Whether libpsl was built with a list; Debian's is.
    package static var isBuiltIn: Bool { psl_builtin() != nil }

    /// The modification time of the list's file when libpsl was built, in seconds since 1970; nil
    /// if there is no list, or libpsl does not report it.
    package static var builtAt: Int64? {
        let time = Int64(psl_builtin_file_time())
        return isBuiltIn && time > 0 ? time : nil
    }

    /// The day of `builtAt`, such as 2023-02-09.
    package static var date: String? { builtAt.map(day) }

    /// A description of the list with its date, for messages about its decisions.
    ///
    /// Registries change every week, so an old list lacks suffixes that browsers know.
    package static let edition = words(of: builtAt, at: Int64(time(nil)))

    /// Describes a list that was built at `built` and is used at `now`, both in seconds since 1970.
    static func words(of built: Int64?, at now: Int64) -> String {
        guard let built else { return "a Public Suffix List of unknown date" }
        let year: Int64 = 365 * 86_400
        return "the Public Suffix List of \(day(built))"
            + (now - built > year ? ", over a year old" : "")
    }

    /// Returns the date of an instant, in seconds since 1970, in UTC.
    private static func day(_ seconds: Int64) -> String {
        var (instant, parts) = (time_t(seconds), tm())
        gmtime_r(&instant, &parts)
        return [Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: "-")
    }

    /// Whether `domain` is a public suffix.
    ///
    /// A single label is always a public suffix (the list's implicit rule `*`). If libpsl has no
    /// list, every domain counts as a public suffix, so that a registry's domain is never mistaken
    /// for a customer's domain.
    ///
    /// - Parameters:
    ///   - domain: labels of visible ASCII, in upper or lower case; all other labels as A-labels;
    ///     no trailing dot.
    ///   - section: the part of the list.
    /// - Returns: true for a suffix, and if the list is missing.
    package static func contains(_ domain: some Sequence<UInt8>, of section: Section) -> Bool {
        contains(domain, section.kinds)
    }

    /// Whether a rule of the list makes `domain` a public suffix.
    ///
    /// The list's implicit rule `*` does not count: a single label without a rule of its own is not
    /// a public suffix.
    ///
    /// - Parameters:
    ///   - domain: the domain, in the form that `contains` describes.
    ///   - section: the part of the list.
    /// - Returns: true if a rule matches or the list is missing.
    package static func lists(_ domain: some Sequence<UInt8>, of section: Section) -> Bool {
        contains(domain, section.kinds | PSL_TYPE_NO_STAR_RULE)
    }

    private static func contains(_ domain: some Sequence<UInt8>, _ kinds: Int32) -> Bool {
        guard let list = psl_builtin() else { return true }
        // libpsl compares bytes: its rules are in lower case.
        let text = domain.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 } + [0]
        return text.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                psl_is_public_suffix2(list, characters.baseAddress, kinds) != 0
            }
        }
    }
}

extension PublicSuffixList.Section {
    /// The section as a bit mask of libpsl's rule types.
    fileprivate var kinds: Int32 {
        switch self {
        case .registries: PSL_TYPE_ICANN
        case .registriesAndOwners: PSL_TYPE_ICANN | PSL_TYPE_PRIVATE
        }
    }
}
