import Testing

@testable import hatpin

@Suite("Progress")
struct ProgressTests {
    @Test func `draws a bar at most ten times a second, and removes the bar before other output`() {
        var progress = Progress(.bar(width: 60, hasColour: false))
        progress.start(pairs: 4, at: .seconds(1))
        progress.begin("names/exact@reference with a name that has no end at all")
        #expect(progress.tick(at: .milliseconds(1_050)) == "")
        #expect(progress.clear() == "")
        progress.advance()
        #expect(
            progress.tick(at: .milliseconds(1_100))
                == "\r\u{1b}[2K ██████░░░░░░░░░░░░░░░░░░  1/4  0.1 s  names/exact@referenc"
        )
        #expect(progress.tick(at: .milliseconds(1_150)) == "")
        #expect(progress.clear() == "\r\u{1b}[2K")
        #expect(progress.clear() == "")
    }

    @Test func `without a terminal, writes a line every thirty seconds`() {
        var progress = Progress(.heartbeat)
        progress.start(pairs: 4, at: .zero)
        progress.advance()
        #expect(progress.tick(at: .seconds(29)) == "")
        #expect(progress.tick(at: .seconds(30)) == "1/4 judged after 30 s\n")
        #expect(progress.tick(at: .seconds(59)) == "")
        #expect(progress.tick(at: .seconds(60)) == "1/4 judged after 60 s\n")
    }

    @Test func `shows nothing for a run without cases`() {
        var progress = Progress(.none)
        progress.start(pairs: 4, at: .zero)
        #expect(progress.tick(at: .seconds(100)) == "")
        #expect(progress.clear() == "")
    }
}
