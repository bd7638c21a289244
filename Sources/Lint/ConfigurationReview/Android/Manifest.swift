import ClientModels

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
        "a manifest that names no network security configuration"
    )
    static let oldMinimum = Rule("NSC-031", .medium, "`minSdk` below 24")
    static let oldTarget = Rule("NSC-032", .high, "`targetSdk` of 27 or less")
    static let androidApplication = [
        manifestCleartext, debuggable, noConfiguration, oldMinimum, oldTarget,
    ]
}

/// Mistakes of one manifest.
private struct ManifestReview {
    let file: ReviewedFile
    let root: MarkupNode
    /// Whether its module is built as a library, whose manifest is merged into those of applications.
    let isOfLibrary: Bool
    /// The paths of the project's network security configurations.
    let configurations: [String]
    /// The paths of those with which the app crashes or refuses every server.
    let broken: [String]
    /// The paths of its manifests that name one.
    let naming: [String]

    private var place: GradlePlace { GradlePlace(of: file.name) }

    /// The configurations in the manifest's own module: other modules may be other applications.
    private var own: [String] {
        configurations.filter { GradlePlace(of: $0).module == place.module }
    }

    /// Those that a build with this manifest has, and no other build type or flavour alone.
    private var built: [String] {
        own.filter { [place.variant, "main"].contains(GradlePlace(of: $0).variant) }
    }

    /// Those in the app that users have: `debug` is the build type of its developers.
    private var released: [String] { own.filter { GradlePlace(of: $0).variant != "debug" } }

    /// A configuration that every application with this manifest has as a resource, and that is no
    /// outage: its build breaks at the name of another.
    private var nameable: String? {
        built.first { !broken.contains($0) }
    }

    var findings: [Finding] {
        // An application states the levels of the libraries in it.
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
        let isInconclusive = node["android:networkSecurityConfig"] != nil
        return [
            Finding(
                .manifestCleartext,
                isInconclusive ? .note : nil,
                at: file.span(stated.range),
                isInconclusive
                    ? "usesCleartextTraffic does not count beside networkSecurityConfig"
                    : "http is allowed to every host",
                label: isInconclusive
                    ? "not read since Android 7" : "allows connections without TLS",
                impact: isInconclusive
                    ? "on Android 6 it allows http to every host"
                    : "an attacker on the path reads and changes every http:// request",
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
                label: "in every build",
                impact: "<debug-overrides> count for users: authorities that they installed are "
                    + "trusted and pass the pins; a debugger reads the app's data",
                fix: file.fix("delete the attribute: build types set it", deleting(stated))
            )
        ]
    }

    private func configuration(_ node: MarkupNode) -> [Finding] {
        if let stated = node["android:networkSecurityConfig"] { return missing(stated) }
        // Manifests of one module are merged, and those of libraries mostly have no label. Where other
        // modules alone have a configuration, this is another application.
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
                released.first.map { "\($0) is not read: the manifest does not name it" }
                    ?? "no network security configuration is named",
                label: "android:networkSecurityConfig is missing",
                impact: released.isEmpty
                    ? "a network_security_config.xml is not read, and Android pins nothing for the app"
                    : "its pins do not count: any certificate of a trusted authority passes",
                fix: file.fix(
                    "name the file in android:networkSecurityConfig",
                    name.map { [Edit(end..<end, " android:networkSecurityConfig=\"\($0)\"")] }
                        ?? []
                )
            )
        ]
    }

    /// A name that no configuration of the project has, where the module has another: libraries from
    /// elsewhere bring resources, too.
    private func missing(_ stated: MarkupNode.Attribute) -> [Finding] {
        guard let first = own.first, stated.value.hasPrefix("@xml/"), !stated.value.contains("$"),
            !configurations.map(Self.resource).contains(stated.value)
        else { return [] }
        return [
            Finding(
                .noConfiguration,
                .high,
                at: file.span(stated.range),
                "the manifest names \(stated.value), of which there is no file",
                label: "no such file here",
                impact: "\(first) is not read; its pins do not count",
                fix: file.fix(
                    "name the file that there is",
                    nameable.map { [Edit(stated.valueRange, Self.resource($0))] } ?? []
                )
            )
        ]
    }

    /// The reference to a resource, such as `@xml/network_security_config`.
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

/// The place of a file in a project of Gradle.
struct GradlePlace {
    /// The folders above `src/VARIANT`, or above `res`.
    let module: ArraySlice<Substring>
    /// `main`, or the build type or flavour that alone has the file; nil without Gradle's folders.
    let variant: Substring?

    init(of path: String) {
        let folders = path.split(separator: "/").dropLast()
        let source = folders.lastIndex { $0 == "src" }
        module = folders[..<(source ?? folders.lastIndex { $0 == "res" } ?? folders.endIndex)]
        variant = source.flatMap { folders[$0...].dropFirst().first }
    }

    /// Whether the build file of a place's module makes a library of it, and no application.
    static func isLibrary(_ place: GradlePlace, in project: ProjectFiles) -> Bool {
        func isOwn(_ path: String) -> Bool { GradlePlace(of: path).module == place.module }
        return project.files(.androidLibrary).contains(where: isOwn)
            && !project.files(.androidApplication).contains(where: isOwn)
    }
}

/// Findings about the Android versions of an app.
enum SDKLevel {
    static func minimum(_ level: Int, at place: Span) -> Finding? {
        guard level < 24 else { return nil }
        return Finding(
            .oldMinimum,
            at: place,
            "the app runs on Android versions without network security configuration",
            label: "API level \(level)",
            impact:
                "below API level 24 no pin of network_security_config.xml counts, and authorities "
                + "that the user installed are trusted",
            fix: Fix("raise it to 24, or pin in code for older devices")
        )
    }

    static func target(_ level: Int, at place: Span) -> Finding? {
        guard level < 28 else { return nil }
        return Finding(
            .oldTarget,
            at: place,
            "http is allowed to every host without an entry"
                + (level < 24 ? ", and the user's authorities are trusted" : ""),
            label: "the defaults of API level \(level)",
            impact: "an attacker on the path reads and changes every http:// request",
            fix: Fix("raise it to 28 or more, or forbid http in a network security configuration")
        )
    }
}
