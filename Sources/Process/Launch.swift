import CProcess

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension ProgramInvocation {
    /// Starts the program with three descriptors, which the caller still owns.
    ///
    /// The program writes its process number to `keeper`; -1 means no keeper.
    func launch(
        input: CInt,
        output: CInt,
        error: CInt,
        keeper: CInt = -1
    ) throws(ProgramError) -> (process: pid_t, handle: CInt) {
        let path = try executable()
        let variables = environment.map { "\($0)=\($1)" }.sorted()
        for text in words + variables + [workingDirectory] where text.utf8.contains(0) {
            throw .nullCharacter(text)
        }
        let result = withTexts(words) { words in
            withTexts(variables) { variables in
                withTexts(mounts.flatMap { [$0.file, $0.target] }) { mounts in
                    path.withCString { path in
                        workingDirectory.withCString { directory in
                            var launch = CProcess.launch(
                                path: path,
                                arguments: words,
                                environment: variables,
                                directory: directory,
                                input: input,
                                output: output,
                                error: error,
                                memory_limit: UInt64(memoryLimit ?? 0),
                                mounts: mounts,
                                keeper: keeper
                            )
                            return started(&launch)
                        }
                    }
                }
            }
        }
        guard result.step == launch_started else {
            // From here on, the process number can belong to another process.
            if result.process > 0, keeper >= 0 { Keeper.shared?.forget(result.process) }
            throw fault(of: result, path)
        }
        return (result.process, result.handle)
    }

    /// Starts the program, and tries again while the program's file is open for writing.
    ///
    /// Even after this process has closed the file, a child of another thread can hold the file
    /// open until the child executes its program (execve(2), ETXTBSY).
    private func started(_ launch: inout CProcess.launch) -> launch_result {
        // Waits two seconds at most.
        for _ in 0..<1_000 {
            let result = hatpin_launch(&launch)
            guard result.step == launch_exec, result.error == ETXTBSY else { return result }
            if launch.keeper >= 0 { Keeper.shared?.forget(result.process) }
            usleep(2_000)
        }
        return hatpin_launch(&launch)
    }

    private func executable() throws(ProgramError) -> String {
        guard let name = words.first else { throw .noWords }
        return try Executable.path(
            of: name,
            in: environment["PATH"] ?? "/usr/bin:/bin",
            from: workingDirectory
        )
    }

    private func fault(of result: launch_result, _ path: String) -> ProgramError {
        switch result.step {
        case launch_directory: .workingDirectory(workingDirectory, errno: result.error)
        case launch_mount:
            // The index is negative if creating the mount namespace failed.
            .mount(mounts[max(0, Int(result.mount))], errno: result.error)
        case launch_limit: .system(call: "setrlimit", errno: result.error)
        case launch_descriptors: .system(call: "dup2", errno: result.error)
        case launch_exec:
            switch result.error {
            case ENOEXEC: .wrongFormat(path)
            // The file itself was found before, so its interpreter is missing.
            case ENOENT: .missingInterpreter(path)
            case EACCES: .notExecutable(path)
            default: .system(call: "execve", errno: result.error)
            }
        case launch_handle: .system(call: "pidfd_open", errno: result.error)
        default: .system(call: "vfork", errno: result.error)
        }
    }
}

/// Calls `body` with null-terminated C strings.
func withTexts<Result>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
        // The array is never empty.
        withUnsafePointer(to: &buffer[0]) { body($0) }
    }
}
