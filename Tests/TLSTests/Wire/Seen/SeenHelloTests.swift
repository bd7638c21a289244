import Crypto
import Testing

@testable import TLS

/// The fields of a client's hello, as the server observes them.
struct SeenHelloTests {
    /// Returns a record with one message: a hello with these extensions.
    private static func record(
        _ extensions: [(type: UInt16, data: [UInt8])],
        isFollowed: Bool = false
    ) -> [UInt8] {
        let list = extensions.map { Extension($0.type, $0.data) }
        let body =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0x13, 1, 1, 0] + list.encoded
        let message = HandshakeType.clientHello.message(body) + (isFollowed ? [16] : [])
        return [22, 3, 1, UInt8(message.count >> 8), UInt8(message.count & 0xff)] + message
    }

    private static func name(_ names: String...) -> (type: UInt16, data: [UInt8]) {
        var list: [UInt8] = []
        for name in names { list += [0, 0, UInt8(name.utf8.count)] + Array(name.utf8) }
        return (0, [0, UInt8(list.count)] + list)
    }

    private static func seen(_ pieces: [[UInt8]]) -> [SeenHello] {
        var watch = HelloWatch()
        return pieces.compactMap { piece in
            watch.receive(piece)
            return watch.take()
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let extensions: [(type: UInt16, data: [UInt8])]
        let field: HelloField
        let value: String

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "no name", extensions: [], field: .serverName, value: "absent"),
        Case(
            name: "a name as it came",
            extensions: [name("WWW.Example.test.")],
            field: .serverName,
            value: "WWW.Example.test."
        ),
        Case(
            name: "two names",
            extensions: [name("a.test", "b.test")],
            field: .serverName,
            value: "a.test, b.test"
        ),
        Case(
            name: "an empty list of names",
            extensions: [(0, [0, 0])],
            field: .serverName,
            value: ""
        ),
        Case(name: "the legacy version", extensions: [], field: .versions, value: "1.2"),
        Case(
            name: "versions without GREASE",
            extensions: [(43, [8, 0x7a, 0x7a, 3, 4, 3, 3, 0x7f, 0x1c])],
            field: .versions,
            value: "1.2, 1.3, 0x7f1c"
        ),
        Case(
            name: "every version by its name",
            extensions: [(43, [8, 3, 1, 3, 2, 3, 3, 3, 4])],
            field: .versions,
            value: "1.0, 1.1, 1.2, 1.3"
        ),
        Case(
            name: "application protocols",
            extensions: [(16, [0, 6, 2, 104, 50, 2, 104, 51])],
            field: .protocols,
            value: "h2, h3"
        ),
        Case(name: "no application protocol", extensions: [], field: .protocols, value: "absent"),
        Case(name: "no session", extensions: [], field: .session, value: "absent"),
        Case(name: "a session", extensions: [(41, [])], field: .session, value: "present"),
        Case(name: "early data", extensions: [(42, [])], field: .earlyData, value: "present"),
    ]

    @Test(arguments: cases)
    func `shows a field as received`(_ example: Case) throws {
        let hello = try #require(Self.seen([Self.record(example.extensions)]).first)
        #expect(example.field.value(in: hello) == example.value)
    }

    @Test func `accepts bytes one by one`() {
        let record = Self.record([Self.name("a.test")])
        #expect(Self.seen(record.map { [$0] }) == Self.seen([record]))
    }

    /// RFC 8446 §4.1.2: the client repeats its hello after a HelloRetryRequest.
    @Test func `reads the second hello after the client's ChangeCipherSpec`() throws {
        let first = Self.record([Self.name("a.test")])
        let second = Self.record([Self.name("b.test")])
        let hellos = Self.seen([first, [20, 3, 3, 0, 1, 1] + second])
        #expect(hellos.map { HelloField.serverName.value(in: $0) } == ["a.test", "b.test"])
    }

    @Test(arguments: [
        [23, 3, 3, 0, 1, 0], [21, 3, 3, 0, 2, 2, 40], [22, 3, 3, 0, 4, 16, 0, 0, 0],
    ])
    func `ignores records after the last ClientHello`(_ record: [UInt8]) {
        let hello = Self.record([])
        #expect(Self.seen([hello, record, hello]).count == 1)
        #expect(Self.seen([Self.record([], isFollowed: true), hello]).count == 1)
    }

    /// Suites of a client's later hello.
    ///
    /// The first hello has GREASE suites and three other suites; one of these suites consists of
    /// two equal bytes. The groups are similar.
    @Test(arguments: [
        ([0x0a0a, 0x1111, 0x1301, 0x1302], false), ([0xfafa, 0x1111, 0x1301, 0x1302], false),
        ([0x1111, 0x1301, 0x1302], false), ([0x1111, 0x1301, 0x1302, 0x1303], false),
        ([0xfafa, 0x1111, 0x1301], true), ([0x0a0a, 0x1301, 0x1302], true),
    ])
    func `a second hello is weaker if it offers fewer suites or groups, except for GREASE`(
        numbers: [Int],
        isWeaker: Bool
    ) {
        func hello(suites: [Int], groups: [Int]) -> SeenHello? {
            func list(_ numbers: [Int]) -> [UInt8] {
                [0, UInt8(2 * numbers.count)]
                    + numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
            }
            let content = list(groups)
            let extensions = [0, 10, 0, UInt8(content.count)] + content
            let body =
                [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + list(suites) + [1, 0]
                + [0, UInt8(extensions.count)] + extensions
            return SeenHello(body[...])
        }
        let all = [0x0a0a, 0x1111, 0x1301, 0x1302]
        let first = hello(suites: all, groups: all)
        for (suites, groups) in [(numbers, all), (all, numbers)] {
            let later = hello(suites: suites, groups: groups)?.following(first)
            #expect(later?.isWeaker == isWeaker)
        }
    }

    /// Version, random, session, suites and compression methods.
    private static let parts: [[UInt8]] = [
        [3, 3], [UInt8](repeating: 7, count: 32), [0], [0, 2, 0x13, 1], [1, 0],
    ]

    @Test(arguments: [(1, []), (2, [255]), (3, [0, 255]), (4, [255])] as [(Int, [UInt8])])
    func `rejects a hello with a missing or overlong part`(
        place: Int,
        part: [UInt8]
    ) {
        var parts = Self.parts
        #expect(SeenHello(Array(parts.joined())[...]) != nil)
        parts[place] = part
        #expect(SeenHello(Array(parts.joined())[...]) == nil)
    }

    @Test func `servers of both engines observe the ClientHello, also after a retry`() throws {
        for violations in [[], ["retry-without-change"]] {
            var presentation = Presentation(credential: try TestServer().credential)
            presentation.engine = violations.isEmpty ? .libssl : .hatpin
            presentation.violations = Violation.catalogue.filter { violations.contains($0.name) }
            let client = Client(host: "www.example.test", serverName: "www.example.test") { _ in
                .proceed
            }
            let (_, seen) = try Loopback().exchange(
                presentation,
                with: client,
                deadline: .seconds(20)
            )
            let hello = try #require(seen.hello)
            #expect(HelloField.serverName.value(in: hello) == "www.example.test")
            #expect(HelloField.versions.value(in: hello) == "1.2, 1.3")
        }
    }
}
