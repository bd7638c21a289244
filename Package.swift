// swift-tools-version: 6.2
import PackageDescription

// A target imports lower floors only; docs/architecture.md draws them, with a line on each target.

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
        .target(
            name: name,
            dependencies: lower,
            resources: embedded[name] ?? [],
            swiftSettings: houseSettings + (busyFloors.contains(name) ? optimised : [])
        ),
        .testTarget(
            name: name + "Tests",
            dependencies: [.target(name: name)] + lower + tests,
            exclude: testResources[name] ?? [],
            swiftSettings: houseSettings
        ),
    ]
}

/// All that judges, for floors that know every relying party.
let judging: [Target.Dependency] = [
    "Models", "AppleModels", "ApplePlatform", "Policies", "Trust", "Transparency",
]

/// Tests of policies forge certificates by name.
let policyTests: [Target.Dependency] = ["Forge", "TestSupport"]

/// Files that tests read from their own folder.
let testResources: [String: [String]] = [
    "ConfigurationReview": ["Files", "Snapshots"],
    "SourceReview": ["Snapshots"],
    "HTMLReports": ["Browser"],
    "FuzzReports": ["Snapshots"],
    "Reports": ["Snapshots", "Schemas"],
    "ServiceReports": ["Snapshots"],
    "Scenarios": ["Rejected", "Scenarios"],
    "TLSProtocol": ["Snapshots", "Traces"],
]

/// Files that targets have in their code.
let embedded: [String: [Resource]] = [
    "HTMLReports": [.embedInCode("Page/report.css"), .embedInCode("Page/report.js")],
    "Visits": [.embedInCode("Page/page.html")],
]

let houseSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The floors in which tests spend their time.
///
/// Each command of a test unfolds hundreds of files, and campaigns forge and judge thousands of
/// chains. These floors are optimised in debug too, with their assertions, which halves the time of a
/// test run.
let busyFloors: Set = ["OpenSSL", "PKIX", "Forge", "Trust", "Policies", "FileFormat", "Scenarios"]

