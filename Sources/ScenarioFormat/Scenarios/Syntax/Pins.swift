import Basics
import ClientModels
import X509

/// A pin as a file writes it.
enum WrittenPin: Hashable, Sendable {
    case entity(EntityPin)
    case sha256([UInt8])
    /// A certificate file, relative to the scenario's.
    case file(String)

    init(_ text: String) throws(Fault) {
        if let pin = EntityPin(text) {
            self = .entity(pin)
        } else if text.hasPrefix("sha256/") {
            guard let bytes = Base64.decode(text.dropFirst(7).utf8), bytes.count == 32 else {
                throw .badPinHash(text)
            }
            self = .sha256(bytes)
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
        case .entity(let pin): pin.written
        case .sha256(let bytes): "sha256/" + Base64.text(bytes)
        case .file(let path): path
        }
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
