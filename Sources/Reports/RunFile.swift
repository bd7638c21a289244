import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A run file that is being written: lines are only ever added, each by one `write`, so that
/// whatever ends the process loses no finished judgement.
///
/// Judgements are written as they come. Where they did not come in the order of the plan, `finish`
/// replaces the file by one that has them in order, so that two runs of one plan leave the same
/// lines but for times.
package struct RunFile: ~Copyable {
    /// Where a judgement's line stands.
    fileprivate struct Place {
        let index: Int
        let bytes: Range<Int>
    }

    /// Where it is.
    package let path: String
    /// Locked as long as the run is under way.
    private var descriptor: CInt
    private var json = JSONWriter()
    private var size = 0
    private var places: [Place] = []

    /// Creates the file; one that exists is not overwritten.
    package init(creating path: String) throws(RunFileError) {
        descriptor = try created(path)
        self.path = path
    }

    /// Opens the file of a run that was cut off, to add what it lacks.
    ///
    /// A last line that is not whole goes, and so does the summary of a run that was interrupted.
    package init(continuing path: String) throws(RunFileError) {
        let kept: KeptLines
        (descriptor, kept) = try reopened(path)
        (size, places) = (kept.size, kept.places)
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// Whether a run that is under way writes this file; the lock of one that was killed is gone.
    package static func isBeingWritten(_ path: String) -> Bool {
        // Of the folder's files one may be a pipe, which no run writes.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Adds a line; where it cannot be added whole, nothing of it stays.
    package mutating func append(_ record: RunRecord) throws(RunFileError) {
        json.removeAll()
        record.write(to: &json)
        do {
            try writeAll(json.bytes, to: descriptor, path: path)
        } catch {
            ftruncate(descriptor, off_t(size))
            throw error
        }
        if case .judgement(let judgement) = record {
            places.append(Place(index: judgement.index, bytes: size..<size + json.bytes.count))
        }
        size += json.bytes.count
    }

    /// Adds the summary and puts the judgements into the order of the plan.
    package mutating func finish(_ summary: SummaryRecord) throws(RunFileError) {
        let end = size
        try append(.summary(summary))
        let sorted = places.sorted { $0.index < $1.index }
        guard !zip(sorted, places).allSatisfy({ $0.index == $1.index }) else { return }
        let head = 0..<(places.first?.bytes.lowerBound ?? 0)
        let temporary = path + ".sorting"
        // A process that was killed amid this has left its own; the run file is locked.
        unlink(temporary)
        let copy = try created(temporary)
        do throws(RunFileError) {
            try write([head] + sorted.map(\.bytes) + [end..<size], to: copy, path: temporary)
            guard rename(temporary, path) == 0 else {
                throw .system(call: "rename", path: temporary, errno: errno)
            }
        } catch {
            close(copy)
            unlink(temporary)
            throw error
        }
        close(descriptor)
        descriptor = copy
    }

    /// Copies these parts of the file, a little at a time, because a run file can be large.
    private func write(
        _ parts: [Range<Int>],
        to copy: CInt,
        path: String
    ) throws(RunFileError) {
        var pending: [UInt8] = []
        for part in parts {
            var line = [UInt8](repeating: 0, count: part.count)
            let count = pread(descriptor, &line, line.count, off_t(part.lowerBound))
            guard count == line.count else {
                throw .system(call: "pread", path: self.path, errno: count < 0 ? errno : EIO)
            }
            pending += line
            guard pending.count > 65_536 else { continue }
            try writeAll(pending, to: copy, path: path)
            pending.removeAll(keepingCapacity: true)
        }
        try writeAll(pending, to: copy, path: path)
    }
}

/// The lines of a run file that a run goes on from.
private struct KeptLines {
    var size = 0
    var places: [RunFile.Place] = []

    /// - Parameter bytes: the whole file, which was read as a run's before.
    init(_ bytes: [UInt8]) {
        let end = UInt8(ascii: "\n")
        for line in bytes.split(separator: end, omittingEmptySubsequences: false) {
            guard let record = try? RunRecord(line: line), !record.isSummary else { return }
            if case .judgement(let judgement) = record {
                let range = size..<size + line.count + 1
                places.append(RunFile.Place(index: judgement.index, bytes: range))
            }
            size += line.count + 1
        }
    }
}

/// Opens a run file that no process writes, cut to the lines that stay.
private func reopened(_ path: String) throws(RunFileError) -> (CInt, KeptLines) {
    guard !isNamedPipe(path) else { throw .isPipe(path: path) }
    let descriptor = open(path, O_RDWR | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(call: "open", path: path, errno: errno) }
    do throws(RunFileError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw .isUnderWay(path: path)
        }
        let bytes: [UInt8]
        do {
            bytes = try readAll(from: descriptor)
        } catch {
            throw .system(call: "read", path: path, errno: error.code)
        }
        let kept = KeptLines(bytes)
        guard ftruncate(descriptor, off_t(min(kept.size, bytes.count))) == 0 else {
            throw .system(call: "ftruncate", path: path, errno: errno)
        }
        // The last line may have been whole but for its end.
        if kept.size > bytes.count {
            try writeAll([UInt8(ascii: "\n")], to: descriptor, path: path)
        }
        return (descriptor, kept)
    } catch {
        close(descriptor)
        throw error
    }
}

private func created(_ path: String) throws(RunFileError) -> CInt {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system(call: "open", path: path, errno: errno) }
    // A new file is free. On a file system without locks, a run under way may be pruned.
    flock(descriptor, LOCK_EX | LOCK_NB)
    return descriptor
}

