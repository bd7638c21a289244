// Requests turns a parsed command line into work: it finds the programs that are parties, the cases
// of a run, and the part to run.

/// The exit code of a command that has already written all its output.
package struct ExitStatus: Error {
    package let exit: Exit

    package init(_ exit: Exit) {
        self.exit = exit
    }
}
