import Testing

@testable import hatpin

/// Reports that targets with planted faults wrote, cut to the relevant lines.
@Suite("Reports of fuzz targets")
struct FuzzerReportTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let output: String
        var kind: String
        var frames: [String]
        /// The name of the finding's folder, without the digest at its end.
        var name: String
    }

    static let root = "/home/dev/hatpin"

    static let examples = [
        Example(
            testDescription: "an arithmetic trap",
            output: """
                Running: input
                AddressSanitizer:DEADLYSIGNAL
                ==27511==ERROR: AddressSanitizer: ILL on unknown address 0x559a0d4095d8 (pc 0x559a0)
                    #0 0x559a0d4095d8 in Swift runtime failure: arithmetic overflow /<compiler-generated>
                    #1 0x559a0d4095d8 in overflow(_:) /home/dev/hatpin/Sources/X509/PEM.swift:84:83
                    #2 0x559a0d40757a in planted(_:) /home/dev/hatpin/Sources/X509/PEM.swift:72:16
                    #3 0x559a0d406184 in checkPEMDecoding(_:) /home/dev/hatpin/Fuzz/Bodies/FuzzTargets/DecodePEM.swift:5:5
                    #4 0x559a0d40e5c7 in FuzzTarget.run(_:) /home/dev/hatpin/Fuzz/Bodies/FuzzTargets/FuzzTarget.swift:24:9
                    #5 0x559a0d400c1a in decodePEM(_:_:) /home/dev/hatpin/Fuzz/Sources/DecodePEM/EntryPoint.swift:6:26
                    #6 0x559a0d32872b in fuzzer::Fuzzer::ExecuteCallback(unsigned char const*) FuzzerLoop.cpp:619:13

                SUMMARY: AddressSanitizer: ILL /<compiler-generated> in Swift runtime failure: arithmetic overflow
                """,
            kind: "arithmetic overflow",
            frames: ["overflow(_:)", "planted(_:)", "checkPEMDecoding(_:)"],
            name: "DecodePEM-arithmetic-overflow"
        ),
        Example(
            testDescription: "an index out of range, without the standard library's frames",
            output: """
                    #0 0x55aa in Swift runtime failure: Index out of range /<compiler-generated>
                    #1 0x55aa in specialized Array._checkSubscript(_:wasNativeTypeChecked:) /<compiler-generated>
                    #2 0x55aa in outside(_:) /home/dev/hatpin/Sources/X509/PEM.swift:85:67
                    #3 0x55aa in parsed(_:) /home/dev/hatpin/.build/checkouts/Yams/Sources/Yams/Parser.swift:9:2
                SUMMARY: AddressSanitizer: ILL /<compiler-generated> in Swift runtime failure: Index out of range
                """,
            kind: "Index out of range",
            frames: ["outside(_:)"],
            name: "DecodePEM-index-out-of-range"
        ),
        Example(
            testDescription: "a broken property, by its text without the numbers",
            output: """
                FuzzTargets/FuzzTarget.swift:62: Fatal error: the error at 18 is outside 3 bytes
                    #0 0x7fcd748f9361 in _assertionFailure(_:_:file:line:flags:) (/opt/swift/libswiftCore.so+0x2f9361)
                    #1 0x5555a88e21e5 in invariant(_:_:) /home/dev/hatpin/Fuzz/Bodies/FuzzTargets/FuzzTarget.swift:62:24
                    #2 0x5555a88e21e5 in planted(_:) /home/dev/hatpin/Sources/X509/PEM.swift:74:16
                SUMMARY: AddressSanitizer: ILL (/opt/swift/libswiftCore.so+0x2f9361) in _assertionFailure(_:_:file:line:flags:)
                """,
            kind: "the error at # is outside # bytes",
            frames: ["planted(_:)"],
            name: "DecodePEM-the-error-at-is-outside-bytes"
        ),
        Example(
            testDescription: "a broken property, without text from the input",
            output: """
                FuzzTargets/FuzzTarget.swift:72: Fatal error: a fix of CUR-007 changes nothing: "a": b
                    #0 0x7fcd748f9361 in _assertionFailure(_:_:file:line:flags:) (/opt/swift/libswiftCore.so+0x2f9361)
                    #1 0x5555a88e21e5 in check(_:) /home/dev/hatpin/Fuzz/Bodies/JudgingTargets/ReviewFile.swift:89:9
                SUMMARY: AddressSanitizer: ILL (/opt/swift/libswiftCore.so+0x2f9361) in _assertionFailure(_:_:file:line:flags:)
                """,
            kind: "a fix of CUR-# changes nothing",
            frames: ["check(_:)"],
            name: "DecodePEM-a-fix-of-cur-changes-nothing"
        ),
        Example(
            testDescription: "a read after the end of a buffer",
            output: """
                ==27539==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x7b3c491e028c at pc 0x5578
                READ of size 1 at 0x7b3c491e028c thread T0
                    #0 0x557888bde339 in closure #1 in planted(_:) /home/dev/hatpin/Sources/X509/PEM.swift:75:80
                    #1 0x557888bde339 in planted(_:) /home/dev/hatpin/Sources/X509/PEM.swift:75:22

                allocated by thread T0 here:
                    #0 0x557888ba0244 in malloc asan_malloc_linux.cpp:67:3
                    #1 0x7efc4aa6fa6e in allocating(_:) /home/dev/hatpin/Sources/X509/PEM.swift:1:1
                SUMMARY: AddressSanitizer: heap-buffer-overflow /home/dev/hatpin/Sources/X509/PEM.swift:75:80 in closure #1 in planted(_:)
                """,
            kind: "heap-buffer-overflow",
            frames: ["closure #1 in planted(_:)", "planted(_:)"],
            name: "DecodePEM-heap-buffer-overflow"
        ),
        Example(
            testDescription:
                "a timeout: the outermost frames, because it interrupts at a random place",
            output: """
                ==27545== ERROR: libFuzzer: timeout after 3 seconds
                    #0 0x55ed0509fa58 in __sanitizer_print_stack_trace asan_stack.cpp:87:3
                    #1 0x55ed0519e761 in d(_:) /home/dev/hatpin/Sources/X509/PEM.swift:79:27
                    #2 0x55ed0519e761 in c(_:) /home/dev/hatpin/Sources/X509/PEM.swift:78:27
                    #3 0x55ed0519e761 in b(_:) /home/dev/hatpin/Sources/X509/PEM.swift:77:27
                    #4 0x55ed0519e761 in a(_:) /home/dev/hatpin/Sources/X509/PEM.swift:76:27
                    #5 0x55ed05197c1a in decodePEM(_:_:) /home/dev/hatpin/Fuzz/Sources/DecodePEM/EntryPoint.swift:6:26
                SUMMARY: libFuzzer: timeout
                """,
            kind: "timeout",
            frames: ["c(_:)", "b(_:)", "a(_:)"],
            name: "DecodePEM-timeout"
        ),
        Example(
            testDescription: "endless recursion as one frame",
            output: """
                ==27688==ERROR: AddressSanitizer: stack-overflow on address 0x7ffd13df7fa0
                    #0 0x556442c77b10 in recurse(_:) /home/dev/hatpin/Sources/X509/PEM.swift
                    #1 0x556442c77b79 in recurse(_:) /home/dev/hatpin/Sources/X509/PEM.swift:83:60
                    #2 0x556442c77b79 in recurse(_:) /home/dev/hatpin/Sources/X509/PEM.swift:83:60
                SUMMARY: AddressSanitizer: stack-overflow /home/dev/hatpin/Sources/X509/PEM.swift in recurse(_:)
                """,
            kind: "stack-overflow",
            frames: ["recurse(_:)"],
            name: "DecodePEM-stack-overflow"
        ),
        Example(
            testDescription: "a leak",
            output: """
                ==27675==ERROR: LeakSanitizer: detected memory leaks
                Indirect leak of 132 byte(s) in 1 object(s) allocated from:
                    #0 0x55a507cc0244 in malloc asan_malloc_linux.cpp:67:3
                    #1 0x55a507cfddd4 in Node.init() /home/dev/hatpin/Sources/X509/PEM.swift:68:53

                SUMMARY: AddressSanitizer: 328 byte(s) leaked in 4 allocation(s).
                """,
            kind: "leak",
            frames: ["Node.init()"],
            name: "DecodePEM-leak"
        ),
    ]

    @Test(arguments: examples)
    func `a fault is identified by its kind and its place in the code`(_ example: Example) throws {
        let report = FuzzerReport(example.output, root: Self.root)
        let bucket = try #require(report.bucket)
        #expect(bucket.kind == example.kind)
        #expect(bucket.frames == example.frames)
        let name = bucket.name(target: "DecodePEM")
        #expect(name.hasPrefix(example.name + "-"))
        #expect(name.count == example.name.count + 9)
        #expect(!report.text.contains(Self.root))
    }

    @Test func `faults that differ only in numbers and line numbers are equal`() throws {
        let one = Self.examples[2].output
        let again = one.replacing("18", with: "7").replacing(":74:16", with: ":91:2")
        let other = one.replacing("planted", with: "other")
        let buckets = [one, again, other].map { FuzzerReport($0, root: Self.root).bucket }
        #expect(buckets[0] == buckets[1])
        #expect(buckets[0] != buckets[2])
    }

    @Test func `finds no fault in the output of a run that does not crash`() {
        let output = """
            Running: input
            Executed input in 0 ms
            *** NOTE: fuzzing was not performed, you have only
            """
        #expect(FuzzerReport(output, root: Self.root).bucket == nil)
    }
}
