import ClientModels
import ScenarioFormat

extension ReviewedSystem {
    /// Android's `AndroidManifest.xml`.
    static let androidManifest = ReviewedSystem(
        table: RuleTable("Android: AndroidManifest.xml and build.gradle", Rule.androidApplication),
        noun: "an Android manifest"
    ) { file, context in
        guard let outline = try? MarkupOutline(file.bytes), outline.root.name == "manifest" else {
            return nil
        }
        let project = context.surroundings
        let review = ManifestReview(
            file: file,
            root: outline.root,
            isOfLibrary: GradlePlace.isLibrary(GradlePlace(of: file.name), in: project),
            configurations: project.files(.networkSecurityConfig),
            broken: project.files(.brokenNetworkSecurityConfig),
            naming: project.files(.namedNetworkSecurityConfig)
        )
        return Reading(findings: review.findings, comments: outline.comments)
    }
}

extension Rule {
    static let manifestCleartext = Rule("NSC-002", .high, "`usesCleartextTraffic=\"true\"`")
    static let debuggable = Rule("NSC-029", .high, "`debuggable=\"true\"` in the manifest")
    static let noConfiguration = Rule(
        "NSC-030",
        .note,
        "a manifest without a network security configuration"
    )
    static let oldMinimum = Rule("NSC-031", .medium, "`minSdk` below 24")
    static let oldTarget = Rule("NSC-032", .high, "`targetSdk` of 27 or less")
    static let androidApplication = [
        manifestCleartext, debuggable, noConfiguration, oldMinimum, oldTarget,
    ]
}

/// The review of one manifest.
private struct ManifestReview {
    let file: ReviewedFile
    let root: MarkupNode
    /// Whether the manifest's module is a library.
    ///
    /// A library's manifest is merged into the manifests of applications.
    let isOfLibrary: Bool
    /// The paths of the project's network security configurations.
    let configurations: [String]
    /// The paths of the configurations with which the app crashes or rejects every server.
    let broken: [String]
    /// The paths of the project's manifests that name a configuration.
    let naming: [String]

    private var place: GradlePlace { GradlePlace(of: file.name) }

    /// The configurations in the manifest's module; other modules may be other applications.
    private var own: [String] {
        configurations.filter { GradlePlace(of: $0).module == place.module }
    }

    /// The configurations that every build with this manifest contains.
    ///
    /// The configurations of another build type or flavour are left out.
    private var built: [String] {
        own.filter { [place.variant, "main"].contains(GradlePlace(of: $0).variant) }
    }

    /// The configurations in release builds; the build type `debug` is for developers.
    private var released: [String] { own.filter { GradlePlace(of: $0).variant != "debug" } }

    /// The configuration that the manifest can name: a configuration that every build with this
    /// manifest contains and that causes no outage.
    private var nameable: String? {
        built.first { !broken.contains($0) }
    }

    var findings: [Finding] {
        // The application states the API levels for its libraries.
        let levels =
            isOfLibrary
            ? []
            : root.children(named: "uses-sdk").flatMap { node in
                level(node["android:minSdkVersion"], SDKLevel.minimum)
                    + level(node["android:targetSdkVersion"], SDKLevel.target)
            }
        return levels + root.children(named: "application").flatMap(application)
    }

    private func level(
        _ attribute: MarkupNode.Attribute?,
        _ finding: (Int, Span) -> Finding?
    ) -> [Finding] {
        guard let attribute, let number = Int(attribute.value) else { return [] }
        return [finding(number, file.span(attribute.range))].compactMap(\.self)
    }

    private func application(_ node: MarkupNode) -> [Finding] {
        cleartext(node) + debuggable(node) + configuration(node)
    }

    private func cleartext(_ node: MarkupNode) -> [Finding] {
        guard let stated = node["android:usesCleartextTraffic"],
            AndroidTexts.boolean(stated.value) == true
        else { return [] }
        let isOverridden = node["android:networkSecurityConfig"] != nil
        return [
            Finding(
                .manifestCleartext,
                isOverridden ? .note : nil,
                at: file.span(stated.range),
                isOverridden
                    ? "networkSecurityConfig overrides usesCleartextTraffic"
                    : "the app allows http to every host",
                label: isOverridden
                    ? "ignored since Android 7" : "allows connections without TLS",
                impact: isOverridden
                    ? "on Android 6 it allows http to every host"
                    : "an attacker on the network path can read and change every http:// request",
                fix: file.fix("delete the attribute", deleting(stated))
            )
        ]
    }

    private func debuggable(_ node: MarkupNode) -> [Finding] {
        guard let stated = node["android:debuggable"], AndroidTexts.boolean(stated.value) == true
        else { return [] }
        return [
            Finding(
                .debuggable,
                at: file.span(stated.range),
                "release builds are debuggable",
                label: "applies to every build",
                impact:
                    "<debug-overrides> apply in release builds, so that CAs installed by the "
                    + "user bypass pins; a debugger can read the app's data",
                fix: file.fix(
                    "delete the attribute; Gradle sets it for each build "
                        + "type",
                    deleting(stated)
                )
            )
        ]
    }

