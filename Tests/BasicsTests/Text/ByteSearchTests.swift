import Basics
import Testing

struct ByteSearchTests {
    @Test(
        arguments: [
            ("", "ab", nil), ("ab", "ab", 0), ("xab", "ab", 1), ("ab ab", "ab", 0),
            ("aab", "ab", 1), ("aaab", "aab", 1), ("a", "ab", nil), ("ba", "ab", nil),
            ("abX", "abc", nil), ("xyabc", "abc", 2), ("aXab", "ab", 2), ("b", "b", 0),
        ] as [(String, String, Int?)]
    )
    func `finds bytes where they first occur`(text: String, sought: String, place: Int?) {
        let (bytes, needle) = (Array(text.utf8), Array(sought.utf8))
        #expect(bytes.firstPlace(of: needle) == place.map { $0..<$0 + needle.count })
        #expect(bytes.holds(sought) == (place != nil))
    }

    @Test func `finds bytes in a slice at their index in the whole array`() {
        let bytes = Array("ab cab".utf8)
        #expect(bytes[1...].firstPlace(of: Array("ab".utf8)) == 4..<6)
        #expect(bytes[..<5].firstPlace(of: Array("cab".utf8)) == nil)
        #expect(bytes[5...].firstPlace(of: Array("ab".utf8)) == nil)
    }

    @Test func `does not find an empty sequence`() {
        #expect(([1, 2] as [UInt8]).firstPlace(of: []) == nil)
        #expect(([] as [UInt8]).firstPlace(of: []) == nil)
    }
}
