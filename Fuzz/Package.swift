// swift-tools-version: 6.2
import PackageDescription

// This package is separate, so that the sanitizers' flags affect nothing else. The bodies of the
// targets are in three libraries of the root package; this package has a short executable for each
// body.

func fuzzer(of library: String, with mutator: String? = nil) -> (_ name: String) -> Target {
    { name in
        .executableTarget(
            name: name,
            dependencies: [.product(name: library, package: "hatpin")]
                + [mutator].compactMap { $0.map { .target(name: $0) } }
        )
    }
}

let package = Package(
    name: "hatpin-fuzz",
    products: [.library(name: "DERMutation", targets: ["DERMutation"])],
    dependencies: [.package(name: "hatpin", path: "..")],
    targets: [
        .target(name: "LibFuzzer", path: "LibFuzzer"),
        .target(
            name: "DERMutation",
            dependencies: ["LibFuzzer", .product(name: "FuzzTargets", package: "hatpin")],
            path: "DERMutation"
        ),
    ]
        + ["DecodeCertificate", "DecodeCRL", "DecodeOCSPResponse"]
        .map(fuzzer(of: "FuzzTargets", with: "DERMutation"))
        + ["DecodePEM"].map(fuzzer(of: "FuzzTargets"))
        + ["HearDialogue", "ReadHTTP2", "ReadQuestion"].map(fuzzer(of: "ServingTargets"))
        + ["CountSCTs", "InspectFile"]
        .map(fuzzer(of: "JudgingTargets", with: "DERMutation"))
        + ["CheckRevocation", "ValidateChain"].map(fuzzer(of: "JudgingTargets", with: "LibFuzzer"))
        + [
            "AskServer", "EvaluateModel", "EvaluatePolicy", "FixFile", "LoadClient", "LoadScenario",
            "MatchIdentity", "PlayScript", "ReadDefaults", "ReadResults", "ReviewFile",
            "ServeHandshake", "ValidatePath",
        ]
        .map(fuzzer(of: "JudgingTargets")),
    swiftLanguageModes: [.v6]
)
