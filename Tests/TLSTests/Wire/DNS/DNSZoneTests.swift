import Testing

@testable import TLS

/// Answers of a DNS zone to queries of stub resolvers.
struct DNSZoneTests {
    private static let zone: DNSZone = {
        var zone = DNSZone()
        guard let host = DNSName("www.example.test"), let domain = DNSName("example.test"),
            let policy = DNSName("_mta-sts.example.test")
        else { return zone }
        zone.addresses[host] = [127, 0, 0, 1]
        zone.mailHosts[domain] = [host]
        zone.texts[policy] = "v=STSv1; id=1;"
        zone.associations[host] = [[3, 1, 1, 0xaa], [2, 0, 1, 0xbb]]
        return zone
    }()

    private static let optRecord: [UInt8] = [0, 0, 41, 0x10, 0, 0, 0, 0x80, 0, 0, 0]

    /// Returns a query with the flag RD (recursion desired).
    private static func question(
        _ name: String,
        _ type: UInt8,
        class kind: UInt8 = 1,
        flags: [UInt8] = [1, 0],
        counts: [UInt8] = [0, 1, 0, 0, 0, 0, 0, 0],
        _ rest: [UInt8] = []
    ) -> [UInt8] {
        let labels = name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
        return [0x12, 0x34] + flags + counts + labels + [0, 0, type, 0, kind] + rest
    }

    private static func secureQuestion(_ name: String, _ type: UInt8) -> [UInt8] {
        question(name, type, counts: [0, 1, 0, 0, 0, 0, 0, 1], optRecord)
    }

    struct Known: CustomTestStringConvertible, Sendable {
        let name: String
        let type: UInt8
        let status: UInt8
        let contents: [[UInt8]]
        var testDescription: String { "\(name) \(type)" }

        init(_ name: String, _ type: UInt8, _ status: UInt8, _ contents: [[UInt8]] = []) {
            (self.name, self.type, self.status, self.contents) = (name, type, status, contents)
        }
    }

    private static let hostBytes = Array("\u{3}www\u{7}example\u{4}test\u{0}".utf8)

    @Test(arguments: [
        Known("www.example.test", 1, 0, [[127, 0, 0, 1]]),
        Known("WWW.Example.TEST", 1, 0, [[127, 0, 0, 1]]),
        Known("www.example.test", 28, 0),
        Known("example.test", 15, 0, [[0, 10] + hostBytes]),
        Known("example.test", 1, 0),
        Known("_mta-sts.example.test", 16, 0, [[14] + Array("v=STSv1; id=1;".utf8)]),
        Known("_25._tcp.www.example.test", 52, 0, [[3, 1, 1, 0xaa], [2, 0, 1, 0xbb]]),
        Known("_tcp.www.example.test", 52, 0),
        Known("_26._tcp.www.example.test", 52, 3),
        Known("_25._udp.www.example.test", 52, 3),
        Known("_25._tcp.example.test", 52, 3),
        Known("www.example.test", 52, 0),
        Known("other.example.test", 1, 3),
        Known("wwww.example.test", 1, 3),
        Known("test", 2, 0),
        Known("invalid", 255, 3),
    ])
    func `answers a query with its records or a response code`(known: Known) throws {
        let question = Self.secureQuestion(known.name, known.type)
        let answer = try #require(Self.zone.answer(to: question, port: 25))
        #expect(answer[3] & 15 == known.status)
        #expect(answer[2] == 0x81)
        #expect(answer[3] & 0x20 != 0, "it is authenticated")
        #expect(answer[6..<8].elementsEqual([0, UInt8(known.contents.count)]))
        let asked = Array(question[12..<question.count - Self.optRecord.count])
        #expect(Array(answer[12..<12 + asked.count]) == asked)
        var records: [UInt8] = []
        for content in known.contents {
            records += [0xc0, 12, 0, known.type, 0, 1, 0, 0, 0, 60, 0, UInt8(content.count)]
            records += content
        }
        records += Self.optRecord
        #expect(Array(answer.dropFirst(12 + asked.count)) == records)
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let message: [UInt8]
        /// The response code; nil if the server does not answer.
        let status: UInt8?

        init(_ testDescription: String, _ message: [UInt8], _ status: UInt8?) {
            (self.testDescription, self.message, self.status) = (testDescription, message, status)
        }
    }

