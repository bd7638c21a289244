extension Environment {
    /// The path of this executable; the name that it was called by if the system does not report
    /// the path.
    package static var executable: String {
        Files.target(of: "/proc/self/exe") ?? CommandLine.arguments.first ?? "hatpin"
    }
}
