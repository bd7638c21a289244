import FileFormat
import Scenarios
import Surroundings

/// The part of a suite that has all cases which selectors mean.
///
/// Reading and unfolding all of a large suite takes many times as long as judging one case.
enum SuitePart {
    /// The files and folders to read in place of the suite in this folder; nil for all of it, since a
    /// pattern may mean any case, and a misspelt name is told with those that come near.
    static func places(of selectors: [Selector], in suite: String) -> [String]? {
        guard !selectors.isEmpty else { return nil }
        let places = selectors.compactMap { place(of: $0, in: suite) }
        return places.count == selectors.count ? Set(places).sorted() : nil
    }

    private static func place(of selector: Selector, in suite: String) -> String? {
        guard !Glob.isPattern(selector.path) else { return nil }
        let isFile = selector.path.isBelow(suite)
        let part =
            isFile
            ? String(selector.path.dropFirst(suite.count + 1))
            : part(ofID: String(selector.path.prefix { $0 != "[" }), in: suite)
        guard let part else { return nil }
        // Read alone, it must give its cases the same ids: those are relative to the nearest folder of
        // a certain name, links resolved.
        let place = "\(suite)/\(part)"
        let folder = place.hasSuffix(".yaml") ? place : place + "/"
        let isLinked = Files.resolved(place) != "\(Files.resolved(suite))/\(part)"
        let root = Discovery.root(ofFile: folder)
        let keepsIDs = !isLinked && root == Discovery.root(ofFile: suite + "/")
        return Environment.exists(place) && keepsIDs ? place : nil
    }

    /// The folder of an id that a file or a folder is named after.
    ///
    /// A scenario's name makes its id, and not that of its file: other files of the folder may have it.
    private static func part(ofID id: String, in suite: String) -> String? {
        let isFolder = Environment.exists("\(suite)/\(id)/")
        guard let slash = id.lastIndex(of: "/") else {
            let names = (try? Files.entries(of: suite)) ?? []
            return isFolder && !names.contains { $0.hasSuffix(".yaml") } ? id : nil
        }
        guard isFolder || Environment.exists("\(suite)/\(id).yaml") else { return nil }
        return String(id[..<slash])
    }
}
