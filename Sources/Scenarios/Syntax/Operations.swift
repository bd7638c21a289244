import FileFormat
import Forge
import PKIX

/// Reads the operations of `raw`.
struct SurgeryReader {
    private(set) var diagnostics: [Diagnostic] = []

    mutating func surgery(_ value: Value?) -> [Surgery] {
        (value?.elements ?? []).compactMap { operation($0) }
    }

    private mutating func operation(_ value: Value) -> Surgery? {
        guard value.entries.count == 1, let operation = value.entries.first else {
            let keys = [
                "drop", "duplicate", "set", "retag", "relength", "swap", "truncate", "resign",
            ]
            let fault = Fault.exactlyOne(of: keys, in: "an operation")
            diagnostics.append(Diagnostic(fault, at: value.place, text: nil))
            return nil
        }
        let operands = operation.value
        let at = operands["at"]?.text ?? ""
        let hex = operands["hex"]?.text.flatMap { [UInt8](hex: $0) } ?? []
        switch operation.key {
        case "drop": return operands.text.map { .drop(path: $0) }
        case "duplicate": return operands.text.map { .duplicate(path: $0) }
        case "set": return .set(path: at, encoding: hex)
        case "retag":
            let tag = operands["tag"]?.text.flatMap { [UInt8](hex: $0) }?.first
            return tag.map { .retag(path: at, tag: $0) }
        case "relength": return .relength(path: at, octets: hex)
        case "swap": return operands["with"]?.text.map { .swap(path: at, with: $0) }
        case "truncate":
            return operands["to"]?.text.flatMap(wholeNumber).map { .truncate(path: at, count: $0) }
        default: return operands.text == "true" ? .resign : nil
        }
    }
}

extension Surgery {
    /// As `raw` has it.
    var written: Written {
        switch self {
        case .drop(let path): .fields(["drop": .text(path)])
        case .duplicate(let path): .fields(["duplicate": .text(path)])
        case .set(let path, let encoding): Self.written("set", path, "hex", encoding)
        case .retag(let path, let tag): Self.written("retag", path, "tag", [tag])
        case .relength(let path, let octets): Self.written("relength", path, "hex", octets)
        case .swap(let path, let other):
            .fields(["swap": .fields(["at": .text(path), "with": .text(other)])])
        case .truncate(let path, let count):
            .fields(["truncate": .fields(["at": .text(path), "to": .number(count)])])
        case .resign: .fields(["resign": .flag(true)])
        }
    }

    private static func written(
        _ operation: String,
        _ path: String,
        _ key: String,
        _ octets: [UInt8]
    ) -> Written {
        let operands: KeyValuePairs<String, Written?> = ["at": .text(path), key: .text(octets.hex)]
        return .fields([operation: .fields(operands)])
    }
}
