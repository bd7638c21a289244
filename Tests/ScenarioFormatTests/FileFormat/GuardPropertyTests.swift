import Testing
import Yams

@testable import ScenarioFormat

/// Compares the guard, which knows little of YAML, with the parser.
struct GuardPropertyTests {
    /// In text that passes the guard, the parser finds no anchor, alias, tag or merge key, and
    /// no text causes a trap.
    @Test func `the guard rejects every costly YAML construct`() {
        var random = Generator(state: 1)
        for _ in 0..<Self.rounds {
            let count = 1 + Int(random.next() % 14)
            let text = (0..<count).map { _ in
                Self.pieces[Int(random.next() % UInt64(Self.pieces.count))]
            }.joined()
            let source = Source(path: "x", bytes: Array(text.utf8))
            _ = YAMLReader.documents(of: source)
            guard TextGuard.diagnostics(of: source).isEmpty,
                LexicalGuard.diagnostics(of: source).isEmpty
            else { continue }
            #expect(!Self.holdsDear(text), "\(text.debugDescription)")
        }
    }

    static let rounds = 20_000

    private static let pieces = [
        "a", "b: ", "c:", " ", "  ", "\n", "\n  ", "\n    ", "\r\n", "\t", "- ", "-", "? ", ": ",
        ":",
        "[", "]", "{", "}", ",", ", ", "\"", "'", "\\", "\\\"", "''", "|", "|2", ">-", "| ", "#",
        " #",
        "*x", "&x ", "!t ", "<<: ", "<<", "*", "---", "---\n", "\n--- ", "...\n", "%TAG ", "é",
        "x y",
        "\n*x", "\n&x b", "\"k\": ", "'k': ", "|\n  ", ">\n a\n",
    ]

    /// Whether the parser finds constructs that no scenario may contain.
    private static func holdsDear(_ text: String) -> Bool {
        var nodes: [Yams.Node] = []
        guard let parser = try? Parser(yaml: text, resolver: .basic, encoding: .utf8) else {
            return false
        }
        // Nodes before a fault count too, because an alias is resolved when it is read.
        while let root = try? parser.nextRoot() { nodes.append(root) }
        return withExtendedLifetime(parser) { nodes.contains(where: isDear) }
    }

    private static func isDear(_ node: Yams.Node) -> Bool {
        let names: [Yams.Tag.Name] = [.str, .seq, .map]
        if node.anchor != nil || !names.contains(where: { "\($0.rawValue)" == "\(node.tag)" }) {
            return true
        }
        return switch node {
        case .scalar, .alias: false
        case .sequence(let elements): elements.contains(where: isDear)
        case .mapping(let pairs):
            pairs.contains { key, value in
                isDear(key) || isDear(value)
                    || (key.scalar?.string == "<<" && key.scalar?.style == .plain)
            }
        }
    }
}

/// Marsaglia's xorshift64*: the same numbers on every run.
private struct Generator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_f491_4f6c_dd1d >> 11
    }
}
