import Basics

extension ModelScope {
    /// The scope of the model `okhttp`.
    static let okHttp = ModelScope(
        modelled: [
            "A host that no pattern matches, or whose patterns have no pins, is accepted without "
                + "pins.",
            "Hosts are in lower case and A-labels, and keep a trailing dot: such a host is another "
                + "host for the pinner but the same for the verifier.",
            "The pins of all matching patterns form one set.",
            "The pinner searches the chain that its own cleaner builds. The cleaner never "
                + "backtracks, and may fail on a chain that the trust manager verified.",
            "The verifier knows no public suffixes.",
        ],
        inferred: [
            "Before 4.9.2, non-ASCII names are read as UTF-8, as the record of CVE-2021-0341 "
                + "implies for Android. OpenJDK 17 does not read such names as UTF-8.",
            "Before version 5 `java.net.IDN` rejects patterns with an empty label, as version 5 does "
                + "itself.",
        ],
        violations: [
            "The trust manager is that of OpenJDK 17 and 25, with the profile `jsse`, which checks "
                + "no revocation. It trusts every anchor of the store; Android excludes those that "
                + "the user installed, and has its own cleaner.",
            "OpenJDK uses only the name and key of an anchor (RFC 5280 §6.1.1 (d)); the model also "
                + "applies the policies that an anchor states (RFC 5937 §3.2).",
            "Error texts are those of version 5, first line only.",
            "Releases between those of two values, such as 3.1 to 3.3, 3.9 and 4.3 to 4.4, and all "
                + "before 3 have rules that none of the values has.",
            "UTS 46 maps names before they become A-labels; only its lower case is modelled.",
        ] + [KnownModelDifference].ofOkHttp.map(\.about)
    )
}
