import Testing

@testable import Wire

struct OctetSearchTests {
    @Test(
        arguments: [
            ("", "ab", nil), ("ab", "ab", 0), ("xab", "ab", 1), ("ab ab", "ab", 0),
            ("aab", "ab", 1),
            ("aaab", "aab", 1), ("a", "ab", nil), ("ba", "ab", nil), ("abX", "abc", nil),
            ("xyabc", "abc", 2),
        ] as [(String, String, Int?)]
    )
    func `octets are found where they first stand`(text: String, sought: String, place: Int?) {
        let octets = Array(text.utf8)
        #expect(octets.firstPlace(of: sought.utf8) == place.map { $0..<$0 + sought.utf8.count })
        #expect(octets.holds(sought) == (place != nil))
    }

    @Test func `nothing is nowhere`() {
        #expect(([1, 2] as [UInt8]).firstPlace(of: [] as [UInt8]) == nil)
    }
}
