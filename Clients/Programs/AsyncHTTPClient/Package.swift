// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "async-http-client-driver",
    dependencies: [
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0")
    ],
    targets: [
        .executableTarget(
            name: "Client",
            dependencies: [.product(name: "AsyncHTTPClient", package: "async-http-client")]
        )
    ]
)
