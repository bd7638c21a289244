// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the sanitizers' flags touch nothing else. The bodies of the
// targets live in the library FuzzTargets of the root; here is one shell of four lines for each.

func fuzzer(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: [.product(name: "FuzzTargets", package: "hatpin")]
    )
}

let package = Package(
    name: "hatpin-fuzz",
    dependencies: [.package(name: "hatpin", path: "..")],
    targets: ["DecodeCertificate", "DecodeCRL", "DecodeOCSPResponse", "DecodePEM"].map(fuzzer),
    swiftLanguageModes: [.v6]
)
