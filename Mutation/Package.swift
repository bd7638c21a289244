// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the command does not depend on a parser for Swift.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "hatpin-mutation",
    products: [.executable(name: "mutate", targets: ["Mutate"])],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "Mutator",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftOperators", package: "swift-syntax"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Mutate",
            dependencies: [
                "Mutator",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MutatorTests",
            dependencies: ["Mutator"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MutateTests",
            dependencies: ["Mutate", "Mutator"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
