import Basics

/// Facts about a project that the reviews of its files need.
package struct ProjectFiles: Hashable, Sendable {
    /// A fact about a file that its text shows.
    ///
    /// The raw values are the words for the facts in the samples of rule files.
    package enum Fact: String, CaseIterable, Sendable {
        /// The file is a network security configuration, which has pins in the case `androidPins`.
        case networkSecurityConfig = "network-security-config"
        case androidPins = "android-pins"
        /// The file is a network security configuration with which the app crashes or rejects every
        /// server. A review finds this; the text alone does not show it.
        case brokenNetworkSecurityConfig = "broken-network-security-config"
        /// The file is an Android manifest that names a network security configuration.
        case namedNetworkSecurityConfig = "named-network-security-config"
        /// The file is a Gradle build file of an Android application, or in the case
        /// `androidLibrary` of a library.
        case androidApplication = "android-application"
        case androidLibrary = "android-library"
        /// The file belongs to a Flutter application.
        case flutter
        /// The file is a property list with `NSPinnedDomains`.
        case pinnedDomains = "pinned-domains"
        /// The file is an Xcode project that supports iOS or macOS versions without
        /// `NSPinnedDomains`.
        case olderApple = "older-apple"
        /// The file is Swift or Objective-C code that sends requests.
        case appleRequests = "apple-requests"
        /// The file is code that reads certificates from its bundle with Alamofire or AFNetworking.
        case alamofirePins = "alamofire-pins"
        case afNetworkingPins = "afnetworking-pins"
        /// The file has a `checkServerIdentity` of Node.js.
        case nodeIdentityCheck = "node-identity-check"

        private static let libraries = [
            "android.library", "android-library", "android.kotlin.multiplatform.library",
        ]

        /// Returns whether a Gradle build file builds an Android library instead of an application.
        package static func makesLibrary(_ bytes: [UInt8]) -> Bool {
            libraries.contains(where: bytes.holds)
                && !androidApplication.signs.texts.contains(where: bytes.holds)
        }

        /// The extensions of the files to search, and texts that show the fact; one of the texts is
        /// enough.
        fileprivate var signs: (endings: Set<String>, texts: [String]) {
            let apple: Set = ["swift", "m", "mm"]
            return switch self {
            case .networkSecurityConfig: (["xml"], ["<network-security-config"])
            case .namedNetworkSecurityConfig:
                (["xml"], ["android:networkSecurityConfig="])
            case .brokenNetworkSecurityConfig: ([], [])
            case .androidApplication:
                (["gradle", "kts"], ["android.application", "android-application"])
            case .androidLibrary: (["gradle", "kts"], Self.libraries)
            case .androidPins: (["xml"], ["<pin-set"])
            case .flutter: (["yaml"], ["sdk: flutter"])
            case .pinnedDomains: (["plist"], ["<key>NSPinnedDomains</key>"])
            case .olderApple: (["pbxproj"], [])
            case .appleRequests: (apple, ["URLSession", "Alamofire", "AFHTTPSessionManager"])
            case .alamofirePins:
                (["swift"], ["PinnedCertificatesTrustEvaluator", "PublicKeysTrustEvaluator"])
            case .afNetworkingPins: (apple, ["AFSecurityPolicy"])
            case .nodeIdentityCheck:
                (["js", "mjs", "cjs", "ts", "jsx", "tsx"], ["checkServerIdentity"])
            }
        }
    }

    /// The files that show each fact, in the order in which they were found.
    private var paths: [Fact: [String]]

    /// Creates a project from known facts; a single file has no facts.
    package init(_ paths: [Fact: [String]] = [:]) { self.paths = paths }

    /// Collects the facts of files, whose content `read` returns.
    package init(_ files: [String], read: (String) -> [UInt8]?) {
        paths = [:]
        for path in files {
            let name = path.split(separator: "/").last ?? ""
            let ending = String(name.split(separator: ".").last ?? "")
            let facts = Fact.allCases.filter { $0.signs.endings.contains(ending) }
            guard !facts.isEmpty, let bytes = read(path) else { continue }
            for fact in facts where Self.shows(fact, bytes) {
                paths[fact, default: []].append(path)
            }
        }
    }

    /// Adds a file that shows a fact.
    package mutating func add(_ path: String, showing fact: Fact) {
        paths[fact, default: []].append(path)
    }

    /// Returns the files that show a fact.
    package func files(_ fact: Fact) -> [String] { paths[fact] ?? [] }

    private static func shows(_ fact: Fact, _ bytes: [UInt8]) -> Bool {
        if fact == .olderApple {
            return hasVersion(below: 14, after: "IPHONEOS_DEPLOYMENT_TARGET = ", bytes)
                || hasVersion(below: 11, after: "MACOSX_DEPLOYMENT_TARGET = ", bytes)
        }
        return fact.signs.texts.contains(where: bytes.holds)
    }

    /// Returns whether a version number after a text is lower than `major`.
    private static func hasVersion(below major: Int, after text: String, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let found = rest.firstPlace(of: Array(text.utf8)) {
            rest = rest[found.upperBound...]
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            if let number = Int(String(decoding: digits, as: UTF8.self)), number < major {
                return true
            }
        }
        return false
    }
}
