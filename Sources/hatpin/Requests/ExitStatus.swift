// Requests turns what a command line says, once it is read, into what is done: which programs are
// parties, which pairs a run has, and which part of it. It knows no options and judges nothing.

/// Ends a command that has written everything already.
package struct ExitStatus: Error {
    package let exit: Exit

    package init(_ exit: Exit) {
        self.exit = exit
    }
}