    private func configuration(_ node: MarkupNode) -> [Finding] {
        if let stated = node["android:networkSecurityConfig"] { return missing(stated) }
        // Gradle merges the manifests of a module, and manifests of libraries mostly have no label.
        // If only other modules have a configuration, this manifest belongs to another application.
        guard node["android:label"] != nil, !isOfLibrary,
            !naming.contains(where: { GradlePlace(of: $0).module == place.module }),
            configurations.isEmpty || !own.isEmpty
        else { return [] }
        let end = node.nameRange.upperBound
        let name = nameable.map(Self.resource)
        return [
            Finding(
                .noConfiguration,
                released.isEmpty ? nil : .high,
                at: file.span(node.nameRange),
                released.first.map {
                    "Android ignores \($0), because the manifest does not name "
                        + "it"
                }
                    ?? "the manifest names no network security configuration",
                label: "android:networkSecurityConfig is missing",
                impact: released.isEmpty
                    ? "Android compares no pins for this app"
                    : "Android ignores its pins, so a certificate from any trusted CA is accepted",
                fix: file.fix(
                    "set android:networkSecurityConfig to the file",
                    name.map { [Edit(end..<end, " android:networkSecurityConfig=\"\($0)\"")] }
                        ?? []
                )
            )
        ]
    }

    /// Returns the finding if the manifest names a missing configuration although its module has
    /// another configuration.
    ///
    /// A missing file alone is not a mistake, because the file may be in an external library.
    private func missing(_ stated: MarkupNode.Attribute) -> [Finding] {
        guard let first = own.first, stated.value.hasPrefix("@xml/"), !stated.value.contains("$"),
            !configurations.map(Self.resource).contains(stated.value)
        else { return [] }
        return [
            Finding(
                .noConfiguration,
                .high,
                at: file.span(stated.range),
                "the manifest names \(stated.value), but the project has no such file",
                label: "no such file here",
                impact: "Android ignores \(first) and its pins",
                fix: file.fix(
                    "name the existing file",
                    nameable.map { [Edit(stated.valueRange, Self.resource($0))] } ?? []
                )
            )
        ]
    }

    /// Returns the reference to a resource, such as `@xml/network_security_config`.
    private static func resource(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return "@xml/" + (name.split(separator: ".").first ?? name)
    }

    private func deleting(_ attribute: MarkupNode.Attribute) -> Edit {
        var start = attribute.range.lowerBound
        while start > 0, file.bytes[start - 1] <= 0x20 { start -= 1 }
        return Edit(start..<attribute.range.upperBound, "")
    }
}

/// The place of a file in a Gradle project.
struct GradlePlace {
    /// The path of the folder above `src/VARIANT` or `res`.
    let module: ArraySlice<Substring>
    /// `main`, or the only build type or flavour that contains the file; nil outside Gradle's
    /// folders.
    let variant: Substring?

    init(of path: String) {
        let folders = path.split(separator: "/").dropLast()
        let source = folders.lastIndex { $0 == "src" }
        module = folders[..<(source ?? folders.lastIndex { $0 == "res" } ?? folders.endIndex)]
        variant = source.flatMap { folders[$0...].dropFirst().first }
    }

    /// Returns whether the build file builds the module of a place as a library.
    static func isLibrary(_ place: GradlePlace, in project: ProjectFiles) -> Bool {
        func isOwn(_ path: String) -> Bool { GradlePlace(of: path).module == place.module }
        return project.files(.androidLibrary).contains(where: isOwn)
            && !project.files(.androidApplication).contains(where: isOwn)
    }
}

/// Findings about the Android versions that an app supports.
enum SDKLevel {
    static func minimum(_ level: Int, at place: Span) -> Finding? {
        guard level < 24 else { return nil }
        return Finding(
            .oldMinimum,
            at: place,
            "the app runs on Android versions that ignore the network security configuration",
            label: "API level \(level)",
            impact:
                "below API level 24, Android ignores the pins of network_security_config.xml and "
                + "trusts CAs that the user installed",
            fix: Fix("set it to 24 or higher, or pin in code for older devices")
        )
    }

    static func target(_ level: Int, at place: Span) -> Finding? {
        guard level < 28 else { return nil }
        return Finding(
            .oldTarget,
            at: place,
            "the app allows http to every host without an entry"
                + (level < 24 ? " and trusts CAs that the user installed" : ""),
            label: "default of API level \(level)",
            impact: "an attacker on the network path can read and change every http:// request",
            fix: Fix("set it to 28 or higher, or forbid http in a network security configuration")
        )
    }
}