let optimised: [SwiftSetting] = [
    .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

let package = Package(
    name: "hatpin",
    products: [
        .executable(name: "hatpin", targets: ["CLI"]),
        // Apart, because a fuzzer pays for all that is linked, at each execution.
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
            providers: [.apt(["libpsl-dev", "libidn2-dev"])]
        ),
        .executableTarget(
            name: "CLI",
            dependencies: [
                "Requests", "Doctor", "Defaults", "Templates", "Auditing", "Sessions",
                "ClientParties", "Clients", "Programs", "Suites", "ForgedFolders", "Interception",
                "Visits", "FuzzDriver", "FuzzReports", "CaseSelection", "Surroundings",
                "HTMLReports", "Manual", "Reports", "Inspection", "ConfigurationReview", "Runner",
                "Scenarios", "AttackCatalogue", "FileFormat", "Models", "Policies", "Trust", "Wire",
                "OpenSSL", "PKIX", "Workers", argumentParser,
            ],
            swiftSettings: houseSettings
        ),
        .testTarget(
            name: "CLITests",
            dependencies: [
                "CLI", "CommandWorkshop", "TestSupport", "Defaults", "Reports", "Campaigns",
                "Forge", "PKIX", "JSON", "KnownDifferences", "Models", "Programs",
            ],
            exclude: ["Inspect/Snapshots"],
            swiftSettings: houseSettings
        ),
        // The suite and the clients as the command has them with it; apart, since fuzzers do without.
        .executableTarget(name: "EmbedFolder", swiftSettings: houseSettings),
        .plugin(name: "EmbedFolders", capability: .buildTool(), dependencies: ["EmbedFolder"]),
        .target(
            name: "BuiltinFolders",
            swiftSettings: houseSettings,
            plugins: ["EmbedFolders"]
        ),
        .testTarget(
            name: "BuiltinFoldersTests",
            dependencies: ["BuiltinFolders", "PKIX"],
            swiftSettings: houseSettings
        ),
        // The steps between vfork and exec, for Programs alone.
        .target(name: "CPrograms"),
        // Rules for the sources and the manual themselves.
        .testTarget(name: "HouseTests", swiftSettings: houseSettings),
        // Chains that tests and script/bench share.
        .target(
            name: "WorstCases",
            dependencies: ["Forge", "Trust", "OpenSSL", "PKIX"],
            path: "Tests/WorstCases",
            swiftSettings: houseSettings
        ),
        // Folders for a test, with scenarios and the built command in them, and threads that may wait
        // for it.
        .target(
            name: "CommandWorkshop",
            path: "Tests/CommandWorkshop",
            swiftSettings: houseSettings
        ),
        // Hatpin's own scenarios, read once, for every test target above Scenarios.
        .target(
            name: "RepositorySuite",
            dependencies: ["Scenarios", "SeededChoices"],
            path: "Tests/RepositorySuite",
            swiftSettings: houseSettings
        ),
        // A TLS client with typed checks, each of which a test can leave out.
        .target(
            name: "StrictClient",
            dependencies: ["TLSProtocol", "TLSFormat", "OpenSSL"],
            path: "Tests/StrictClient",
            swiftSettings: houseSettings
        ),
        // Certificates by name, outlines of decisions and snapshots, for every test target.
        .target(
            name: "TestSupport",
            dependencies: ["Policies", "Trust", "Forge", "OpenSSL", "PKIX"],
            path: "Tests/TestSupport",
            swiftSettings: houseSettings
        ),
        // Chains and clients made by chance, and what is true of them, for tests and EvaluatePolicy.
        .target(
            name: "PinningWorlds",
            dependencies: ["SeededChoices", "Forge", "Policies", "Trust", "PKIX"],
            swiftSettings: houseSettings
        ),
        // The program of script/bench; no product builds it.
        .target(name: "OpenSSLPeer", dependencies: ["COpenSSL"], path: "Benchmarks/OpenSSLPeer"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "OpenSSLPeer", "WorstCases", "TLSProtocol", "TLSFormat", "Trust", "Forge",
                "OpenSSL", "PKIX", "JSON",
            ],
            path: "Benchmarks",
            exclude: ["OpenSSLPeer", "handshake_limit.c", "x509_fuzzer.c"],
            swiftSettings: houseSettings
        ),
    ]
        + floor("OpenSSL", on: ["COpenSSL"], tests: ["PKIX", "TestSupport"])
        + floor("PublicSuffixes", on: ["CPublicSuffix"])
        + floor("Workers", on: [])
        + floor("PKIX", on: [], tests: ["TestSupport"])
        + floor("Forge", on: ["OpenSSL", "PKIX"], tests: ["COpenSSL"])
        + floor(
            "Trust",
            on: ["Transparency", "OpenSSL", "PKIX", "PublicSuffixes"],
            tests: ["Forge", "SeededChoices", "TestSupport", "WorstCases", "COpenSSL"]
        )
        + floor("Transparency", on: ["OpenSSL", "PKIX"], tests: ["Forge"])
        + floor("Policies", on: ["Trust", "Transparency", "OpenSSL", "PKIX"], tests: policyTests)
        + floor(
            "ApplePlatform",
            on: ["Policies", "Trust", "OpenSSL", "PKIX"],
            tests: policyTests
        )
        + floor(
            "AppleModels",
            on: ["ApplePlatform", "Policies", "Trust", "OpenSSL", "PKIX", "PublicSuffixes"],
            tests: policyTests + ["PinningWorlds", "SeededChoices"]
        )
        + floor(
            "Models",
            on: [
                "AppleModels", "ApplePlatform", "Policies", "Trust", "Transparency", "OpenSSL",
                "PKIX", "OctetSearch", "KnownDifferences",
            ],
            tests: policyTests
        )
        + floor(
            "Wire",
            on: ["TLSProtocol", "TLSFormat", "OpenSSL", "Workers", "OctetSearch"],
            tests: ["Forge", "PKIX", "CommandWorkshop"]
        )
        + floor("TLSFormat", on: ["OpenSSL"], tests: ["PKIX"])
        + floor(
            "TLSProtocol",
            on: ["TLSFormat", "OpenSSL"],
            tests: ["Forge", "PKIX", "COpenSSL", "StrictClient", "TestSupport"]
        )
        + floor("Programs", on: ["CPrograms"], tests: ["CommandWorkshop"])
        + floor("JSON", on: [])
        + floor("OctetSearch", on: [])
        + floor("FileFormat", on: [yams, "JSON"])
        + floor("Clients", on: ["FileFormat", "Trust", "PKIX"])
        + floor("AttackCatalogue", on: [])
        + floor("Notations", on: ["Policies", "Trust", "PKIX", "OctetSearch"])
        + floor("SourceText", on: [], tests: ["SeededChoices"])
        + floor(
            "ScenarioFaults",
            on: ["FileFormat", "Policies", "Trust", "Forge", "PKIX"]
        )
        + floor(
            "Scenarios",
            on: [
                "ScenarioFaults", "FileFormat", "Notations", "AttackCatalogue", "Forge", "Wire",
                "TLSProtocol", "TLSFormat", "OpenSSL", "PKIX", "Workers",
            ] + judging,
            tests: ["CommandWorkshop", "RepositorySuite"]
        )
        + floor(
            "Runner",
            on: [
                "Scenarios", "Clients", "FileFormat", "Forge", "Wire", "TLSProtocol", "TLSFormat",
                "Programs", "OpenSSL", "PKIX", "Workers",
            ] + judging,
            tests: ["CommandWorkshop", "RepositorySuite"]
        )
        + floor(
            "Inspection",
            on: ["Models", "Policies", "Trust", "OpenSSL", "PKIX"],
            tests: ["Forge"]
        )
        + floor(
            "Findings",
            on: ["FileFormat", "SourceText", "PublicSuffixes", "Trust", "PKIX", "OctetSearch"]
        )
        + floor(
            "SourceReview",
            on: ["Findings", "SourceText", "FileFormat", "Models", "PKIX"],
            tests: ["ConfigurationReview", "TestSupport"]
        )
        + floor(
            "ConfigurationReview",
            on: [
                "Findings", "SourceReview", "SourceText", "Notations", "FileFormat", "Models",
                "AppleModels", "Policies", "Trust", "PKIX", "OctetSearch",
            ],
            tests: ["TestSupport"]
        )
        + floor(
            "Reports",
            on: [
                "Inspection", "ConfigurationReview", "Runner", "Scenarios", "Clients",
                "ScenarioFaults", "AttackCatalogue", "FileFormat", "Forge", "Wire", "TLSProtocol",
                "TLSFormat", "PKIX", "JSON",
            ] + judging,
            tests: ["TestSupport", "CommandWorkshop", "RepositorySuite"]
        )
        + floor(
            "HTMLReports",
            on: [
                "FuzzReports", "Reports", "Campaigns", "Inspection", "ConfigurationReview",
                "Findings", "Runner", "Scenarios", "AttackCatalogue", "FileFormat", "Models",
                "Trust", "OpenSSL", "PKIX",
            ],
            tests: ["CommandWorkshop", "TestSupport", "Policies", "KnownDifferences"]
        )
        + floor(
            "Manual",
            on: [
                "Reports", "ConfigurationReview", "Findings", "Campaigns", "Runner", "Scenarios",
                "ScenarioFaults", "Clients", "AttackCatalogue", "FileFormat", "Forge", "Models",
                "Policies", "Trust", "Wire", "TLSProtocol", "TLSFormat", "OpenSSL", "PKIX", "JSON",
            ],
            tests: ["TestSupport"]
        )
        + floor(
            "ServiceReports",
            on: ["Reports", "Runner", "Scenarios", "Wire", "PKIX", "JSON"],
            tests: ["TestSupport", "Trust"]
        )
        + floor(
            "FuzzReports",
            on: [
                "Campaigns", "HandshakeCampaigns", "Reports", "Runner", "Scenarios", "Trust",
                "KnownDifferences", "JSON",
            ],
            tests: ["TestSupport"]
        )
        + floor(
            "Surroundings",
            on: ["Reports", "Programs", "OpenSSL", "PKIX", "Workers"],
            tests: ["CommandWorkshop"]
        )
        + floor(
            "CaseSelection",
            on: [
                "Surroundings", "Reports", "Runner", "Scenarios", "ScenarioFaults", "Clients",
                "FileFormat", "Models", "Policies", "Trust", "PKIX", "BuiltinFolders",
                "OctetSearch",
            ],
            tests: ["CommandWorkshop"]
        )
        + floor(
            "Sessions",
            on: [
                "Surroundings", "Manual", "Reports", "Runner", "Scenarios", "Programs",
                "FileFormat",
                "Wire", "OpenSSL", "PublicSuffixes", "PKIX", "JSON",
            ]
        )
        + floor(
            "Auditing",
            on: [
                "Requests", "Sessions", "ClientParties", "CaseSelection", "Surroundings",
                "HTMLReports", "Reports", "Runner", "Scenarios", "Clients", "Programs",
                "Inspection",
                "ConfigurationReview", "FileFormat", "Notations", "Models", "Policies", "Trust",
                "Wire", "PublicSuffixes", "PKIX", "JSON",
            ],
            tests: ["CommandWorkshop", "TestSupport"]
        )
        + floor(
            "ClientParties",
            on: [
                "CaseSelection", "Surroundings", "Manual", "Reports", "Runner", "Scenarios",
                "Clients", "Programs", "FileFormat", "Policies", "Trust", "Wire", "OpenSSL", "PKIX",
                "Workers", "JSON",
            ],
            tests: ["CommandWorkshop", "Forge"]
        )
        + floor(
            "Requests",
            on: [
                "Sessions", "CaseSelection", "ClientParties", "Surroundings", "Manual", "Reports",
                "Runner", "AttackCatalogue", "Scenarios", "Clients", "Programs", "FileFormat",
                "Policies", "Wire", "PKIX", "Workers",
            ]
        )
        + floor(
            "Doctor",
            on: [
                "CaseSelection", "Surroundings", "Reports", "Runner", "Clients", "Programs",
                "FileFormat", "Wire", "OpenSSL", "PublicSuffixes", "PKIX", "JSON", "Workers",
            ],
            tests: ["TestSupport"]
        )
        + floor("Defaults", on: ["FileFormat", "Reports", "Surroundings"])
        + floor(
            "Templates",
            on: [
                "Auditing", "Surroundings", "Reports", "Campaigns", "Scenarios", "Clients",
                "FileFormat", "Trust", "Forge", "OpenSSL", "PKIX",
            ],
            tests: ["CommandWorkshop"]
        )
        + floor(
            "FuzzDriver",
            on: [
                "Sessions", "CaseSelection", "Surroundings", "HTMLReports", "FuzzReports",
                "Reports", "Campaigns", "Runner", "HandshakeCampaigns", "Scenarios", "FileFormat",
                "Forge", "Models", "Policies", "Trust", "Wire", "OpenSSL", "PKIX",
                "KnownDifferences", "Workers", "JSON", subprocess,
            ],
            tests: ["CommandWorkshop"]
        )
        + floor(
            "Suites",
            on: ["Surroundings", "Reports", "Scenarios", "Policies", "Trust", "PKIX", "JSON"],
            tests: [
                "CommandWorkshop", "Campaigns", "KnownDifferences", "Forge", "OpenSSL", "COpenSSL",
                "CLI",
            ]
        )
        + floor(
            "Visits",
            on: [
                "Surroundings", "ServiceReports", "Reports", "Runner", "Scenarios", "Forge",
                "Policies", "Trust", "Wire", "OpenSSL", "PublicSuffixes", "PKIX", "JSON", "Workers",
                "OctetSearch",
            ],
            tests: ["CommandWorkshop", "Models", "RepositorySuite"]
        )
        + floor(
            "ForgedFolders",
            on: [
                "Surroundings", "Reports", "FuzzTargets", "Runner", "Scenarios", "Forge", "Wire",
                "OpenSSL", "PKIX",
            ],
            tests: ["CommandWorkshop", "CLI"]
        )
        + floor(
            "Interception",
            on: [
                "Surroundings", "ServiceReports", "Reports", "Runner", "Scenarios", "Trust",
                "Forge", "Wire", "OpenSSL", "PKIX", "JSON",
            ],
            tests: ["CommandWorkshop", "CLI"]
        )
        + floor(
            "Campaigns",
            on: [
                "Runner", "Scenarios", "Forge", "Wire", "OpenSSL", "PKIX", "KnownDifferences",
                "SeededChoices", "Workers",
            ] + judging
        )
        + floor(
            "HandshakeCampaigns",
            on: [
                "Campaigns", "Runner", "Scenarios", "Forge", "Wire", "TLSProtocol", "TLSFormat",
                "OpenSSL", "PKIX", "KnownDifferences", "SeededChoices",
            ],
            tests: ["StrictClient", "TestSupport"]
        )
        + floor("ChainPeer", on: [])
        + floor("DecoderComparison", on: ["PKIX", "KnownDifferences"])
        + floor("SeededChoices", on: [])
        + floor("KnownDifferences", on: [])
        + floor(
            "FuzzTargets",
            on: ["PKIX", "SeededChoices"],
            tests: ["Forge", "OpenSSL", "TestSupport"]
        )
        + floor("ServingTargets", on: ["FuzzTargets", "Wire"], tests: ["TestSupport"])
        // The fuzz targets that judge, above everything that they try.
        + floor(
            "JudgingTargets",
            on: [
                "FuzzTargets", "PinningWorlds", "Campaigns", "ConfigurationReview", "Findings",
                "FuzzReports", "Defaults", "Clients", "Runner", "JSON",
                "Inspection", "Reports", "Notations", "Scenarios", "FileFormat", "Models",
                "Policies", "Trust", "Transparency", "Forge", "OpenSSL", "PKIX", "SeededChoices",
                "KnownDifferences", "TLSProtocol", "TLSFormat", "StrictClient",
            ],
            tests: ["ServingTargets", "TestSupport"]
        ),
    swiftLanguageModes: [.v6]
)
