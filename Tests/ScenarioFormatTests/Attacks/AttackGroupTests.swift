import ScenarioFormat
import Testing

/// The attack catalogue.
struct AttackGroupTests {
    private let attacks = AttackGroup.catalogue.flatMap(\.attacks)

    @Test func `reads every attack of the catalogue`() {
        #expect(attacks.count == 911)
        #expect(Set(attacks.map(\.id)).count == 911)
        for attack in attacks {
            #expect(!attack.verdict.isEmpty && !attack.about.isEmpty, "\(attack.id)")
        }
    }

    @Test func `numbers the attacks of a group from 1 without gaps`() {
        for group in AttackGroup.catalogue {
            let numbers = group.attacks.map { Int($0.id.dropFirst(group.name.count + 1)) }
            #expect(numbers == (1...group.attacks.count).map(Optional.some), "\(group.name)")
        }
    }

    @Test func `gives a reason for each attack that no scenario can express`() {
        for attack in attacks {
            #expect(attack.obstacle?.hasPrefix("not expressible: ") ?? true, "\(attack.id)")
        }
    }

    @Test func `finds an attack only by its exact id`() {
        #expect(AttackGroup.attack("PIN-018")?.verdict == "reject")
        #expect(AttackGroup.attack("PIN-050") == nil)
        #expect(AttackGroup.attack("pin-018") == nil)
        #expect(AttackGroup.attack("") == nil)
    }
}
