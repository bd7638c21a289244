import Testing

@testable import FuzzTargets

/// Edits in place, and the lengths of the elements around them.
struct DERBufferTests {
    struct Edit: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var before: [UInt8]
        var range: Range<Int>
        /// The index of the element that contains the range.
        var parent: Int?
        var bytes: [UInt8]
        var after: [UInt8]
    }

    /// Returns a SEQUENCE of an OCTET STRING with this many bytes, with lengths in the shortest
    /// form.
    private static func wrapped(_ count: Int) -> [UInt8] {
        func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            switch content.count {
            case ..<0x80: [tag, UInt8(content.count)] + content
            case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
            default:
                [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content
            }
        }
        return element(0x30, element(0x04, [UInt8](repeating: 0xff, count: count)))
    }

    private static func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xff, count: count) }

    static let edits = [
        Edit(
            testDescription: "an edit of equal length moves nothing",
            before: [0x30, 3, 0x02, 1, 5],
            range: 4..<5,
            parent: 1,
            bytes: [7],
            after: [0x30, 3, 0x02, 1, 7]
        ),
        Edit(
            testDescription: "an element next to the outermost has no enclosing length",
            before: [0x05, 0],
            range: 2..<2,
            parent: nil,
            bytes: [0x01, 0],
            after: [0x05, 0, 0x01, 0]
        ),
        Edit(
            testDescription: "a length grows by one byte, and the enclosing length by two",
            before: wrapped(0x7d),
            range: 4..<4,
            parent: 1,
            bytes: bytes(3),
            after: wrapped(0x80)
        ),
        Edit(
            testDescription: "lengths grow from two bytes to three",
            before: wrapped(0xfc),
            range: 6..<7,
            parent: 1,
            bytes: bytes(5),
            after: wrapped(0x100)
        ),
        Edit(
            testDescription: "lengths shrink to their shortest form",
            before: wrapped(0x100),
            range: 8..<0x108 - 1,
            parent: 1,
            bytes: [],
            after: wrapped(1)
        ),
        Edit(
            testDescription:
                "a length longer than necessary is written in its shortest form",
            before: [0x30, 0x82, 0, 2, 0x05, 0],
            range: 6..<6,
            parent: 0,
            bytes: [0x05, 0],
            after: [0x30, 4, 0x05, 0, 0x05, 0]
        ),
    ]

    @Test(arguments: edits)
    func `corrects the enclosing lengths after an edit`(edit: Edit) {
        let places = DERPlaces(edit.before)
        var isDone = false
        let after = DERBuffer.edited(edit.before, upTo: 0x200) { buffer in
            isDone = edit.bytes.withUnsafeBufferPointer { bytes in
                buffer.replace(edit.range, in: edit.parent, of: places, with: bytes)
            }
        }
        #expect(isDone && after == edit.after)
    }

    /// The edits, and the largest number of bytes during each.
    static let roomNeeded = [
        // The lengths grow after the content has grown.
        (edit: edits[2], size: wrapped(0x80).count),
        // The length shrinks, but only after the content has grown.
        (edit: edits[5], size: 8),
    ]

    @Test(arguments: roomNeeded)
    func `changes nothing if there is no room for an edit`(edit: Edit, size: Int) {
        let places = DERPlaces(edit.before)
        for (size, isDone) in [(size - 1, false), (size, true)] {
            let after = DERBuffer.edited(edit.before, upTo: size) { buffer in
                edit.bytes.withUnsafeBufferPointer { bytes in
                    let isEdited = buffer.replace(
                        edit.range,
                        in: edit.parent,
                        of: places,
                        with: bytes
                    )
                    #expect(isEdited == isDone)
                }
            }
            #expect(after == (isDone ? edit.after : edit.before))
        }
    }

    @Test func `copies bytes of the buffer as they were before the edit`() {
        // SEQUENCE { INTEGER 1, INTEGER 2, INTEGER 3 }.
        let before: [UInt8] = [0x30, 9, 0x02, 1, 1, 0x02, 1, 2, 0x02, 1, 3]
        let places = DERPlaces(before)
        for donor in [2..<5, 5..<8, 8..<11, 0..<11] {
            let after = DERBuffer.edited(before, upTo: 100) { buffer in
                _ = buffer.replace(5..<5, in: 0, of: places, with: buffer[donor])
            }
            let content = Array(before[2..<5]) + Array(before[donor]) + Array(before[5...])
            #expect(after == [0x30, UInt8(content.count)] + content)
        }
    }

    @Test func `swaps two ranges and keeps the bytes between them`() {
        let after = DERBuffer.edited([0, 1, 2, 3, 4, 5, 6], upTo: 7) { $0.swap(1..<3, 4..<5) }
        #expect(after == [0, 4, 3, 1, 2, 5, 6])
    }
}