    private static let one: [UInt8] = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]

    @Test(arguments: [
        Refused("nothing", [], nil),
        Refused("half a header", [0x12, 0x34, 1, 0, 0, 1], nil),
        Refused("an answer", question("www.example.test", 1, flags: [0x81, 0]), nil),
        Refused("no question", [0x12, 0x34, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1),
        Refused("no name", one, 1),
        Refused(
            "two questions",
            question("a", 1, counts: [0, 2, 0, 0, 0, 0, 0, 0], [1, 0x61, 0, 0, 1, 0, 1]),
            1
        ),
        Refused("65535 questions", question("a", 1, counts: [0xff, 0xff, 0, 0, 0, 0, 0, 0]), 1),
        Refused("an answer section", question("a", 1, counts: [0, 1, 0, 1, 0, 0, 0, 0]), 1),
        Refused("an authority section", question("a", 1, counts: [0, 1, 0, 0, 0, 1, 0, 0]), 1),
        Refused("a missing record", question("a", 1, counts: [0, 1, 0, 0, 0, 0, 0, 1]), 1),
        Refused("bytes at the end", question("a", 1, [0]), 1),
        Refused("a name that is cut", one + [3, 0x77, 0x77], 1),
        Refused("a type that is cut", one + [1, 0x61, 0, 0], 1),
        Refused("a pointer to itself", one + [0xc0, 12, 0, 1, 0, 1], 1),
        Refused("a pointer to the header", one + [1, 0x61, 0xc0, 0, 0, 1, 0, 1], 1),
        Refused(
            "a label of 64 bytes",
            one + [64] + [UInt8](repeating: 0x61, count: 64) + [0, 0, 1, 0, 1],
            1
        ),
        Refused(
            "a name of 257 bytes",
            one + [UInt8](repeating: 1, count: 256) + [0, 0, 1, 0, 1],
            1
        ),
        Refused("a name of 64 KiB", one + [UInt8](repeating: 1, count: 65_523), 1),
        Refused(
            "64 KiB after the question",
            question("a", 1, [UInt8](repeating: 0, count: 65_516)),
            1
        ),
        Refused(
            "two sets of options",
            question("a", 1, counts: [0, 1, 0, 0, 0, 0, 0, 2], optRecord + optRecord),
            1
        ),
        Refused(
            "options of a name",
            question("a", 1, counts: [0, 1, 0, 0, 0, 0, 0, 1], [1, 0x61] + optRecord),
            1
        ),
        Refused(
            "options that are cut",
            question("a", 1, counts: [0, 1, 0, 0, 0, 0, 0, 1], optRecord.dropLast() + [9]),
            1
        ),
        Refused("a status query", question("a", 1, flags: [0x11, 0]), 4),
        Refused("an update", question("a", 1, flags: [0x29, 0]), 4),
        Refused("another class", question("www.example.test", 1, class: 3), 5),
    ])
    func `answers an invalid or unsupported query only with an error`(refused: Refused) throws {
        let answer = Self.zone.answer(to: refused.message, port: 25)
        #expect((answer == nil) == (refused.status == nil))
        guard let answer else { return }
        #expect(answer.count >= 12)
        #expect(answer[3] & 15 == refused.status)
        #expect(answer[2] & 0x80 != 0)
        #expect(answer[6..<8].elementsEqual([0, 0]))
    }

    @Test func `refuses a later version of EDNS`() throws {
        var options = Self.optRecord
        options[6] = 1
        let question = Self.question(
            "www.example.test",
            1,
            counts: [0, 1, 0, 0, 0, 0, 0, 1],
            options
        )
        let answer = try #require(Self.zone.answer(to: question, port: 25))
        // BADVERS is 16: its upper bits are in the OPT record.
        #expect(answer[3] & 15 == 0)
        #expect(answer[answer.count - 6] == 1)
        #expect(answer[7] == 0)
    }

    @Test(arguments: [
        ("with DO", secureQuestion("www.example.test", 1), true),
        ("with AD", question("www.example.test", 1, flags: [1, 0x20]), true),
        ("with neither", question("www.example.test", 1), false),
    ])
    func `sets the AD bit only for queries with DO or AD, and for authenticated records`(
        _: String,
        question: [UInt8],
        isReported: Bool
    ) throws {
        let answer = try #require(Self.zone.answer(to: question, port: 25))
        #expect((answer[3] & 0x20 != 0) == isReported)
        var insecure = Self.zone
        insecure.insecure = [.a]
        let other = try #require(insecure.answer(to: question, port: 25))
        #expect(other[3] & 0x20 == 0)
        #expect(other.count == answer.count)
    }

    @Test func `answers SERVFAIL only for the stated record types`() throws {
        var zone = Self.zone
        zone.failing = [.tlsa]
        let failed = try #require(
            zone.answer(to: Self.question("_25._tcp.www.example.test", 52), port: 25)
        )
        #expect(failed[3] & 15 == 2)
        let address = try #require(zone.answer(to: Self.question("www.example.test", 1), port: 25))
        #expect(address[3] & 15 == 0)
    }

    @Test(arguments: [
        ("without EDNS", 10, nil, true),
        ("without EDNS, few records", 1, nil, false),
        ("over TCP", 200, 0xffff, false),
        ("over TCP, too long for a message", 2_000, 0xffff, false),
    ])
    func `truncates a long answer`(_: String, count: Int, limit: Int?, isCut: Bool) throws {
        var zone = Self.zone
        let host = try #require(DNSName("www.example.test"))
        zone.associations[host] = (0..<count).map {
            [3, 1, 1] + [UInt8](repeating: UInt8($0 & 255), count: 32)
        }
        let question = Self.question("_25._tcp.www.example.test", 52)
        let answer = try #require(zone.answer(to: question, port: 25, limit: limit))
        #expect((answer[2] & 2 != 0) == isCut)
        #expect(answer.count <= limit ?? 512)
        if count > 1_000 { #expect(answer[3] & 15 == 2) }
        if !isCut, count < 1_000 {
            #expect(answer[6..<8].elementsEqual([UInt8(count >> 8), UInt8(count & 255)]))
        }
    }

    @Test(arguments: [
        ("", true), (".", false), ("a", true), ("a.", true), ("a..b", false), (".a", false),
        (String(repeating: "a", count: 63), true), (String(repeating: "a", count: 64), false),
        (String(repeating: "a.", count: 127), true), (String(repeating: "a.", count: 128), false),
    ])
    func `accepts only valid DNS names`(text: String, isName: Bool) {
        #expect((DNSName(text) != nil) == isName)
    }
}
