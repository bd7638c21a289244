// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "real-clients",
    dependencies: [.package(name: "hatpin-testing", path: "..")],
    targets: [
        .testTarget(
            name: "RealClientsTests",
            dependencies: [.product(name: "HatpinTesting", package: "hatpin-testing")]
        )
    ]
)
