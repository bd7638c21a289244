// swift-tools-version: 6.2
import PackageDescription

// The floors of the house, from the ground up: a target imports lower floors only.
//
//  5  CLI                             arguments in, exit code out
//  4  Reports  Campaigns              events → text │ chance → worlds → differences
//  3  Runner                          scenarios × relying parties → events
//  2  Scenarios                       YAML → values
//  1  Forge  Trust  Wire              make │ judge │ carry
//  0  PKIX  OpenSSL  PublicSuffixes   bytes │ C │ registries' names
//
// Beside them stands what fuzzers link: FuzzTargets and DecoderComparison on PKIX alone,
// JudgingTargets on all that judges; and ChainPeer, on nothing, which is how programs of Fuzz/Peers
// answer a campaign.

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

/// A library target and its tests, both in the house's language settings.
func floor(
    _ name: String,
    on lower: [Target.Dependency],
    tests: [Target.Dependency] = []
)
    -> [Target]
{
    [
        .target(name: name, dependencies: lower, swiftSettings: houseSettings),
        .testTarget(
            name: name + "Tests",
            dependencies: [.target(name: name)] + lower + tests,
            exclude: testResources[name] ?? [],
            swiftSettings: houseSettings
        ),
    ]
}

/// Files that tests read from their own folder.
let testResources: [String: [String]] = [
    "Reports": ["Snapshots"],
    "Scenarios": ["Rejected", "Scenarios"],
]

let houseSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "hatpin",
    products: [
        .executable(name: "hatpin", targets: ["CLI"]),
        // Apart, because a fuzzer pays for all that is linked, at each execution.
        .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
        .library(name: "JudgingTargets", targets: ["JudgingTargets"]),
        .library(name: "DecoderComparison", targets: ["DecoderComparison"]),
        .library(name: "ChainPeer", targets: ["ChainPeer"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: "libssl",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "CPublicSuffix",
            pkgConfig: "libpsl",
            providers: [.apt(["libpsl-dev"])]
        ),
        .executableTarget(
            name: "CLI",
            dependencies: [
                "Reports", "Campaigns", "Runner", "Scenarios", "Wire", "Trust", "Forge", "PKIX",
                "OpenSSL", "FuzzTargets", argumentParser, subprocess,
            ],
            swiftSettings: houseSettings
        ),
        .testTarget(
            name: "CLITests",
            dependencies: [
                "CLI", "Reports", "Campaigns", "FuzzTargets", "Trust", "Forge", "PKIX", "OpenSSL",
                "COpenSSL",
            ],
            exclude: ["Snapshots"],
            swiftSettings: houseSettings
        ),
        // Chains that tests and script/bench share.
        .target(
            name: "WorstCases",
            dependencies: ["Forge", "Trust", "OpenSSL", "PKIX"],
            path: "Tests/WorstCases",
            swiftSettings: houseSettings
        ),
        // Chains and clients made by chance, and what is true of them, for tests and EvaluatePolicy.
        .target(
            name: "PinningWorlds",
            dependencies: ["Campaigns", "Forge", "Trust", "PKIX"],
            swiftSettings: houseSettings
        ),
        // The fuzz targets that judge, above everything that they try.
        .target(
            name: "JudgingTargets",
            dependencies: [
                "FuzzTargets", "PinningWorlds", "Campaigns", "Runner", "Scenarios", "Wire", "Trust",
                "Forge", "OpenSSL", "PKIX",
            ],
            swiftSettings: houseSettings
        ),
        // What script/bench runs; no product builds it.
        .target(name: "OpenSSLPeer", dependencies: ["COpenSSL"], path: "Benchmarks/OpenSSLPeer"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "OpenSSLPeer", "WorstCases", "Reports", "Trust", "Forge", "OpenSSL", "PKIX",
            ],
            path: "Benchmarks",
            exclude: ["OpenSSLPeer", "handshake_limit.c", "x509_fuzzer.c"],
            swiftSettings: houseSettings
        ),
    ]
        + floor("OpenSSL", on: ["COpenSSL"])
        + floor("PublicSuffixes", on: ["CPublicSuffix"])
        + floor("PKIX", on: [])
        + floor("Forge", on: ["OpenSSL", "PKIX"], tests: ["COpenSSL"])
        + floor(
            "Trust",
            on: ["OpenSSL", "PKIX", "PublicSuffixes"],
            tests: ["Campaigns", "Forge", "WorstCases", "PinningWorlds", "COpenSSL"]
        )
        + floor("Wire", on: ["OpenSSL"], tests: ["Forge", "PKIX"])
        + floor(
            "Scenarios",
            on: ["Forge", "Trust", "Wire", "OpenSSL", "PKIX", yams],
            tests: ["Reports"]
        )
        + floor("Runner", on: ["Scenarios", "Forge", "Trust", "Wire", "OpenSSL", "PKIX"])
        + floor("Reports", on: ["Runner", "Scenarios", "Forge", "Trust", "Wire", "PKIX"])
        + floor(
            "Campaigns",
            on: ["Runner", "Scenarios", "Forge", "Trust", "Wire", "OpenSSL", "PKIX"]
        )
        + floor("ChainPeer", on: [])
        + floor("DecoderComparison", on: ["PKIX"])
        + floor(
            "FuzzTargets",
            on: ["PKIX"],
            tests: ["JudgingTargets", "Campaigns", "Scenarios", "Forge", "OpenSSL"]
        ),
    swiftLanguageModes: [.v6]
)
