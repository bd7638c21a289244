import Testing

/// The faults that `script/fuzz-power` plants apply to the current code.
struct PlantedFaultTests {
    private static let folder = "Fuzz/Faults"

    /// Returns the parts of a patch that do not match their file, or its head if a line is missing.
    private static func stale(
        _ patch: String,
        _ text: (String) throws -> String
    ) rethrows -> [String] {
        let lines = patch.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let head = Array(lines.prefix { !$0.hasPrefix("---") })
        let words = ["Fault: ", "Target: ", "Broken property: "]
        guard zip(head, words).allSatisfy({ $0.hasPrefix($1) }), head.count > words.count else {
            return ["its head"]
        }
        var stale: [String] = []
        var file = ""
        var part: [String] = []
        func check() throws {
            let old = part.joined(separator: "\n")
            if try !text(file).contains(old) { stale.append("\(file):\n\(old)") }
            part = []
        }
        for line in lines.dropFirst(head.count) {
            switch line.first {
            case "-" where line.hasPrefix("--- a/"): file = String(line.dropFirst(6))
            case "+" where line.hasPrefix("+++ b/"): continue
            case "@": if !part.isEmpty { try check() }
            case " ", "-": part.append(String(line.dropFirst()))
            default: continue
            }
        }
        try check()
        return stale
    }

    @Test(arguments: Repository.names(in: folder).filter { $0.hasSuffix(".patch") })
    func `applies every fault`(name: String) throws {
        let patch = try Repository.text("\(Self.folder)/\(name)")
        #expect(try Self.stale(patch, Repository.text) == [])
        let target = patch.split(separator: "\n")[1].dropFirst("Target: ".count)
        #expect(
            Repository.has("Fuzz/Sources/\(target)/EntryPoint.swift"),
            "\(name): the target does not exist"
        )
    }

    @Test(arguments: [
        ("if a {\n    b()", []), ("if  a {\n    b()", ["A.swift:\nif a {\n    b()"]),
        ("", ["A.swift:\nif a {\n    b()"]),
    ])
    func `finds a patch that does not match the code`(code: String, found: [String]) {
        let patch = """
            Fault: b is left out.
            Target: DecodePEM
            Broken property: none

            --- a/A.swift
            +++ b/A.swift
            @@ -1,2 +1,2 @@
             if a {
            -    b()
            +    if !isPlanted(.b) { b() }
            """
        #expect(Self.stale(patch) { _ in code } == found)
        #expect(Self.stale("--- a/A.swift") { _ in code } == ["its head"])
    }
}
