import Basics
import ClientModels
import X509

/// A pin as written in a file.
enum WrittenPin: Hashable, Sendable {
    case entity(EntityPin)
    case sha256([UInt8])
    /// A certificate file, relative to the scenario's file.
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

    /// The text in a file.
    var written: String {
        switch self {
        case .entity(let pin): pin.written
        case .sha256(let bytes): "sha256/" + Base64.text(bytes)
        case .file(let path): path
        }
    }
}

/// Reads the certificate of a pin file.
enum CertificateFile {
    /// The size limit in bytes.
    ///
    /// The limit is larger than any real certificate, so that attacks with huge certificates can be
    /// pinned.
    private static let maximumSize = 1 << 20

    /// Reads the certificate in a file, whose path is relative to the scenario's folder: DER, or
    /// the first certificate of a PEM file.
    static func der(at path: String, beside source: Source) throws(Fault) -> [UInt8] {
        guard let root = source.root else {
            throw .badPinFile(path, FileError.outOfReach.reason)
        }
        let bytes: [UInt8]
        do {
            bytes = try Files.readRegular(
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
