import X509

/// `XmlConfigSource`: reads `network_security_config.xml`.
///
/// The tree is what `aapt` compiles the file into: elements, and text that is not only whitespace
/// (inferred). An element's line is the line of its start tag.
struct XmlConfigSource: Hashable, Sendable {
    /// `ParserException`, and the other exceptions that end the parser.
    struct ParserException: Error, Hashable, Sendable {
        /// The message in the application's log.
        let message: String
    }

    private enum ConfigType: String {
        case base = "base-config"
        case domain = "domain-config"
        case debug = "debug-overrides"
    }

    private typealias Builder = NetworkSecurityConfig.Builder
    private typealias Entries = [(builder: Builder, domains: [AndroidDomain])]

    let config: MarkupElement
    /// The resource with the configuration's name and the suffix `_debug`.
    var debugConfig: MarkupElement?
    let targetSdkVersion: Int
    let isDebugBuild: Bool
    var checks = CheckSet.all

    /// Reads the file as `parseNetworkSecurityConfig` does.
    func parse() throws(ParserException) -> ApplicationConfig {
        var seenDomains: Set<String> = []
        var builders: Entries = []
        var baseConfigBuilder: Builder?
        var debugOverrides = DebugOverrides()
        try beginDocument(config)
        for element in config.children {
            switch element.name {
            case ConfigType.base.rawValue:
                try check(.androidParseConfig, baseConfigBuilder == nil, element) {
                    "Only one base-config allowed"
                }
                baseConfigBuilder =
                    try parseConfigEntry(element, &seenDomains, nil, .base).first?.builder
            case ConfigType.domain.rawValue:
                builders += try parseConfigEntry(element, &seenDomains, baseConfigBuilder, .domain)
            default: try parse(element, &debugOverrides)
            }
        }
        if isDebugBuild, debugOverrides.builder == nil {
            debugOverrides = try parseDebugOverridesResource()
        }
        return build(builders, base: baseConfigBuilder, debug: debugOverrides.builder)
    }

    private struct DebugOverrides {
        var isSeen = false
        var builder: Builder?
    }

    private func parse(
        _ element: MarkupElement,
        _ debugOverrides: inout DebugOverrides
    ) throws(ParserException) {
        guard element.name == ConfigType.debug.rawValue else { return }
        try check(.androidParseConfig, !debugOverrides.isSeen, element) {
            "Only one debug-overrides allowed"
        }
        debugOverrides.isSeen = true
        guard isDebugBuild || !checks.contains(.androidDebuggable) else { return }
        var seenDomains: Set<String> = []
        debugOverrides.builder =
            try parseConfigEntry(element, &seenDomains, nil, .debug).first?.builder
    }

    private func parseDebugOverridesResource() throws(ParserException) -> DebugOverrides {
        var debugOverrides = DebugOverrides()
        guard let debugConfig else { return debugOverrides }
        try beginDocument(debugConfig)
        for element in debugConfig.children { try parse(element, &debugOverrides) }
        return debugOverrides
    }

    private func build(
        _ builders: Entries,
        base baseConfigBuilder: Builder?,
        debug debugConfigBuilder: Builder?
    ) -> ApplicationConfig {
        let platformDefaultBuilder = NetworkSecurityConfig.defaultBuilder(
            targetSdkVersion: targetSdkVersion,
            checks
        )
        addDebugAnchorsIfNeeded(debugConfigBuilder, platformDefaultBuilder)
        let base = baseConfigBuilder ?? platformDefaultBuilder
        if base !== platformDefaultBuilder {
            base.setParent(platformDefaultBuilder)
            addDebugAnchorsIfNeeded(debugConfigBuilder, base)
        }
        var configs: [ApplicationConfig.Entry] = []
        for (builder, domains) in builders {
            // base-config may come after the domains in the file.
            if builder.parent == nil { builder.setParent(base) }
            addDebugAnchorsIfNeeded(debugConfigBuilder, builder)
            let config = builder.build()
            configs += domains.map { ($0, config) }
        }
        return ApplicationConfig(defaultConfig: base.build(), configs: configs, checks: checks)
    }

    /// Adds the debug anchors to an entry that states anchors; entries that inherit the entry's
    /// anchors inherit the debug anchors too.
    private func addDebugAnchorsIfNeeded(_ debug: Builder?, _ builder: Builder) {
        guard let refs = debug?.certificatesEntryRefs, builder.certificatesEntryRefs != nil
        else { return }
        builder.add(refs)
    }

    // MARK: Entries

