import Testing

/// All places that state the licence of Hatpin state the same licence.
struct LicenceTests {
    private static let statements = [
        (path: "LICENSE", text: "   Copyright the Hatpin authors\n"),
        (path: "LICENSE", text: "Version 2.0, January 2004\n"),
        (path: "Package.swift", text: "\n// SPDX-License-Identifier: Apache-2.0\n"),
        (
            path: "Packaging/copyright",
            text: "\nFiles: *\nCopyright: the Hatpin authors\nLicense: Apache-2.0\n"
        ),
        (path: "Packaging/sbom", text: "\"Copyright the Hatpin authors\""),
        (path: "docs/licences.md", text: "[Apache License 2.0](../LICENSE)"),
        (path: "README.md", text: "[Apache License 2.0](LICENSE)"),
    ]

    @Test(arguments: statements)
    func `a file states the licence`(path: String, text: String) throws {
        #expect(try Repository.text(path).contains(text), "\(path)")
    }

    /// SwiftPM reads the version of the tools from the first line alone.
    @Test func `the manifest still begins with the version of the tools`() throws {
        #expect(try Repository.text("Package.swift").hasPrefix("// swift-tools-version: 6.2\n"))
    }
}
