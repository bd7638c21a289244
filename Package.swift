// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A target imports lower layers only; docs/architecture.md draws the layers and describes each
// target.

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

/// A library target and its tests, both with the project's language settings.
func layer(
    _ name: String,
    on lower: [Target.Dependency],
    tests: [Target.Dependency] = []
)
    -> [Target]
{
    [
        .target(
            name: name,
            dependencies: lower,
            resources: embedded[name] ?? [],
            swiftSettings: projectSettings + (busyLayers.contains(name) ? optimised : []),
            plugins: embedding[name].map { [.plugin(name: $0)] } ?? []
        ),
        .testTarget(
            name: name + "Tests",
            dependencies: [.target(name: name)] + lower + tests,
            exclude: testResources[name] ?? [],
            swiftSettings: projectSettings
        ),
    ]
}

/// Files that tests read from their own folder.
let testResources: [String: [String]] = [
    "Lint": ["ConfigurationReview/Files", "ConfigurationReview/Snapshots"],
    "Reports": ["Fuzzing/Snapshots", "HTML/Browser", "Schemas", "Services/Snapshots", "Snapshots"],
    "ScenarioFormat": ["Scenarios/Rejected", "Scenarios/Scenarios"],
    "TLS": ["Protocol/Snapshots", "Protocol/Traces"],
]

/// Files that are embedded in targets.
let embedded: [String: [Resource]] = [
    "Reports": [.embedInCode("HTML/Page/report.css"), .embedInCode("HTML/Page/report.js")],
    "hatpin": [.embedInCode("Serve/Page/page.html")],
]

/// The plugins of layers that embed data: their own `.txt` files, or the files of `Rules/`.
let embedding = [
    "Campaigns": "EmbedTexts", "Crypto": "EmbedTexts", "Forge": "EmbedTexts", "Lint": "EmbedRules",
    "ScenarioFormat": "EmbedTexts",
]

let projectSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The layers in which tests spend their time.
///
/// Each command of a test loads hundreds of files, and campaigns forge and validate thousands of
/// chains. These layers are optimised in debug builds too, with assertions, which halves the time
/// of a test run.
let busyLayers: Set = [
    "Crypto", "X509", "Forge", "PathValidation", "ClientModels", "ScenarioFormat",
]

