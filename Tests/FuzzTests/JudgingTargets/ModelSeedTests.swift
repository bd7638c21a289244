import Basics
import ClientModels
import Foundation
import PinningSetups
import TestSupport
import Testing

/// The seeds of `EvaluateModel`: random settings, and configurations of the reviews' tests with
/// their pins replaced by the pins of setups.
struct ModelSeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        var seeds: [String: [UInt8]] = [:]
        for (number, model) in PolicyModel.catalogue.enumerated() {
            for index in 0..<6 {
                var choices = Choices(seed: 2, index: UInt64(number * 6 + index))
                var lines = [model.name]
                for setting in model.settings where index > 0 {
                    guard let value = choices.one(of: setting.values) else { continue }
                    lines.append("\(setting.name)=\(value)")
                }
                seeds["\(model.name)-\(index)"] = input(lines, &choices)
            }
            for (index, setting) in model.settings.enumerated() {
                for (place, value) in setting.values.enumerated() {
                    var choices = Choices(seed: 5, index: UInt64(index * 100 + place))
                    seeds["\(model.name)-\(setting.name)-\(place)"] =
                        input([model.name, "\(setting.name)=\(value)"], &choices)
                }
            }
        }
        for (model, folder, ending) in [
            ("info-plist", "InfoPlist", "plist"), ("trustkit", "TrustKit", "plist"),
            ("android", "Android", "xml"),
        ] {
            // Inputs for a model that does not exist would test nothing.
            try #require(PolicyModel.catalogue.contains { $0.name == model })
            for (index, file) in try files(in: folder, ending).enumerated() {
                var choices = Choices(seed: 3, index: UInt64(index))
                let document = try pinningMembers(String(contentsOf: file, encoding: .utf8))
                seeds["\(model)-\(file.lastPathComponent)"] =
                    input([model], &choices) + Array(document.utf8)
                // Xcode ships Info.plist in the binary format.
                guard ending == "plist", index.isMultiple(of: 4) else { continue }
                seeds["\(model)-\(file.lastPathComponent)-binary"] =
                    input([model], &choices) + (try binary(Array(document.utf8)))
            }
        }
        for (index, text) in [
            "curl\npinned-public-key=sha256//$(spki(leaf))",
            "curl\npinned-public-key=sha256//AAAA;sha256//$(spki(intermediate))",
            "okhttp\ndomain=*.example.test", "urlsession\ndomain=example.test",
            "okhttp\nversion=3.7.0\ndomain=*.example.test", "okhttp\ndomain=**.example.test",
        ].enumerated() {
            // One of the four setups has pins and a trusted chain.
            for setup in 0..<4 {
                var choices = Choices(seed: 4, index: UInt64(index * 4 + setup))
                seeds["text-\(index)-\(setup)"] = input([text], &choices)
            }
        }
        for (name, lines, text) in Self.documents {
            var choices = Choices(seed: 6, index: UInt64(seeds.count))
            seeds[name] = input(lines, &choices) + Array(text.utf8)
        }
        try expectSeeds(seeds, of: "EvaluateModel")
    }

    private static let patterns = """
        *.example.test sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
        **.example.test sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
        """

    /// Documents that no test of a review has.
    private static let documents = [
        (
            "info-plist-network", ["info-plist"],
            """
            <plist><dict><key>NSAppTransportSecurity</key><dict><key>NSExceptionDomains</key><dict>
            <key>10/8</key><dict><key>NSExceptionAllowsInsecureHTTPLoads</key><true/></dict>
            <key>fe80::/10</key><dict/></dict></dict></dict></plist>
            """
        ),
        (
            "info-plist-date", ["info-plist"],
            "<plist><dict><key>a</key><date>2026-01-01T00:00:00Z</date></dict></plist>"
        ),
        ("info-plist-deep", ["info-plist"], String(repeating: "<array>", count: 70)),
        ("android-debug", ["android", "debuggable=true"], "<network-security-config/>"),
        ("okhttp-patterns", ["okhttp"], patterns),
        (
            "okhttp-pattern-of-3.7", ["okhttp", "version=3.7.0"],
            "*.example.test sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        ),
    ]

    private func input(_ lines: [String], _ choices: inout Choices) -> [UInt8] {
        Array((lines + ["", ""]).joined(separator: "\n").utf8)
            + (0..<48).map { _ in UInt8(choices.below(256)) }
    }

    /// Returns every third configuration, because configurations with similar names have the same
    /// mistakes in other places.
    private func files(in folder: String, _ ending: String) throws -> [URL] {
        let folder = fuzzFolder.deletingLastPathComponent()
            .appending(path: "Tests/LintTests/ConfigurationReview/Files/\(folder)")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == ending }.sorted { $0.path() < $1.path() }
        return stride(from: 0, to: files.count, by: 3).map { files[$0] }
    }

    /// Returns the text with its pins replaced by pins on the keys of members.
    private func pinningMembers(_ text: String) throws -> String {
        let names = ["a-1", "a", "a-1/www/valid", "b-1", "p-1"]
        let population = try Population()
        let pins = try names.map { name in
            let member = try #require(population.member(name))
            return Data(try #require(Pin.key(of: member.der).spkiHash())).base64EncodedString()
        }
        var index = 0
        return text.replacing(/[A-Za-z0-9+\/]{43}=/) { _ in
            index += 1
            return pins[index % pins.count]
        }
    }
}

/// Returns a binary property list of dictionaries, arrays, texts and flags, with the same bytes in
/// every run, which Foundation's writer does not guarantee.
private func binary(_ document: [UInt8]) throws -> [UInt8] {
    guard case .propertyList(let list) = try PolicyDocument(document, in: .propertyList)
    else { return [] }
    var objects: [[UInt8]] = []
    func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind | UInt8(count)] : [kind | 15, 0x10, UInt8(count)]
    }
    func add(_ value: PropertyListValue) -> UInt8 {
        let object: [UInt8] =
            switch value {
            case .dictionary(let entries):
                head(0xd0, entries.count) + entries.keys.sorted().map { add(.string($0)) }
                    + entries.sorted { $0.key < $1.key }.map { add($0.value) }
            case .array(let elements): head(0xa0, elements.count) + elements.map(add)
            case .boolean(let isTrue): [isTrue ? 9 : 8]
            case .string(let text): head(0x50, text.utf8.count) + Array(text.utf8)
            default: [0]
            }
        objects.append(object)
        return UInt8(objects.count - 1)
    }
    let top = add(list)
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
        offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)]
        bytes += object
    }
    let table = bytes.count
    let zeros = [UInt8](repeating: 0, count: 7)
    // An offset has two bytes and a reference one byte. Then come the number of objects, the first
    // object and the place of the offsets.
    return bytes + offsets + zeros.dropLast() + [2, 1] + zeros + [UInt8(objects.count)] + zeros
        + [top] + zeros.dropLast() + [UInt8(table >> 8), UInt8(table & 0xff)]
}
