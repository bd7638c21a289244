import Basics
import CommandWorkshop
import Testing

@testable import hatpin

@Suite(.blocking)
struct FindingsFolderTests {
    @Test func `does not replace an existing finding`() throws {
        let workshop = try Workshop()
        let findings = FindingsFolder("\(workshop.folder)/findings")
        try Files.makeFolder(findings.path)
        try findings.write(["input": [0x61]], as: "F")
        try findings.write(["input": [0x62]], as: "F")
        #expect(workshop.read("findings/F/input") == "a")
        #expect(try Files.entries(of: findings.path) == ["F"])
    }
}
