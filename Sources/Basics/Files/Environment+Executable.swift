extension Environment {
    /// The path of this executable, or the name by which it was called if the system does not
    /// report the path.
    package static var executable: String {
        Files.target(of: "/proc/self/exe") ?? CommandLine.arguments.first ?? "hatpin"
    }
}
