import ClientModels
import ScenarioFormat

extension Rule {
    static let olderReleases = Rule(
        "ATS-021",
        .medium,
        "pins in an app that supports versions before iOS 14 or macOS 11"
    )
    static let unpinnedExtension = Rule(
        "ATS-023",
        .medium,
        "an app extension that sends requests without its app's pins"
    )
    static let bundlePins = [olderReleases, unpinnedExtension]
}

// Rules for the system versions and bundles to which pins apply.
extension InfoPlistReview {
    /// The keys for the oldest supported version, with the first version that supports pins.
    private static let oldest = [("MinimumOSVersion", 14), ("LSMinimumSystemVersion", 11)]

    var olderReleases: [Finding] {
        guard let pins = security["NSPinnedDomains"], !pins.value.entries.isEmpty else { return [] }
        let stated = Self.oldest.compactMap { key, first -> PropertyListNode.Entry? in
            guard let entry = list.root[key],
                let major = entry.value.value.string?.split(separator: ".").first.flatMap({
                    Int($0)
                }),
                major < first
            else { return nil }
            return entry
        }.first
        let projects = context.surroundings.files(.olderApple)
        guard stated != nil || !projects.isEmpty else { return [] }
        var finding = finding(
            .olderReleases,
            at: stated ?? pins,
            "the app supports versions that ignore NSPinnedDomains",
            stated == nil
                ? "supported since iOS 14 and macOS 11"
                : "pins are supported since iOS 14 and "
                    + "macOS 11",
            impact:
                "on older versions \(listed(pins.value.entries.map(\.key))) has no pins, so a "
                + "certificate from any trusted CA is accepted",
            fix: "raise the deployment target, or also compare pins in code"
        )
        finding.notes = projects.map { "\($0) sets the deployment target" }
        return [finding]
    }

    /// Returns the finding for an extension without pins whose folder contains code that sends
    /// requests.
    var unpinnedExtension: [Finding] {
        guard let entry = list.root["NSExtension"], security["NSPinnedDomains"] == nil else {
            return []
        }
        let folder = list.file.name.dropLast(list.file.lastName.count)
        let project = context.surroundings
        let requests = project.files(.appleRequests).filter { $0.hasPrefix(folder) }
        let pinned = project.files(.pinnedDomains)
        guard let request = requests.first, let app = pinned.first, !folder.isEmpty else {
            return []
        }
        var finding = finding(
            .unpinnedExtension,
            at: entry,
            "this extension has no pins, because its app's pins do not apply to it",
            "uses only this Info.plist",
            impact: "its requests accept a certificate from any trusted CA",
            fix: "copy NSPinnedDomains from \(app)"
        )
        finding.notes = ["it sends requests in \(request)"]
        return [finding]
    }
}
