// Requests turns a parsed command line into work: the programs that are parties, the cases of a
// run, and the part of it. It knows no options.

/// Ends a command that has already written everything.
package struct ExitStatus: Error {
    package let exit: Exit

    package init(_ exit: Exit) {
        self.exit = exit
    }
}
