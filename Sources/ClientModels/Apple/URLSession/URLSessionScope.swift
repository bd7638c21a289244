extension ModelScope {
    /// The scope of `urlsession`.
    static let urlSession = ModelScope(
        modelled: [
            "The trust is evaluated under an SSL policy for the host before its leaf is compared, "
                + "so that an expired copy of the pinned certificate, or one for another host, does "
                + "not pass.",
            "A host without pins is left to the platform. A host whose set of pins is empty is "
                + "refused: a missing pin file must not be read as consent.",
            "The values of `bug` are mistakes of sample code, of questions answered in public and "
                + "of published advisories. A mistake about a comparison sets that comparison.",
        ],
        inferred: ["URLSession's own trust has the SSL policy already."],
        violations: [
            "Mistakes of control flow are modelled for the one connection that a test case makes: "
                + "a method that is not called, a resumed session, a request to another host, an "
                + "error on the way."
        ]
    )
}
