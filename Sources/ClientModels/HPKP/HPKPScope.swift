extension ModelScope {
    /// The scope of `hpkp`.
    static let hpkp = ModelScope(
        modelled: [
            "A test case is the connection after the one that brought the header. The settings "
                + "state what that earlier one was like, and which of the pins its path held "
                + "(§2.5).",
            "A host whose pins were not noted, or have expired, is treated like any other: RFC 7469 "
                + "fails open.",
            "Superfluous certificates are not part of the path, so that pins among them do not "
                + "count (§2.6).",
            "A path to an anchor that the user installed is exempt by default. RFC 7469 §2.6 allows "
                + "that, and every browser with HPKP did it.",
        ],
        inferred: [
            "How pins are noted was read in Chromium (net/http/http_security_headers.cc, 2013), "
                + "which is laxer on syntax. The RFC's text was not read beside its rules; their "
                + "sections are named for comparison."
        ],
        notModelled: ["Reports.", "Preloaded lists."]
    )
}
