import CommandWorkshop
import Foundation
import Process
import Testing

/// The projects of `examples/`: each command of a workflow passes, as its README says.
@Suite(.blocking) struct ExamplesTests {
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/examples"

    /// A copy of an example, with the shell commands of its workflow.
    private struct Example {
        let workshop: Workshop
        let commands: [String]

        init(_ name: String) throws {
            workshop = try Workshop()
            let copy = workshop.shell("cp -R '\(ExamplesTests.folder)/\(name)/.' .")
            try #require(copy.exit == 0, "\(copy)")
            let step = "      - run: "
            commands = workshop.read(".github/workflows/hatpin.yml").split(separator: "\n")
                .filter { $0.hasPrefix(step) }
                .map { String($0.dropFirst(step.count)) }
            try #require(commands.count >= 3, "the workflow was not read")
        }
    }

    private static func expectPasses(_ name: String) throws {
        let example = try Example(name)
        // The action starts with the command `hatpin audit .`.
        for command in ["hatpin audit ."] + example.commands {
            let result = example.workshop.shell(command)
            #expect(result.exit == 0, "\(command): \(result)")
        }
    }

    private static func hasPrograms(_ names: String...) -> Bool {
        names.allSatisfy { system("command -v \($0) >/dev/null") == 0 }
    }

    @Test(arguments: ["ios", "android"])
    func `the workflow of each example passes`(name: String) throws {
        try Self.expectPasses(name)
    }

    @Test(
        "the workflow of the Python client passes",
        .enabled(if: hasPrograms("python3") && RunNamespace.refusal == nil)
    )
    func python() throws {
        try Self.expectPasses("python")
    }

    @Test(
        "the workflow of the Go client passes",
        .enabled(if: hasPrograms("go") && RunNamespace.refusal == nil)
    )
    func go() throws {
        try Self.expectPasses("go")
    }

    /// Mistakes that the READMEs invite to try, each with the finding that it leads to.
    private static let mistakes = [
        (
            name: "ios", path: "Shop/Info.plist", text: "NSPinnedDomains",
            mistake: "NSPinnedDomain", finding: "high[ATS-027]"
        ),
        (
            name: "android", path: "app/src/main/java/com/example/shop/ShopClient.kt",
            text: ".certificatePinner(pinner)", mistake: ".hostnameVerifier { _, _ -> true }",
            finding: "critical[OKH-001]"
        ),
        (
            name: "python", path: "shop_client.py", text: "    connection = http",
            mistake: "    context.check_hostname = False\n    connection = http",
            finding: "critical[PYT-004]"
        ),
        (
            name: "go", path: "main.go", text: "RootCAs: x509.NewCertPool()",
            mistake: "InsecureSkipVerify: true", finding: "critical[GOL-001]"
        ),
    ]

    @Test(arguments: mistakes)
    func `audit finds a mistake in the configuration of an example`(
        name: String,
        path: String,
        text: String,
        mistake: String,
        finding: String
    ) throws {
        let example = try Example(name)
        let file = example.workshop.read(path)
        #expect(file.contains(text))
        try example.workshop.write(file.replacing(text, with: mistake), to: path)
        let result = example.workshop.hatpin("audit .")
        #expect(result.exit == 1, "\(result)")
        #expect(result.output.contains(finding), "\(result)")
    }

    @Test func `each example has its pins, options, scenarios and page`() throws {
        let list = try String(contentsOfFile: Self.folder + "/README.md", encoding: .utf8)
        for name in ["ios", "android", "python", "go"] {
            #expect(list.contains("(\(name)/README.md)"))
            let example = try Example(name)
            let files = ["README.md", "hatpin.yaml", "Scenarios"]
            for file in files {
                #expect(example.workshop.shell("test -e \(file)").exit == 0, "\(name): \(file)")
            }
        }
    }
}
