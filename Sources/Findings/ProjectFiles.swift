/// Facts of a project that reviews of its single files need.
package struct ProjectFiles: Hashable, Sendable {
    /// The paths of network security configurations.
    package var networkSecurityConfigs: [String] = []
    /// Whether it is an application made with Flutter.
    package var isFlutter = false

    /// A file by itself.
    package init() {}

    /// The facts of files, which `read` reads.
    package init(_ paths: [String], read: (String) -> [UInt8]?) {
        for path in paths {
            let name = path.split(separator: "/").last ?? ""
            if name == "pubspec.yaml", Self.contains("sdk: flutter", read(path)) {
                isFlutter = true
            }
            if name.hasSuffix(".xml"), Self.contains("<network-security-config", read(path)) {
                networkSecurityConfigs.append(path)
            }
        }
    }

    private static func contains(_ text: String, _ bytes: [UInt8]?) -> Bool {
        bytes?.firstRange(of: Array(text.utf8)) != nil
    }
}
