// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "real-clients",
    dependencies: [
        .package(name: "hatpin-testing", path: ".."),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    ],
    targets: [
        .testTarget(
            name: "RealClientsTests",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HatpinTesting", package: "hatpin-testing"),
            ]
        )
    ]
)
