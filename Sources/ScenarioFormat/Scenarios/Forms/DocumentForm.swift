extension Forms {
    /// The form of web documents by their paths.
    static let documents = Form<[String: WebDocument]>.table(
        "documents",
        key: .any("a path"),
        value: document,
        pairs: { documents in documents.sorted { $0.key < $1.key } }
    ) { pairs in Dictionary(pairs.map { ($0.key, $0.value) }) { $1 } }

    private static let document = Form<WebDocument>.mapping(
        "a document",
        definition: "document",
        from: WebDocument(),
        [
            Member(
                "certificate",
                "the entity with the certificate to serve",
                .text(.name),
                at: \.certificate,
                examples: ["intermediate"]
            ),
            Member(
                "crl",
                "the CRL to serve: one of crls, or an entity's",
                .text(.name),
                at: \.list,
                examples: ["intermediate"]
            ),
            Member("bytes", "its bytes in hex", .text(.hex), at: \.bytes, examples: ["00*1024"]),
            Member(
                "times",
                "how often its bytes are repeated; 1 unless stated",
                .text(.number(1...1_000)),
                sets: \.times
            ),
            Member(
                "redirect",
                "the path or URL of a redirect",
                .text(.prose("redirect")),
                at: \.redirect,
                examples: ["/again"]
            ),
        ]
    )
}
