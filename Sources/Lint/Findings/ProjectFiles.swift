import Basics

/// Facts of a project that reviews of its single files need.
package struct ProjectFiles: Hashable, Sendable {
    /// A property of files that text in them shows.
    package enum Fact: String, CaseIterable, Sendable {
        /// A network security configuration, and one with pins.
        case networkSecurityConfig, androidPins
        /// A network security configuration with which the app crashes or refuses every server; a
        /// review says so, and no text in the file.
        case brokenNetworkSecurityConfig
        /// A manifest of Android that names a network security configuration.
        case namedNetworkSecurityConfig
        /// A build file of Gradle that makes an application for Android, and one that makes a library.
        case androidApplication, androidLibrary
        /// An application made with Flutter.
        case flutter
        /// A property list with `NSPinnedDomains`.
        case pinnedDomains
        /// An Xcode project for releases of iOS or macOS that know no `NSPinnedDomains`.
        case olderApple
        /// Swift or Objective-C that makes requests.
        case appleRequests
        /// Code that reads the certificates of its bundle.
        case alamofirePins, afNetworkingPins
        /// A `checkServerIdentity` of Node.js.
        case nodeIdentityCheck

        private static let libraries = [
            "android.library", "android-library", "android.kotlin.multiplatform.library",
        ]

        /// Whether a build file of Gradle makes a library for Android, and no application.
        package static func makesLibrary(_ bytes: [UInt8]) -> Bool {
            libraries.contains(where: bytes.holds)
                && !androidApplication.signs.texts.contains(where: bytes.holds)
        }

        /// The endings of the files that may show it, and the texts of which one does.
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

    /// The files that show a fact, in the order in which they were found.
    private var paths: [Fact: [String]]

    /// The facts by themselves; none for a file alone.
    package init(_ paths: [Fact: [String]] = [:]) { self.paths = paths }

    /// The facts of files, which `read` reads.
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

    /// The files that show a fact.
    package func files(_ fact: Fact) -> [String] { paths[fact] ?? [] }

    private static func shows(_ fact: Fact, _ bytes: [UInt8]) -> Bool {
        if fact == .olderApple {
            return hasVersion(below: 14, after: "IPHONEOS_DEPLOYMENT_TARGET = ", bytes)
                || hasVersion(below: 11, after: "MACOSX_DEPLOYMENT_TARGET = ", bytes)
        }
        return fact.signs.texts.contains(where: bytes.holds)
    }

    /// Whether a number of a release stands after text and is lower.
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
