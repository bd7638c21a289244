import Foundation

// EmbedFolder writes a folder as a type in a Swift file, for the build:
// EmbedFolder FOLDER TYPE FILE.

/// The folder's files in one text: for each file a line with its path and the count of its base64
/// characters, then these characters.
///
/// Base64, because a Swift literal cannot contain every byte or every run of quotation marks.
func archive(of folder: URL) throws -> String {
    let manager = FileManager.default
    let names = try manager.subpathsOfDirectory(atPath: folder.path).sorted()
    var archive = ""
    for name in names where !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
        let file = folder.appending(path: name)
        var isFolder: ObjCBool = false
        guard manager.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue
        else { continue }
        let text = try Data(contentsOf: file).base64EncodedString()
        archive += "\(name) \(text.count)\n\(text)\n"
    }
    return archive
}

guard CommandLine.arguments.count == 4 else {
    print("usage: EmbedFolder FOLDER TYPE FILE")
    exit(64)
}
let archived = try archive(of: URL(filePath: CommandLine.arguments[1]))
// FNV-1a with 64 bits. It names a folder that only its user can write, so it needs no protection
// against attackers.
let version = archived.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
}
let text = """
    enum \(CommandLine.arguments[2]) {
        static let version: StaticString = "\(String(version, radix: 16))"
        static let archive: StaticString = \"""
    \(archived)\"""
    }
    """
try Data(text.utf8).write(to: URL(filePath: CommandLine.arguments[3]))
