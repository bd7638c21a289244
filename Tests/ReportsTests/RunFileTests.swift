import Basics
import Foundation
import Reports
import Runner
import TestSupport
import Testing

@Suite("Run files")
struct RunFileTests {
    static let bytes = Array(Fixture.render(Fixture.records, "ndjson").utf8)

    @Test func `reading a run file returns the records that were written`() throws {
        let history = try RunHistory(Self.bytes, path: "run")
        #expect(history.plan == Fixture.plan)
        #expect(history.judgements == Fixture.judgements)
        #expect(history.summary?.tally == Fixture.tally)
    }

    @Test func `each line conforms to the schema`() throws {
        let lines = Fixture.render(Fixture.records, "ndjson").split(separator: "\n")
        for line in lines {
            #expect(try schemaFaults(of: String(line), by: RunRecord.schema) == [])
            let broken = String(line).replacing("\"type\":", with: "\"kind\":")
            #expect(!(try schemaFaults(of: broken, by: RunRecord.schema)).isEmpty)
        }
    }

    @Test func `an ignored CRL is read back and named in the reason of a failure`() throws {
        let sentence = "the CRL for the end entity is out of date, and was ignored"
        let judgement = Fixture.judgement("a/b", .falseAccept, .accept(grounds: "path")) {
            $0.path = ["leaf", "root"]
            $0.leftAside = [Untrusted(sentence)]
        }
        let text = Fixture.render([.plan(Fixture.plan), .judgement(judgement)], "ndjson")
        let history = try RunHistory(Array(text.utf8), path: "run")
        #expect(history.judgements == [judgement])
        for line in text.split(separator: "\n") {
            #expect(try schemaFaults(of: String(line), by: RunRecord.schema) == [])
        }
        #expect(
            judgement.words(in: nil).because
                == "the client received leaf ← intermediate; the path leaf ← root ends at a trust "
                + "anchor, and no other check rejected it; " + sentence
        )
    }

    @Test func `the faults and violations of a server are read back and conform to the schema`()
        throws
    {
        let judgement = Fixture.judgement("a/b", .pass) {
            $0.serverFaults = ["chain: reversed"]
            $0.violations = ["skip-finished"]
        }
        let text = Fixture.render([.plan(Fixture.plan), .judgement(judgement)], "ndjson")
        #expect(try RunHistory(Array(text.utf8), path: "run").judgements == [judgement])
        for line in text.split(separator: "\n") {
            #expect(try schemaFaults(of: String(line), by: RunRecord.schema) == [])
        }
    }

    @Test func `the chain of a failure is read back with issuers and marks`() throws {
        let judgement = Fixture.judgement("a/b", .falseAccept) {
            $0.importance = "high"
            $0.chain = ChainRecord(
                received: [
                    .init(name: "root", issuer: "root", marks: [.trusted, .pinned]),
                    .init(name: "leaf", issuer: "root", marks: [.sent], changes: ["serial: 0"]),
                ],
                server: [.init(name: "genuine", issuer: "root", marks: [])],
                changes: ["network.proxy.serves: [leaf]"]
            )
        }
        let lines = Fixture.render([.plan(Fixture.plan), .judgement(judgement)], "ndjson")
        #expect(try RunHistory(Array(lines.utf8), path: "").judgements == [judgement])
        for line in lines.split(separator: "\n") {
            #expect(try schemaFaults(of: String(line), by: RunRecord.schema) == [])
        }
    }

    @Test func `a run file truncated at any byte still returns every complete line`() throws {
        let records = Fixture.records.prefix(3) + Fixture.records.suffix(1)
        let bytes = Array(Fixture.render(Array(records), "ndjson").utf8)
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        for length in 0...bytes.count {
            let history = try RunHistory(Array(bytes.prefix(length)), path: "run")
            // A line is complete with its last brace; its newline may be missing.
            let lines = ends.filter { $0 <= length }.count
            let found =
                (history.plan == nil ? 0 : 1) + history.judgements.count
                + (history.summary == nil ? 0 : 1)
            #expect(found == lines)
        }
    }

    struct Bad: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let error: RunFileError
    }

    static let plan = Fixture.render(Array(Fixture.records.prefix(1)), "ndjson")
    static let judgement = Fixture.render(Array(Fixture.records[1...1]), "ndjson")

    static let bad = [
        Bad(
            testDescription: "a broken line in the middle",
            text: plan + "{\"type\":\n" + judgement,
            error: .line(2, path: "run", .syntax(offset: 8))
        ),
        Bad(
            testDescription: "an unknown type",
            text: plan + "{\"type\":\"other\"}\n",
            error: .line(2, path: "run", .unknownType)
        ),
        Bad(
            testDescription: "a missing member",
            text: plan + "{\"type\":\"judgement\"}\n",
            error: .line(2, path: "run", .member("index"))
        ),
        Bad(
            testDescription: "another format",
            text: "{\"type\":\"plan\",\"format\":2}\n",
            error: .line(1, path: "run", .format(2))
        ),
        Bad(
            testDescription: "no plan at the head",
            text: judgement,
            error: .noPlan(path: "run")
        ),
        Bad(
            testDescription: "a second plan",
            text: plan + plan,
            error: .noPlan(path: "run")
        ),
        Bad(
            testDescription: "a member twice",
            text: "{\"type\":\"plan\",\"type\":\"plan\"}\n",
            error: .line(1, path: "run", .syntax(offset: 22))
        ),
        Bad(
            testDescription: "nesting without end",
            text: String(repeating: "[", count: 100_000) + "\n",
            error: .line(1, path: "run", .syntax(offset: 16))
        ),
    ]

    @Test(arguments: bad)
    func `rejects a file that is not a run file`(_ example: Bad) {
        #expect(throws: example.error) {
            try RunHistory(Array(example.text.utf8), path: "run")
        }
    }

    @Test func `a run file is never overwritten`() throws {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(path: "hatpin-run-\(getpid()).ndjson").path()
        defer { unlink(path) }
        _ = try RunFile(creating: path)
        #expect(throws: RunFileError.system("open", path, .system(errno: EEXIST))) {
            _ = try RunFile(creating: path)
        }
    }

    @Test(arguments: 0..<3)
    func `verdicts that arrive in any order are written in the order of the plan`(seed: Int) throws
    {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(path: "hatpin-order-\(getpid())-\(seed).ndjson").path()
        defer { unlink(path) }
        let judgements = Fixture.judgements
        let shuffled = judgements.indices.map { judgements[($0 * 5 + seed) % judgements.count] }
        let summary = SummaryRecord(tally: Fixture.tally, wasInterrupted: false, elapsed: 5_912_345)
        var file = try RunFile(creating: path)
        try file.append(.plan(Fixture.plan))
        for judgement in shuffled {
            try file.append(.judgement(judgement))
        }
        #expect(try RunHistory(RunFile.read(path), path: path).judgements == judgements)
        // This file is left by a process that was killed while it sorted.
        try Data("left".utf8).write(to: URL(filePath: path + ".sorting"))
        try file.finish(summary)
        #expect(try RunFile.read(path) == Self.bytes)
    }

    @Test func `a missing folder is an error`() {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(path: "hatpin-none-\(getpid())/run.ndjson").path()
        #expect(throws: RunFileError.system("open", path, .system(errno: ENOENT))) {
            _ = try RunFile(creating: path)
        }
    }
}
