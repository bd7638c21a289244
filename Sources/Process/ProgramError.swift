#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The reason why a program could not be started.
package enum ProgramError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There are no words.
    case noWords
    /// A word or a variable with a character that the system cannot pass on.
    case nullCharacter(String)
    /// A program that is in no folder of the search path.
    case notFound(String, path: String)
    case missing(String)
    case isFolder(String)
    case notExecutable(String)
    /// The kernel knows no such format, as of a script without its first line.
    case wrongFormat(String)
    /// The interpreter in its first line, or its loader, is missing.
    case missingInterpreter(String)
    case workingDirectory(String, errno: CInt)
    case mount(BindMount, errno: CInt)
    /// A name or address with a character that ends it in a hosts file.
    case hostsEntry(String)
    /// A system call and its errno.
    case system(call: String, errno: CInt)

    package var description: String {
        switch self {
        case .noWords: "there is no command"
        case .nullCharacter(let text):
            "a null character cannot be passed on: \(text.debugDescription)"
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

    /// The way out, where there is one.
    package var help: String? {
        switch self {
        case .notFound: "install it, or give its path"
        case .missing: "correct the path"
        case .isFolder(let path): "give the program in it, as in: \(path)/NAME"
        case .notExecutable(let path): "chmod +x \(path)"
        case .wrongFormat: "begin a script with '#!/bin/sh'; build a program for this machine"
        case .missingInterpreter(let path):
            "see the first line of a script, and the loader of a program: file \(path)"
        case .mount: "run in a user namespace of its own, and give files that exist"
        case .system(_, errno: EMFILE), .system(_, errno: ENFILE):
            "raise the limit on open files, as in: ulimit -n 1024"
        case .noWords, .nullCharacter, .workingDirectory, .hostsEntry, .system: nil
        }
    }

    private static func text(_ errno: CInt) -> String { String(cString: strerror(errno)) }
}

/// Calls the kernel, again while a signal interrupts it.
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
