import Basics
import Campaigns
import Testing

@testable import hatpin

struct CampaignBoardTests {
    @Test func `counts batches up to the first unfinished batch`() throws {
        let range = CaseRange(lowerBound: 1, upperBound: 600)
        let board = CampaignBoard(
            of: range,
            Shard(number: 1, count: 1),
            console: FuzzConsole(width: nil)
        )
        let first = try #require(board.take())
        let second = try #require(board.take())
        var ledger = Ledger()
        ledger.cases = second.count
        board.add(ledger, of: second)
        #expect(board.standing.next == 1 && board.standing.ledger.cases == 0)
        ledger.cases = first.count
        board.add(ledger, of: first)
        #expect(board.standing.next == 513 && board.standing.ledger.cases == 512)
        // A lost batch stays before the later ones, and no further batch starts.
        let third = try #require(board.take())
        board.fail(Failure(.environment, "lost"))
        #expect(third.count == 88 && board.take() == nil)
        #expect(board.standing.next == 513 && board.finish().cases == 512)
    }
}