let optimised: [SwiftSetting] = [
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

let package = Package(
    name: "hatpin",
    products: [
        .executable(name: "hatpin", targets: ["hatpin"]),
        // Separate libraries, because a fuzzer reads the counters of all linked code in each
        // execution.
        .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
        .library(name: "ServingTargets", targets: ["ServingTargets"]),
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
        .systemLibrary(
            name: "CXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]
        ),
        // The steps between vfork and exec, for Process only.
        .target(name: "CProcess"),
        .executableTarget(
            name: "hatpin",
            dependencies: [
                "BuiltinFolders", "Reports", "Lint", "Campaigns", "Runner", "ScenarioFormat",
                "ClientModels", "Forge", "PathValidation", "TLS", "X509", "Crypto", "Process",
                "Basics", argumentParser, subprocess,
            ],
            resources: embedded["hatpin"] ?? [],
            swiftSettings: projectSettings
        ),
        .testTarget(
            name: "hatpinTests",
            dependencies: [
                "CommandWorkshop", "RepositorySuite", "TestSupport", "hatpin", "BuiltinFolders",
                "Reports", "Lint", "Campaigns", "Runner", "ScenarioFormat", "ClientModels", "Forge",
                "PathValidation", "TLS", "X509", "Crypto", "Process", "Basics", argumentParser,
            ],
            exclude: ["Inspect/Snapshots"],
            swiftSettings: projectSettings
        ),
        // Public test vectors; separate, because script/mutate runs them alone.
        .testTarget(
            name: "SuitesTests",
            dependencies: [
                "COpenSSL", "CommandWorkshop", "hatpin", "Reports", "Campaigns", "Forge",
                "PathValidation", "X509", "Crypto", "Basics",
            ],
            swiftSettings: projectSettings
        ),
        // The built-in scenarios and clients of the command; separate, because fuzzers do not need
        // them.
        .executableTarget(
            name: "EmbedFolder",
            path: "Plugins/EmbedFolder",
            swiftSettings: projectSettings
        ),
        .plugin(name: "EmbedFolders", capability: .buildTool(), dependencies: ["EmbedFolder"]),
        .plugin(name: "EmbedTexts", capability: .buildTool()),
        .plugin(name: "EmbedRules", capability: .buildTool()),
        .target(
            name: "BuiltinFolders",
            swiftSettings: projectSettings,
            plugins: ["EmbedFolders"]
        ),
        .testTarget(
            name: "BuiltinFoldersTests",
            dependencies: ["BuiltinFolders", "X509"],
            swiftSettings: projectSettings
        ),
        // Rules for the source code and the manual.
        .testTarget(name: "ProjectTests", swiftSettings: projectSettings),
        // Chains that tests and script/bench share.
        .target(
            name: "WorstCases",
            dependencies: ["Forge", "PathValidation", "X509", "Crypto"],
            path: "Tests/WorstCases",
            swiftSettings: projectSettings
        ),
        // Folders for a test, with scenarios and the built command, and threads that may block.
        .target(
            name: "CommandWorkshop",
            dependencies: [],
            path: "Tests/CommandWorkshop",
            swiftSettings: projectSettings
        ),
        // Hatpin's own scenarios, read once, for every test target above ScenarioFormat.
        .target(
            name: "RepositorySuite",
            dependencies: ["ScenarioFormat", "Basics"],
            path: "Tests/RepositorySuite",
            swiftSettings: projectSettings
        ),
        // Certificates by name, descriptions of decisions and snapshots, for every test target.
        .target(
            name: "TestSupport",
            dependencies: ["ClientModels", "Forge", "PathValidation", "X509", "Crypto"],
            path: "Tests/TestSupport",
            swiftSettings: projectSettings
        ),
        // The bodies of the fuzz targets that need only the parser.
        .target(
            name: "FuzzTargets",
            dependencies: ["X509", "Basics"],
            path: "Fuzz/Bodies/FuzzTargets",
            swiftSettings: projectSettings
        ),
        // The bodies of the fuzz targets that need only our servers.
        .target(
            name: "ServingTargets",
            dependencies: ["FuzzTargets", "TLS"],
            path: "Fuzz/Bodies/ServingTargets",
            swiftSettings: projectSettings
        ),
        // The bodies of the fuzz targets that validate, evaluate or load; they need every module
        // under test.
        .target(
            name: "JudgingTargets",
            dependencies: [
                "FuzzTargets", "PinningSetups", "Reports", "Lint", "Campaigns", "Runner",
                "ScenarioFormat", "ClientModels", "Forge", "PathValidation", "TLS", "X509",
                "Crypto", "Basics",
            ],
            path: "Fuzz/Bodies/JudgingTargets",
            swiftSettings: projectSettings
        ),
        // Random chains and clients, and the facts about them, for tests and EvaluatePolicy.
        .target(
            name: "PinningSetups",
            dependencies: ["ClientModels", "Forge", "PathValidation", "X509", "Basics"],
            path: "Fuzz/Bodies/PinningSetups",
            swiftSettings: projectSettings
        ),
        // The comparison of decoders of certificates.
        .target(
            name: "DecoderComparison",
            dependencies: ["X509", "Basics"],
            path: "Fuzz/Bodies/DecoderComparison",
            swiftSettings: projectSettings
        ),
        // The program that writes seeds from scenarios, for script/fuzz; no product of ours has it.
        .executableTarget(
            name: "ForgeSeeds",
            dependencies: [
                "Runner", "ScenarioFormat", "Forge", "TLS", "X509", "Crypto", "Basics",
            ],
            path: "Fuzz/Bodies/ForgeSeeds",
            swiftSettings: projectSettings
        ),
        // The interface through which a peer takes part in a campaign.
        .target(
            name: "ChainPeer",
            dependencies: [],
            path: "Fuzz/Bodies/ChainPeer",
            swiftSettings: projectSettings
        ),
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "ChainPeer", "CommandWorkshop", "DecoderComparison", "ForgeSeeds", "FuzzTargets",
                "JudgingTargets", "PinningSetups", "ServingTargets", "TestSupport", "Campaigns",
                "ScenarioFormat", "ClientModels", "Forge", "TLS", "X509", "Crypto", "Basics",
            ],
            swiftSettings: projectSettings
        ),
        // The program of script/bench; no product builds it.
        .target(name: "OpenSSLPeer", dependencies: ["COpenSSL"], path: "Benchmarks/OpenSSLPeer"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "OpenSSLPeer", "WorstCases", "Forge", "PathValidation", "TLS", "X509", "Crypto",
                "Basics",
            ],
            path: "Benchmarks",
            exclude: ["OpenSSLPeer", "handshake_limit.c", "x509_fuzzer.c"],
            swiftSettings: projectSettings
        ),
    ]
        + layer(
            "Basics",
            on: [],
            tests: ["CommandWorkshop"]
        )
        + layer(
            "Process",
            on: ["CProcess", "Basics"],
            tests: ["CommandWorkshop"]
        )
        + layer(
            "Crypto",
            on: ["COpenSSL", "Basics"],
            tests: ["TestSupport"]
        )
        + layer(
            "X509",
            on: [],
            tests: ["TestSupport"]
        )
        + layer(
            "TLS",
            on: ["X509", "Crypto", "Basics"],
            tests: ["COpenSSL", "CommandWorkshop", "TestSupport", "Forge"]
        )
        + layer(
            "PathValidation",
            on: ["CPublicSuffix", "X509", "Crypto"],
            tests: ["COpenSSL", "TestSupport", "WorstCases", "Forge", "Basics"]
        )
        + layer(
            "Forge",
            on: ["X509", "Crypto", "Basics"],
            tests: ["COpenSSL"]
        )
        + layer(
            "ClientModels",
            on: ["CXML2", "PathValidation", "X509", "Crypto", "Basics"],
            tests: ["PinningSetups", "TestSupport", "Forge"]
        )
        + layer(
            "ScenarioFormat",
            on: [
                "ClientModels", "Forge", "PathValidation", "TLS", "X509", "Crypto", "Basics", yams,
            ],
            tests: ["CommandWorkshop", "RepositorySuite", "TestSupport"]
        )
        + layer(
            "Runner",
            on: [
                "ScenarioFormat", "ClientModels", "Forge", "PathValidation", "TLS", "X509",
                "Crypto", "Process", "Basics",
            ],
            tests: ["CommandWorkshop", "RepositorySuite"]
        )
        + layer(
            "Campaigns",
            on: [
                "Runner", "ScenarioFormat", "ClientModels", "Forge", "PathValidation", "TLS",
                "X509", "Crypto", "Basics",
            ]
        )
        + layer(
            "Lint",
            on: [
                "ScenarioFormat", "ClientModels", "PathValidation", "X509", "Crypto", "Process",
                "Basics",
            ],
            tests: ["TestSupport", "Forge"]
        )
        + layer(
            "Reports",
            on: [
                "Lint", "Campaigns", "Runner", "ScenarioFormat", "ClientModels", "Forge",
                "PathValidation", "TLS", "X509", "Crypto", "Basics",
            ],
            tests: ["CommandWorkshop", "RepositorySuite", "TestSupport"]
        ),
    swiftLanguageModes: [.v6]
)
