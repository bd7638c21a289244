import Testing

@testable import hatpin

@Suite struct ProgramPortTests {
    /// Two programs that start at once must not get one port.
    @Test func `a port is not chosen again soon`() throws {
        var recent: [UInt16] = []
        for _ in 0..<5_000 {
            let port = try ProgramPort.next()
            #expect(!recent.contains(port))
            recent.append(port)
            if recent.count > 500 { recent.removeFirst() }
        }
    }
}
