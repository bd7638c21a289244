import Forge
import X509

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
        let operands: KeyValuePairs<String, Written?> = [
            "at": .text(path), key: .text(writtenOctets(octets)),
        ]
        return .fields([operation: .fields(operands)])
    }
}
