import Subprocess

extension PlatformOptions {
    /// A group of its own, so that Ctrl-C reaches us alone, and we end what we started.
    static var ownGroup: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        return options
    }
}

extension Execution {
    /// Ends the program and everything that it has started; nothing where it has ended.
    func killGroup() {
        try? send(signal: .kill, toProcessGroup: true)
    }
}
