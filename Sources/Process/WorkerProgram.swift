import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A program that answers many questions, a line each, so that its start is paid once.
///
/// It is started with the first question, and again after it has crashed, was late or flooded. May be
/// used by several threads, of which one asks at a time. A program that writes a second line later may
/// answer the wrong question: an answer should name its question.
package final class WorkerProgram: Sendable {
    /// The reason why there is no answer.
    package enum Fault: Error, Hashable, Sendable {
        case start(ProgramError)
        /// It has ended by itself, with its output since the question.
        case ended(ProgramEnd)
        /// It was ended: at the deadline, on request, or because it has written too much.
        case unanswered(ProgramEnd)
        /// The question has several lines.
        case question
    }

    private let invocation: ProgramInvocation
    private let running = Mutex(Running())

    /// - Parameter invocation: how it is started; its `input` is not used.
    package init(_ invocation: ProgramInvocation) {
        var invocation = invocation
        invocation.input = []
        self.invocation = invocation
    }

    deinit { running.withLock { $0.reset() } }

    /// Asks a question.
    ///
    /// - Parameters:
    ///   - question: a line without its end.
    ///   - deadline: when the program is ended, if it has not answered.
    ///   - stop: ends it before.
    /// - Returns: the line of the answer, without its end.
    /// - Throws: the reason why there is none. The next question starts the program again.
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

/// The program while it runs, with the time of the question.
private struct Running: ~Copyable {
    private var program: RunningProgram?
    private var asked = ContinuousClock.now

    mutating func start(_ invocation: ProgramInvocation) throws(ProgramError) {
        // A line that nothing asked for would be taken for the answer.
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
            // More than a line: of none is known to which question it is the answer.
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
    /// Whether it has written nothing since the last answer, and has not ended.
    fileprivate mutating func isSilent() -> Bool {
        output.read()
        return output.count == 0 && !hasEnded
    }

    /// Writes a line and waits for one.
    fileprivate mutating func ask(
        _ question: String,
        until deadline: ContinuousClock.Instant,
        stop: StopRequest?
    ) -> ProgramEnd.Cause? {
        output.forget()
        error.forget()
        input.add(Array(question.utf8) + [10])
        return wait(until: deadline, stop: stop, isLine: true)
    }

    /// The line that was waited for; nil unless it is the only one.
    fileprivate mutating func takeLine() -> String? {
        guard output.hasLine, output.kept.firstIndex(of: 10) == output.kept.count - 1 else {
            return nil
        }
        defer { output.forget() }
        return String(decoding: output.kept.dropLast(), as: UTF8.self)
    }
}
