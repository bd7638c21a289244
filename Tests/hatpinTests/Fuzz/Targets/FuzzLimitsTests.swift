import Testing

@testable import hatpin

struct FuzzLimitsTests {
    /// The sizes of a corpus and of free space, in megabytes.
    @Test(arguments: [(0, 32, true), (0, 31, false), (300, 332, true), (300, 331, false)])
    func `merges a corpus only if there is room for the merged corpus`(
        corpus: Int,
        free: Int,
        hasRoom: Bool
    ) {
        #expect(FuzzLimits.hasRoom(toMerge: corpus << 20, free: free << 20) == hasRoom)
    }
}
