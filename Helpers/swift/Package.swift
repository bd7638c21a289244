// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "hatpin-testing",
    products: [.library(name: "HatpinTesting", targets: ["HatpinTesting"])],
    targets: [
        .target(name: "HatpinTesting"),
        .testTarget(name: "HatpinTestingTests", dependencies: ["HatpinTesting"]),
    ]
)
