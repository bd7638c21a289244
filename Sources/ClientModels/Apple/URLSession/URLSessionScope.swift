extension ModelScope {
    /// The scope of the model `urlsession`.
    static let urlSession = ModelScope(
        modelled: [
            "The trust is evaluated under an SSL policy for the host before its leaf is compared, "
                + "so an expired copy of the pinned certificate, or one for another host, does not "
                + "pass.",
            "The platform decides on a host without pins. A host with an empty set of pins is "
                + "rejected: a missing pin file must not count as consent.",
            "The values of `bug` are mistakes from sample code, from answers in public forums and "
                + "from published advisories. A mistake in a comparison sets that comparison.",
        ],
        inferred: ["URLSession's own trust has the SSL policy already."],
        violations: [
            "Mistakes of control flow are modelled for the one connection that a test case makes: "
                + "a method that is not called, a resumed session, a request to another host, an "
                + "error on the way."
        ]
    )
}
