import Basics
import PathValidation
import ScenarioFormat
import TLS
import TestSupport
import Testing

/// The attack catalogue.
struct AttackGroupTests {
    private let attacks = AttackGroup.catalogue.flatMap(\.attacks)

    @Test func `the embedded catalogue equals the file`() throws {
        let text = try #require(repositoryFile("Sources/ScenarioFormat/Attacks/attacks.txt"))
        #expect(try AttackGroup.read(text) == AttackGroup.catalogue)
        #expect(attacks.count == 948)
        #expect(Set(attacks.map(\.id)).count == 948)
    }

    @Test func `names only reasons for rejections that exist`() {
        for attack in attacks where attack.verdict.hasPrefix("reject: ") {
            let code = String(attack.verdict.dropFirst("reject: ".count))
            #expect(Rejection.Code(rawValue: code) != nil, "\(attack.id)")
        }
    }

    @Test func `the catalogue has the attacks that protocol violations name`() {
        for violation in Violation.catalogue {
            for id in violation.attacks { #expect(AttackGroup.attack(id) != nil, "\(id)") }
        }
    }

    @Test func `gives a reason for each attack that no scenario can express`() {
        for attack in attacks {
            #expect(attack.obstacle?.hasPrefix("not expressible: ") ?? true, "\(attack.id)")
        }
    }

    @Test(
        arguments: [
            ("[A] a\n\n001 | reject | One\n002 | accept | Two | not\n  expressible", nil),
            ("[A] a\n001 | reject", .badFields(line: 2)),
            ("[A] a\n001 | reject |", .badFields(line: 2)),
            ("[A] a\n001 | reject | One | x | y", .badFields(line: 2)),
            ("[A] a\n001 | reject | One\n003 | reject | Two", .badNumber(line: 3)),
            ("[A] a\n1 | reject | One", .badNumber(line: 2)),
            ("001 | reject | One", .form(.entryOutsideSection(line: 1))),
        ] as [(String, AttackGroup.Fault?)]
    )
    func `rejects a malformed list of attacks`(text: String, fault: AttackGroup.Fault?) {
        var found: AttackGroup.Fault?
        do { _ = try AttackGroup.read(text) } catch { found = error }
        #expect(found == fault)
    }

    @Test func `finds an attack only by its exact id`() {
        #expect(AttackGroup.attack("PIN-018")?.verdict == "reject")
        #expect(AttackGroup.attack("PIN-050") == nil)
        #expect(AttackGroup.attack("pin-018") == nil)
        #expect(AttackGroup.attack("") == nil)
    }
}
