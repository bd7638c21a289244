/// What runs leave behind, below `.hatpin/` in the working directory.
enum StateFolder {
    private static let path = ".hatpin"
    /// Where run files go.
    static let runs = path + "/runs"
    /// A link to the run file of the last run.
    static let lastRun = path + "/last.ndjson"
    /// Where the evidence of the last run goes.
    static let evidence = path + "/last"
}
