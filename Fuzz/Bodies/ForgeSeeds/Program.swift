import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Writes seeds of fuzz targets from scenarios, for script/fuzz: `ForgeSeeds SCENARIOS FOLDER`.
@main
enum Program {
    static func main() async {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            guard arguments.count == 2, let scenarios = arguments.first, let folder = arguments.last
            else { throw Failure(.usage, "usage: ForgeSeeds SCENARIOS FOLDER") }
            try await ForgedSeeds(of: scenarios).write(below: folder)
        } catch {
            let failure = error as? Failure ?? Failure(.environment, "cannot forge seeds: \(error)")
            try? StandardStream.error.write(failure.text)
            exit(3)
        }
    }
}
