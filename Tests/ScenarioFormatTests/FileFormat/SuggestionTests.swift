import Testing

@testable import ScenarioFormat

/// The word that was probably meant.
struct SuggestionTests {
    @Test(
        arguments: [
            ("vlaid", "valid"), ("expierd", "expired"), ("kye", "key"),
            ("intermedate", "intermediate"),
            ("a", nil), ("zzz", nil),
        ] as [(String, String?)]
    )
    func `suggests the word that was probably meant`(_ word: String, _ meant: String?) {
        let known = ["valid", "expired", "key", "intermediate", "subject"]
        #expect(didYouMean(word, known) == meant.map { "did you mean '\($0)'?" })
    }

    @Test func `counts a swap of neighbouring letters as one edit`() {
        #expect(alignmentDistance(Array("ca"), Array("ac")) == 1)
        // Optimal string alignment does not edit a swapped pair.
        #expect(alignmentDistance(Array("ca"), Array("abc")) == 3)
        #expect(alignmentDistance([], Array("abc")) == 3)
    }
}