    private func parseConfigEntry(
        _ element: MarkupElement,
        _ seenDomains: inout Set<String>,
        _ parentBuilder: Builder?,
        _ configType: ConfigType
    ) throws(ParserException) -> Entries {
        let builder = Builder(checks)
        builder.setParent(parentBuilder)
        builder.hstsEnforced = element.boolean("hstsEnforced")
        builder.cleartextTrafficPermitted = element.boolean("cleartextTrafficPermitted")
        var domains: [AndroidDomain] = []
        var nested: Entries = []
        for child in element.children {
            try checkPlace(of: child, in: builder, configType)
            switch child.name {
            case "domain":
                domains.append(try parseDomain(child, &seenDomains))
            case "trust-anchors":
                builder.add(try parseTrustAnchors(child, overridesPins: configType == .debug))
            case "pin-set":
                builder.pinSet = try parsePinSet(child)
            case "certificateTransparency":
                // As in `parseCertificateTransparency`.
                builder.certificateTransparencyRequired = child.boolean("enabled") ?? false
            case ConfigType.domain.rawValue:
                nested += try parseConfigEntry(child, &seenDomains, builder, configType)
            default: break
            }
        }
        try check(.androidParseEntry, configType != .domain || !domains.isEmpty, element) {
            "No domain elements in domain-config"
        }
        // The parent is listed before its children, which inherit its values at the end.
        return [(builder, domains)] + nested
    }

    /// Requires that an entry of this type may contain the element, and has at most one list of
    /// trust anchors and one set of pins.
    private func checkPlace(
        of element: MarkupElement,
        in builder: Builder,
        _ configType: ConfigType
    ) throws(ParserException) {
        func require(_ holds: Bool, _ message: String) throws(ParserException) {
            try check(.androidParseEntry, holds, element) { message }
        }
        let (isDomain, type) = (configType == .domain, configType.rawValue)
        switch element.name {
        case "domain":
            try require(isDomain, "domain element not allowed in \(type)")
        case "trust-anchors":
            let isFirst = builder.certificatesEntryRefs == nil
            try require(isFirst, "Multiple trust-anchor elements not allowed")
        case "pin-set":
            try require(isDomain, "pin-set element not allowed in \(type)")
            try require(builder.pinSet == nil, "Multiple pin-set elements not allowed")
        case ConfigType.domain.rawValue:
            try require(isDomain, "Nested domain-config not allowed in \(type)")
        case "certificateTransparency":
            let isAllowed = isDomain || configType == .base
            try require(isAllowed, "certificateTransparency not allowed in \(type)")
        default: break
        }
    }

    private func parseDomain(
        _ element: MarkupElement,
        _ seenDomains: inout Set<String>
    ) throws(ParserException) -> AndroidDomain {
        let domain = element.text.trimmed.lowercased()
        try check(.androidParseDomain, !domain.isEmpty, element) { "Domain name missing" }
        try check(.androidParseDomain, element.children.isEmpty, element) {
            "domain contains additional elements"
        }
        try check(.androidParseDomain, seenDomains.insert(domain).inserted, element) {
            "\(domain.configurationExcerpt) has already been specified"
        }
        return AndroidDomain(
            hostname: domain,
            subdomainsIncluded: element.boolean("includeSubdomains") ?? false
        )
    }

    private func parseTrustAnchors(
        _ element: MarkupElement,
        overridesPins defaultOverridePins: Bool
    ) throws(ParserException) -> [CertificatesEntryRef] {
        var anchors: [CertificatesEntryRef] = []
        for child in element.children where child.name == "certificates" {
            guard let source = try parseSource(child) else { continue }
            anchors.append(
                CertificatesEntryRef(
                    source: source,
                    overridesPins: child.boolean("overridePins") ?? defaultOverridePins
                )
            )
        }
        return anchors
    }

    /// Returns the source that `parseCertificatesEntry` reads from an element.
    private func parseSource(
        _ element: MarkupElement
    ) throws(ParserException) -> CertificatesEntryRef.Source? {
        let source = element.attributes["src"]
        try check(.androidParseSource, source != nil, element) {
            "certificates element missing src attribute"
        }
        switch source {
        case "system": return .system
        case "user": return .user
        case "wfa": return .wfa
        case .some(let text) where text.hasPrefix("@"): return .resource(text)
        default:
            try check(.androidParseSource, false, element) {
                "Unknown certificates src. Should be one of system|user|@resourceVal"
            }
            return nil
        }
    }

    // MARK: Exceptions

    /// Checks the name of the root element, as `XmlUtils.beginDocument` does.
    private func beginDocument(_ element: MarkupElement) throws(ParserException) {
        let expected = "network-security-config"
        guard checks.contains(.androidParseConfig), element.name != expected else { return }
        throw ParserException(
            message: "XmlPullParserException: Unexpected start tag: found "
                + "\(element.name.configurationExcerpt), expected \(expected)"
        )
    }

    func check(
        _ check: ModelCheck,
        _ holds: Bool,
        _ element: MarkupElement,
        _ message: () -> String
    ) throws(ParserException) {
        guard !holds, checks.contains(check) else { return }
        throw ParserException(
            message: "ParserException: \(message()) at: Binary XML file line #\(element.line)"
        )
    }
}
