import Testing

@testable import hatpin

struct FuzzLimitsTests {
    /// Megabytes of a corpus and of free space.
    @Test(arguments: [(0, 32, true), (0, 31, false), (300, 332, true), (300, 331, false)])
    func `a corpus is merged where the merged one has room beside it`(
        corpus: Int,
        free: Int,
        hasRoom: Bool
    ) {
        #expect(FuzzLimits.hasRoom(toMerge: corpus << 20, free: free << 20) == hasRoom)
    }
}
