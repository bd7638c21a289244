import Foundation

// EmbedFolder writes a folder as one type in a Swift file, for the build: EmbedFolder FOLDER TYPE FILE.

/// The folder's files in one text: for each a line with its path and its count of base64 characters,
/// and then those characters.
///
/// Base64 because a literal of Swift holds neither every byte nor every run of quotation marks.
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
// FNV-1a of 64 bits. It names a folder of the user's own, so that no attacker is to be kept out.
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
