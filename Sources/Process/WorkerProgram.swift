import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A program that answers many questions, each in one line, so that it is started only once.
///
/// The first question starts the program. After a crash, a timeout or too much output, the next
/// question starts the program again. Several threads may use the object; they take turns. If a
/// program writes a second line to answer a question, Hatpin may take that line for the answer to
/// the next question. So each answer should name its question.
package final class WorkerProgram: Sendable {
    /// The reason why there is no answer.
    package enum Fault: Error, Hashable, Sendable {
        case start(ProgramError)
        /// The program ended by itself; the value has its output since the question.
        case ended(ProgramEnd)
        /// Hatpin ended the program: at the deadline, on request, or because it wrote too much.
        case unanswered(ProgramEnd)
        /// The question has several lines.
        case question
    }

    private let invocation: ProgramInvocation
    private let running = Mutex(Running())

    /// Prepares a program without starting it.
    ///
    /// - Parameter invocation: how to start the program; its `input` is ignored.
    package init(_ invocation: ProgramInvocation) {
        var invocation = invocation
        invocation.input = []
        self.invocation = invocation
    }

    deinit { running.withLock { $0.reset() } }

    /// Asks a question.
    ///
    /// - Parameters:
    ///   - question: a line without a line end.
    ///   - deadline: the time at which Hatpin ends the program if it has not answered.
    ///   - stop: ends the program before the deadline.
    /// - Returns: the line of the answer, without a line end.
    /// - Throws: the reason why there is no answer. The next question starts the program again.
    package func answer(
        to question: String,
        until deadline: ContinuousClock.Instant,
        stop: StopRequest? = nil
    ) throws(Fault) -> String {
        guard !question.utf8.contains(10) else { throw .question }
        return try running.withLock { running throws(Fault) in
            do throws(ProgramError) {
                try running.start(invocation)
            } catch {
                throw .start(error)
            }
            return try running.answer(to: question, until: deadline, stop)
        }
    }
}

/// The running program, and the time of the question.
private struct Running: ~Copyable {
    private var program: RunningProgram?
    private var asked = ContinuousClock.now

    mutating func start(_ invocation: ProgramInvocation) throws(ProgramError) {
        // Discard a program that wrote a line without a question: the line would be taken for the
        // next answer.
        if program?.isSilent() == false { reset() }
        if program == nil { program = try RunningProgram(invocation) }
    }

    mutating func answer(
        to question: String,
        until deadline: ContinuousClock.Instant,
        _ stop: StopRequest?
    ) throws(WorkerProgram.Fault) -> String {
        asked = .now
        var reason = program?.ask(question, until: deadline, stop: stop)
        if reason == nil, program?.output.hasLine == true {
            if let line = program?.takeLine() { return line }
            // The program wrote more than one line, so Hatpin cannot know which line answers the
            // question.
            reason = .flooded
        }
        let status = program?.end() ?? .stopped
        let end = ProgramEnd(
            cause: reason ?? status,
            standardOutput: program?.output.kept ?? [],
            standardError: program?.error.kept ?? [],
            elapsed: .now - asked
        )
        program = nil
        throw reason == nil ? .ended(end) : .unanswered(end)
    }

    mutating func reset() {
        _ = program?.end()
        program = nil
    }
}

extension RunningProgram {
    /// Whether the program is still running and has written nothing since the last answer.
    fileprivate mutating func isSilent() -> Bool {
        output.read()
        return output.count == 0 && !hasEnded
    }

    /// Writes the question as a line and waits for a line.
    fileprivate mutating func ask(
        _ question: String,
        until deadline: ContinuousClock.Instant,
        stop: StopRequest?
    ) -> ProgramEnd.Cause? {
        output.forget()
        error.forget()
        input.add(Array(question.utf8) + [10])
        return wait(until: deadline, stop: stop, pausing: .atLine)
    }

    /// Returns the line that the program wrote; nil unless exactly one line has come.
    fileprivate mutating func takeLine() -> String? {
        guard output.hasLine, output.kept.firstIndex(of: 10) == output.kept.count - 1 else {
            return nil
        }
        defer { output.forget() }
        return String(decoding: output.kept.dropLast(), as: UTF8.self)
    }
}
