/// The names of shared rules whose matches Hatpin itself uses.
package enum ReservedRule: String, CaseIterable, Sendable {
    /// The definition of a constant; captures `NAME` and `VALUE`.
    case constant
    /// Text that a shell runs, such as `RUN` in a Dockerfile.
    case script
    /// Lists whose items are the words of one command; captures `WORDS`, and `MORE` for a second
    /// list that continues it.
    case words
    /// A word of a command in a shell; captures `COMMAND`.
    case argument
    /// A place that sets an environment variable; captures `VARIABLE` and `VALUE`, or `ASSIGNMENT`
    /// for both in one word. `SETTING` is what an edit may delete.
    case variable
    /// An Android API level in a Gradle file; captures `NAME` and `VALUE`.
    case level
    /// A part of a dictionary for TrustKit; captures `KEY`, `VALUE` or `ITEM`, and the `LITERAL`
    /// around it. A definition of such a part captures its `NAME` and `DEFINITION`.
    case trustKit = "trustkit"
}

/// The checks in Swift that a search can name, for what ast-grep's rules cannot express.
package enum CheckName: String, CaseIterable, Sendable {
    case alamofireKeys = "alamofire-keys"
    case alamofireSubdomains = "alamofire-subdomains"
    case androidPins = "android-pins"
    case cleartextURLs = "cleartext-urls"
    case curlBuilds = "curl-builds"
    case curlPins = "curl-pins"
    case finalDots = "final-dots"
    case nginxUpstreams = "nginx-upstreams"
    case nodeReleases = "node-releases"
    case okHttpForgottenPins = "okhttp-forgotten-pins"
    case okHttpHashes = "okhttp-hashes"
    case okHttpPlaceholders = "okhttp-placeholders"
    case okHttpRefusals = "okhttp-refusals"
    case okHttpSchemes = "okhttp-schemes"
    case okHttpSecondClients = "okhttp-second-clients"
    case okHttpSinglePins = "okhttp-single-pins"
    case okHttpSubdomains = "okhttp-subdomains"
    case okHttpWildcards = "okhttp-wildcards"
    case pinnedDomains = "pinned-domains"
    case sessionNames = "session-names"
}
