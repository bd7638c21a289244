import FileFormat
import PKIX

/// A pin as a file writes it.
enum WrittenPin: Hashable, Sendable {
    case spki(String)
    case certificate(String)
    case sha256([UInt8])
    /// A certificate file, relative to the scenario's.
    case file(String)

    init(_ text: String) throws(Fault) {
        if let entity = Self.operand(of: "spki", in: text) {
            self = .spki(entity)
        } else if let entity = Self.operand(of: "certificate", in: text) {
            self = .certificate(entity)
        } else if text.hasPrefix("sha256/") {
            guard let octets = Base64.decode(text.dropFirst(7).utf8), octets.count == 32 else {
                throw .badPinHash(text)
            }
            self = .sha256(octets)
        } else if Self.fileEndings.contains(where: text.hasSuffix) {
            self = .file(text)
        } else {
            throw .badPin(text)
        }
    }

    static let fileEndings = [".pem", ".crt", ".cer", ".der"]

    /// As a file has it.
    var written: String {
        switch self {
        case .spki(let entity): "spki(\(entity))"
        case .certificate(let entity): "certificate(\(entity))"
        case .sha256(let octets): "sha256/" + Base64.text(octets)
        case .file(let path): path
        }
    }

    private static func operand(of function: String, in text: String) -> String? {
        guard text.hasPrefix(function + "("), text.hasSuffix(")") else { return nil }
        return String(text.dropFirst(function.count + 1).dropLast())
    }
}

/// The certificate of a pin file.
enum CertificateFile {
    /// In bytes; larger than any certificate in use, so that attacks with huge ones can be pinned.
    private static let maximumSize = 1 << 20

    /// The certificate in the file at a path relative to the folder of a scenario's file: DER as it
    /// stands, or the first of a PEM file.
    static func der(at path: String, beside source: Source) throws(Fault) -> [UInt8] {
        guard let root = source.root else {
            throw .badPinFile(path, RegularFile.Failure.outOfReach.reason)
        }
        let bytes: [UInt8]
        do {
            bytes = try RegularFile.read(
                path.hasPrefix("/") ? path : source.folder + path,
                limit: maximumSize,
                inside: root
            )
        } catch {
            throw .badPinFile(path, error.reason)
        }
        if bytes.first == 0x30 { return bytes }
        do {
            return try PEM.certificates(in: bytes)[0]
        } catch {
            throw .badPinFile(path, error.description)
        }
    }
}
