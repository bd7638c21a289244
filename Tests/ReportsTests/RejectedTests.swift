import CommandWorkshop
import Foundation
import Testing

@testable import Reports
@testable import ScenarioFormat

/// Every diagnostic of scenario files, by its exact text.
///
/// `Rejected/name.yaml` or the folder `Rejected/name`, both in
/// `Tests/ScenarioFormatTests/Scenarios`, is refused with the text in `Rejected/name.err`. If the
/// text is missing, the test writes it and fails.
struct RejectedTests {
    static let folder =
        URL(filePath: #filePath).deletingLastPathComponent().path
        + "/../ScenarioFormatTests/Scenarios/Rejected"

    static let names: [String] = {
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let names = found.filter { !$0.hasSuffix(".err") }.map { $0.replacing(".yaml", with: "") }
        return (names + generated.keys + ["unreadable"]).sorted()
    }()

    /// Files that the test generates, because they would be too large or unreadable as files.
    static let generated = [
        "too-large": "about: " + String(repeating: "x", count: 1 << 20),
        "too-many-nodes": "x: [" + String(repeating: "y,", count: 100_000) + "]",
    ]

    @Test(arguments: names)
    func isRefused(name: String) async throws {
        let text = try await rendered(name)
        let url = URL(fileURLWithPath: Self.folder + "/\(name).err")
        guard let expected = try? String(contentsOf: url, encoding: .utf8) else {
            try Data(text.utf8).write(to: url)
            Issue.record("\(name).err was missing; check the file that was written")
            return
        }
        #expect(text == expected)
    }

    @Test func everyCodeHasItsText() throws {
        let texts = try Self.names.map { name in
            try String(contentsOfFile: Self.folder + "/\(name).err", encoding: .utf8)
        }
        let missing = DiagnosticCode.catalogue.filter { code in
            !texts.contains { $0.contains("[\(code.rawValue)]") }
        }
        #expect(missing == [])
    }

    @Test func everyCodeHasItsName() {
        let names = DiagnosticCode.catalogue.map(\.rawValue)
        #expect(Set(names).count == names.count)
    }

    private func rendered(_ name: String) async throws -> String {
        let temporary = try TemporaryFolder()
        try temporary.makeFolder("Scenarios")
        let folder = temporary.path + "/Scenarios"
        if let text = Self.generated[name] {
            try temporary.write(text.utf8, to: "Scenarios/\(name).yaml")
        }
        let manager = FileManager.default
        let original = Self.folder + "/" + name
        if manager.fileExists(atPath: original) {
            try manager.removeItem(atPath: folder)
            try manager.copyItem(atPath: original, toPath: folder)
        } else if name == "unreadable" {
            try manager.createSymbolicLink(
                atPath: folder + "/unreadable.yaml",
                withDestinationPath: "nowhere.yaml"
            )
        } else if Self.generated[name] == nil {
            try manager.copyItem(
                atPath: original + ".yaml",
                toPath: folder + "/\(name).yaml"
            )
        }
        let library =
            name == "configuration-file"
            ? await ScenarioLibrary.load([folder + "/Info.plist"])
            : await ScenarioLibrary.load([folder])
        #expect(library.diagnostics.allSatisfy { DiagnosticCode.catalogue.contains($0.code) })
        return library.diagnostics.map { DiagnosticText($0, hasColour: false).text }
            .joined(separator: "\n")
            .replacing(folder + "/", with: "")
    }
}
