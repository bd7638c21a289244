// swift-tools-version: 6.2
import PackageDescription

// Code that links third-party libraries: an adapter for each library, and the programs that
// validate chains with the libraries. It is a separate package, so that the root package and the
// other fuzz targets build without these libraries. Each program builds without the libraries of
// the other programs.

let swiftCertificates: Version = "1.21.1"

/// An adapter of a C library to the interface of `CPeer`, linked with `libraries`.
func adapter(_ name: String, of libraries: [String]) -> Target {
    .target(
        name: name,
        dependencies: ["CPeer"],
        linkerSettings: libraries.map { .linkedLibrary($0) }
    )
}

/// A program that validates chains.
func program(_ name: String, on dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: [chainPeer] + dependencies,
        swiftSettings: projectSettings
    )
}

/// New names for two modules of Hatpin, because swift-certificates and swift-crypto have modules
/// with the original names.
let aliases = ["X509": "HatpinX509", "Crypto": "HatpinCrypto"]
let chainPeer = Target.Dependency.product(
    name: "ChainPeer",
    package: "hatpin",
    moduleAliases: aliases
)
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")

let projectSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "hatpin-peers",
    products: [
        .executable(name: "peer-gnutls", targets: ["PeerGnuTLS"]),
        .executable(name: "peer-mbedtls", targets: ["PeerMbedTLS"]),
        .executable(name: "peer-swift-certificates", targets: ["PeerSwiftCertificates"]),
    ],
    dependencies: [
        .package(name: "hatpin", path: "../.."),
        .package(name: "hatpin-fuzz", path: ".."),
        .package(url: "https://github.com/apple/swift-certificates", exact: swiftCertificates),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    ],
    targets: [
        .target(
            name: "CPeer",
            // swift-certificates does not report its version.
            cSettings: [.define("SWIFT_CERTIFICATES", to: "\"\(swiftCertificates)\"")]
        ),
        .target(
            name: "COracle",
            dependencies: ["CPeer", chainPeer],
            swiftSettings: projectSettings
        ),
        adapter("CGnuTLS", of: ["gnutls"]),
        adapter("CMbedTLS", of: ["mbedx509", "mbedcrypto"]),
        program("PeerGnuTLS", on: ["COracle", "CGnuTLS"]),
        program("PeerMbedTLS", on: ["COracle", "CMbedTLS"]),
        program(
            "PeerSwiftCertificates",
            on: ["CPeer", x509, asn1]
        ),
        adapter("COpenSSLReader", of: ["crypto"]),
        .systemLibrary(name: "CNSSLibrary", pkgConfig: "nss", providers: [.apt(["libnss3-dev"])]),
        .target(name: "CNSS", dependencies: ["CPeer", "CNSSLibrary"]),
        // This target links only with libFuzzer, which has the main function.
        .executableTarget(
            name: "CompareDecoders",
            dependencies: [
                "CPeer", "CGnuTLS", "CNSS", "COpenSSLReader", x509, asn1,
                .product(
                    name: "DecoderComparison",
                    package: "hatpin",
                    moduleAliases: aliases
                ),
                .product(
                    name: "DERMutation",
                    package: "hatpin-fuzz",
                    moduleAliases: aliases
                ),
            ],
            swiftSettings: projectSettings
        ),
    ],
    swiftLanguageModes: [.v6]
)
