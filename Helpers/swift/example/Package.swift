// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "fetching",
    dependencies: [.package(name: "hatpin-testing", path: "..")],
    targets: [
        .target(name: "Fetching"),
        .testTarget(
            name: "FetchingTests",
            dependencies: [
                "Fetching",
                .product(name: "HatpinTesting", package: "hatpin-testing"),
            ]
        ),
    ]
)
