import Basics
import CommandWorkshop
import Testing

@testable import hatpin

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The public test vectors, next to the project or in the folder that `HATPIN_VECTORS` names.
enum Vectors {
    /// Whether a file is available.
    static func has(_ name: String) -> Bool { path(name) != nil }

    /// Returns the content of a compressed file.
    static func text(_ name: String) throws -> [UInt8] {
        let file = try #require(path(name))
        let workshop = try Workshop()
        #expect(workshop.shell("gunzip -c '\(file)' > text").exit == 0)
        return try Files.read("\(workshop.folder)/text")
    }

    private static func path(_ name: String) -> String? {
        let folder = getenv("HATPIN_VECTORS").map { String(cString: $0) } ?? "../shared/vectors"
        guard access("\(folder)/\(name)", R_OK) == 0,
            let path = realpath("\(folder)/\(name)", nil)
        else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
