import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A run file while its run is in progress.
///
/// Each line is appended by one `write`, so that a killed process loses no finished judgement.
///
/// Judgements are written as they finish. If they finished out of order, `finish` replaces the file
/// by one in the order of the plan. Two runs of one plan then leave the same lines, apart from
/// times.
package struct RunFile: ~Copyable {
    /// The position of a judgement's line in the file.
    fileprivate struct Place {
        let index: Int
        let bytes: Range<Int>
    }

    /// The path of the file.
    package let path: String
    /// The open file, locked while the run is in progress.
    private var descriptor: CInt
    private var json = JSONWriter()
    private var size = 0
    private var places: [Place] = []

    /// Creates the file; an existing file is not overwritten.
    package init(creating path: String) throws(RunFileError) {
        descriptor = try created(path)
        self.path = path
    }

    /// Opens the file of an interrupted run to append to it.
    ///
    /// Removes an incomplete last line, and the summary of an interrupted run.
    package init(continuing path: String) throws(RunFileError) {
        let kept: KeptLines
        (descriptor, kept) = try reopened(path)
        (size, places) = (kept.size, kept.places)
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// Returns whether a run in progress writes this file; the lock of a killed run is released.
    package static func isBeingWritten(_ path: String) -> Bool {
        // A file in the folder may be a pipe, which no run writes.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Appends a line; if the whole line cannot be appended, no part of it stays.
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

    /// Appends the summary and sorts the judgements by the order of the plan.
    package mutating func finish(_ summary: SummaryRecord) throws(RunFileError) {
        let end = size
        try append(.summary(summary))
        let sorted = places.sorted { $0.index < $1.index }
        guard !zip(sorted, places).allSatisfy({ $0.index == $1.index }) else { return }
        let head = 0..<(places.first?.bytes.lowerBound ?? 0)
        let temporary = path + ".sorting"
        // A process that was killed at this point has left its temporary file. No other process
        // uses it, since the run file is locked.
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

    /// Copies these parts of the file in small pieces, because a run file can be large.
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

/// The lines that a resumed run keeps.
private struct KeptLines {
    var size = 0
    var places: [RunFile.Place] = []

    /// - Parameter bytes: the whole file, which was already read as a run file.
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

/// Opens a run file that no process writes, and cuts it to the lines to keep.
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
        // Only the newline of the last line may be missing.
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
    // Locking a new file always succeeds, except on a file system without locks. There, a run in
    // progress may be pruned.
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

/// Returns the whole content of a file.
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

/// An error of a run file that cannot be written or read.
package enum RunFileError: Error, Hashable, Sendable, CustomStringConvertible {
    case system(call: String, path: String, errno: CInt)
    /// The line number, from 1.
    case line(Int, path: String, RecordFault)
    /// The first line is complete and not a plan, or a later line is a plan.
    case noPlan(path: String)
    /// Another process is writing the file.
    case isUnderWay(path: String)
    /// The file is a named pipe.
    case isPipe(path: String)

    package var description: String {
        switch self {
        case .system(let call, let path, let code):
            "\(call) \(path): \(String(cString: strerror(code)))"
        case .line(let number, let path, let fault):
            "line \(number) of \(path) is not a record of a run: \(fault)"
        case .noPlan(let path):
            "\(path) does not begin with the plan of a run"
        case .isUnderWay(let path):
            "the run of \(path) is still in progress"
        case .isPipe(let path):
            "\(path) is a named pipe, not a file"
        }
    }
}

extension RunFileError {
    /// Whether a file with this name already existed.
    package var isBecauseFileExists: Bool {
        guard case .system(_, _, EEXIST) = self else { return false }
        return true
    }
}

extension RecordFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .syntax(let offset): "invalid JSON at byte \(offset)"
        case .unknownType: "unknown type"
        case .member(let name): "\(name) is missing or of the wrong type"
        case .format(let number):
            "run file format \(number) is not supported, only format \(PlanRecord.format)"
        }
    }
}

/// The records of a run file, which may be truncated at any byte.
package struct RunHistory: Hashable, Sendable {
    /// The plan; nil if the first line is incomplete.
    package var plan: PlanRecord?
    /// The judgements, in the order of the plan.
    package var judgements: [JudgementRecord] = []
    /// The summary; nil if the run is incomplete.
    package var summary: SummaryRecord?

    /// The records of an incomplete run.
    package init(_ plan: PlanRecord, _ judgements: [JudgementRecord]) {
        (self.plan, self.judgements) = (plan, judgements)
    }

    /// Reads the bytes of a run file; errors name its path.
    ///
    /// Ignores a truncated last line.
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
        // A truncated object is never a valid object, so only the newline of a line that parses is
        // missing.
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
