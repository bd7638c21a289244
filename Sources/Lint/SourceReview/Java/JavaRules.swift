extension CodeSystem {
    static let java = CodeSystem(
        name: "Java and Kotlin: trust managers beside pins",
        noun: "Java or Kotlin",
        rules: [.javaOwnManager],
        isUsed: { _ in true }
    )
}

extension CodeReview {
    /// Methods that check servers and do nothing; those that call another function are notes.
    var trustManagers: [Match] {
        bodies("checkServerTrusted", what: "checkServerTrusted")
    }
}
