#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The reason why a program could not be started.
package enum ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The command has no words.
    case noWords
    /// A word or variable contains a character that the system cannot pass on.
    case nullCharacter(String)
    /// No folder of the search path contains the program.
    case notFound(String, path: String)
    case missing(String)
    case isFolder(String)
    case notExecutable(String)
    /// The kernel does not know the file's format; for example, the file is a script without `#!`.
    case wrongFormat(String)
    /// The interpreter in the first line, or the loader, is missing.
    case missingInterpreter(String)
    case workingDirectory(String, errno: CInt)
    case mount(BindMount, errno: CInt)
    /// A name or address contains a character that is not allowed in a hosts file.
    case hostsEntry(String)
    /// A system call failed with this errno.
    case system(call: String, errno: CInt)

    package var description: String {
        switch self {
        case .noWords: "there is no command"
        case .nullCharacter(let text):
            "the system cannot pass on a null character: \(text.debugDescription)"
        case .notFound(let name, let path): "there is no program '\(name)' in \(path)"
        case .missing(let path): "there is no file \(path)"
        case .isFolder(let path): "\(path) is a folder"
        case .notExecutable(let path): "\(path) is not executable"
        case .wrongFormat(let path): "\(path) is neither a program nor a script with '#!'"
        case .missingInterpreter(let path): "the interpreter or loader of \(path) is missing"
        case .workingDirectory(let path, let errno):
            "cannot enter the folder \(path): \(Self.text(errno))"
        case .mount(let mount, let errno):
            "cannot show \(mount.file) as \(mount.target): \(Self.text(errno))"
        case .hostsEntry(let text):
            "a hosts file cannot have the name or address \(text.debugDescription)"
        case .system(let call, let errno): "\(call): \(Self.text(errno))"
        }
    }

    /// What the user can do; nil if there is no advice.
    package var help: String? {
        switch self {
        case .notFound: "install it, or give its path"
        case .missing: "correct the path"
        case .isFolder(let path): "name a program in the folder: \(path)/NAME"
        case .notExecutable(let path): "chmod +x \(path)"
        case .wrongFormat: "start a script with '#!/bin/sh'; build a program for this machine"
        case .missingInterpreter(let path):
            "check the first line of a script, or the loader of a program: file \(path)"
        case .mount: "run in a separate user namespace, and name files that exist"
        case .system(_, errno: EMFILE), .system(_, errno: ENFILE):
            "raise the limit on open files, as in: ulimit -n 1024"
        case .noWords, .nullCharacter, .workingDirectory, .hostsEntry, .system: nil
        }
    }

    private static func text(_ errno: CInt) -> String { String(cString: strerror(errno)) }
}

/// Repeats a system call that a signal interrupts.
@discardableResult
func call<Result: SignedInteger>(
    _ name: @autoclosure () -> String,
    _ body: () -> Result
) throws(ProgramError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let errno = errno
        if errno != EINTR { throw .system(call: name(), errno: errno) }
    }
}