private func writeAll(
    _ bytes: [UInt8],
    to descriptor: CInt,
    path: String
) throws(RunFileError) {
    do {
        try writeAll(bytes, to: descriptor)
    } catch {
        throw .system(call: "write", path: path, errno: error.code)
    }
}

/// The whole content of a file.
package func readAll(_ path: String) throws(RunFileError) -> [UInt8] {
    guard !isNamedPipe(path) else { throw .isPipe(path: path) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(call: "open", path: path, errno: errno) }
    defer { close(descriptor) }
    do {
        return try readAll(from: descriptor)
    } catch {
        throw .system(call: "read", path: path, errno: error.code)
    }
}

/// A run file that cannot be written or read.
package enum RunFileError: Error, Hashable, Sendable, CustomStringConvertible {
    case system(call: String, path: String, errno: CInt)
    /// Line, from 1.
    case line(Int, path: String, RecordFault)
    /// The first line is whole and no plan, or a plan stands elsewhere.
    case noPlan(path: String)
    /// Another process adds to it.
    case isUnderWay(path: String)
    /// A pipe of the file system.
    case isPipe(path: String)

    package var description: String {
        switch self {
        case .system(let call, let path, let code):
            "\(call) \(path): \(String(cString: strerror(code)))"
        case .line(let number, let path, let fault):
            "line \(number) of \(path) is no record of a run: \(fault)"
        case .noPlan(let path):
            "\(path) does not begin with the plan of a run"
        case .isUnderWay(let path):
            "the run of \(path) is still under way"
        case .isPipe(let path):
            "\(path) is a named pipe and no file"
        }
    }
}

extension RunFileError {
    /// Whether another file of this name was there already.
    package var isBecauseFileExists: Bool {
        guard case .system(_, _, EEXIST) = self else { return false }
        return true
    }
}

extension RecordFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .syntax(let offset): "no JSON from byte \(offset) on"
        case .unknownType: "no known type"
        case .member(let name): "\(name) is missing or of the wrong type"
        case .format(let number):
            "run files of format \(number) are not known, only of format \(PlanRecord.format)"
        }
    }
}

/// The records of a run file, which may have been cut off at any byte.
package struct RunHistory: Hashable, Sendable {
    /// Nil where not even the first line was finished.
    package var plan: PlanRecord?
    /// In the order of the plan.
    package var judgements: [JudgementRecord] = []
    /// Nil where the run did not come to its end.
    package var summary: SummaryRecord?

    /// The records of a run that did not come to its end.
    package init(_ plan: PlanRecord, _ judgements: [JudgementRecord]) {
        (self.plan, self.judgements) = (plan, judgements)
    }

    /// Reads the bytes of a run file, whose path is named in errors.
    ///
    /// A last line that was cut off is passed over.
    package init(_ bytes: [UInt8], path: String) throws(RunFileError) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let cut = lines.popLast() ?? []
        for (index, line) in lines.enumerated() {
            let record: RunRecord
            do {
                record = try RunRecord(line: line)
            } catch {
                throw .line(index + 1, path: path, error)
            }
            guard (index == 0) == record.isPlan else { throw .noPlan(path: path) }
            add(record)
        }
        // No beginning of an object is itself an object: what reads was whole but for its line end.
        if !cut.isEmpty, let record = try? RunRecord(line: cut), record.isPlan == lines.isEmpty {
            add(record)
        }
        judgements.sort { $0.index < $1.index }
    }

    private mutating func add(_ record: RunRecord) {
        switch record {
        case .plan(let plan): self.plan = plan
        case .judgement(let judgement): judgements.append(judgement)
        case .summary(let summary): self.summary = summary
        }
    }
}

extension RunRecord {
    fileprivate var isPlan: Bool {
        if case .plan = self { true } else { false }
    }

    fileprivate var isSummary: Bool {
        if case .summary = self { true } else { false }
    }
}
