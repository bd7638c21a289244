import ClientModels

extension Rule {
    static let olderReleases = Rule(
        "ATS-021",
        .medium,
        "pins in an app that runs on releases before iOS 14 or macOS 11"
    )
    static let unpinnedExtension = Rule(
        "ATS-023",
        .medium,
        "an app extension with requests, without the pins of its app"
    )
    static let bundlePins = [olderReleases, unpinnedExtension]
}

// Pins, and the releases and bundles that have them.
extension InfoPlistReview {
    /// Keys of the oldest release that a bundle runs on, with the first that knows pins.
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
            "the app runs on releases that do not read NSPinnedDomains",
            stated == nil
                ? "read since iOS 14 and macOS 11" : "pins are read since iOS 14 and macOS 11",
            impact: "there \(listed(pins.value.entries.map(\.key))) has no pins: "
                + "any certificate of a trusted authority passes",
            fix: "raise the deployment target, or compare pins in code as well"
        )
        finding.notes = projects.map { "\($0) sets the deployment target" }
        return [finding]
    }

    /// An extension beside whose `Info.plist` stands code with requests.
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
            "the extension has no pins: those of its app are not read for it",
            "reads this Info.plist alone",
            impact: "for its requests any certificate of a trusted authority passes",
            fix: "copy NSPinnedDomains from \(app)"
        )
        finding.notes = ["it makes requests in \(request)"]
        return [finding]
    }
}
