import Subprocess

extension PlatformOptions {
    /// Options that start a program in a separate process group, so that Ctrl-C reaches only
    /// hatpin, which then ends the program.
    static var ownGroup: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        return options
    }
}

extension Execution {
    /// Kills the program and everything that it started, unless it has already exited.
    func killGroup() {
        try? send(signal: .kill, toProcessGroup: true)
    }
}
