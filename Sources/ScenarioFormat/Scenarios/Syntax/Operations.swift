import Forge
import X509

extension Surgery {
    /// The operation as in `raw`.
    var written: Written {
        switch self {
        case .drop(let path): .fields(["drop": .text(path)])
        case .duplicate(let path): .fields(["duplicate": .text(path)])
        case .set(let path, let encoding): Self.written("set", path, "hex", encoding)
        case .retag(let path, let tag): Self.written("retag", path, "tag", [tag])
        case .relength(let path, let bytes): Self.written("relength", path, "hex", bytes)
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
        _ bytes: [UInt8]
    ) -> Written {
        let operands: KeyValuePairs<String, Written?> = [
            "at": .text(path), key: .text(writtenBytes(bytes)),
        ]
        return .fields([operation: .fields(operands)])
    }
}
