import Basics

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A run file that a run in progress writes.
///
/// Each line is appended by one `write`, so that a killed process loses no finished judgement.
///
/// Judgements are written as they finish. If they finished out of order, `finish` rewrites the file
/// in the order of the plan. Two runs of one plan then leave the same lines, apart from times.
package struct RunFile: ~Copyable {
    /// The position of a judgement's line in the file.
    fileprivate struct Place {
        let index: Int
        let bytes: Range<Int>
    }

    /// The path of the file.
    package let path: String
    /// The open file, locked while the run is in progress.
    private var file: Descriptor
    private var json = JSONWriter()
    private var size = 0
    private var places: [Place] = []

    /// Creates the file; an existing file is not overwritten.
    package init(creating path: String) throws(RunFileError) {
        file = try Self.created(path)
        self.path = path
    }

    /// Opens the file of an interrupted run to append to it.
    ///
    /// Removes an incomplete last line, and the summary of an interrupted run.
    package init(continuing path: String) throws(RunFileError) {
        self.path = path
        guard !Files.isNamedPipe(path) else { throw .isPipe(path: path) }
        var call = "open"
        do throws(FileError) {
            let opened = try Descriptor(path, O_RDWR | O_APPEND)
            try opened.lockIfPossible()
            call = "read"
            let bytes = try opened.read()
            let kept = KeptLines(bytes)
            call = "ftruncate"
            try opened.truncate(to: min(kept.size, bytes.count))
            call = "write"
            // A last line that was kept may lack its newline.
            if kept.size > bytes.count { try opened.write([UInt8(ascii: "\n")]) }
            (size, places) = (kept.size, kept.places)
            file = opened
        } catch {
            throw error.isHeldLock ? .isUnderWay(path: path) : .system(call, path, error)
        }
    }

    /// Creates a file and locks it.
    private static func created(_ path: String) throws(RunFileError) -> Descriptor {
        do {
            let file = try Descriptor(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND, mode: 0o644)
            // Locking a new file always succeeds, except on a file system without locks. On such a
            // file system, a run file can be deleted while its run is in progress.
            try? file.lock()
            return file
        } catch {
            throw .system("open", path, error)
        }
    }

    /// Returns whether a run in progress writes this file; a killed run holds no lock.
    package static func isBeingWritten(_ path: String) -> Bool {
        // A file in the folder may be a pipe, which no run writes.
        guard let file = try? Descriptor(path, O_RDONLY | O_NONBLOCK) else { return false }
        return (try? file.lockIfPossible()) == nil
    }

    /// Returns the whole content of a run file.
    package static func read(_ path: String) throws(RunFileError) -> [UInt8] {
        guard !Files.isNamedPipe(path) else { throw .isPipe(path: path) }
        var call = "open"
        do {
            let file = try Descriptor(path, O_RDONLY)
            call = "read"
            return try file.read()
        } catch {
            throw .system(call, path, error)
        }
    }

    /// Appends a line; if the whole line cannot be appended, no part of it stays.
    package mutating func append(_ record: RunRecord) throws(RunFileError) {
        json.removeAll()
        record.write(to: &json)
        do {
            try file.write(json.bytes)
        } catch {
            try? file.truncate(to: size)
            throw .system("write", path, error)
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
        // An earlier process that was killed here may have left its temporary file. No other
        // process uses it, since the run file is locked.
        unlink(temporary)
        let copy = try Self.created(temporary)
        do throws(RunFileError) {
            try write([head] + sorted.map(\.bytes) + [end..<size], to: copy, path: temporary)
            guard rename(temporary, path) == 0 else {
                throw .system("rename", temporary, .last)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        file = copy
    }

    /// Copies these ranges of the file in small pieces, because a run file can be large.
    private func write(
        _ parts: [Range<Int>],
        to copy: borrowing Descriptor,
        path: String
    ) throws(RunFileError) {
        var pending: [UInt8] = []
        var (call, place) = ("", "")
        do throws(FileError) {
            for part in parts {
                (call, place) = ("pread", self.path)
                pending += try file.read(part)
                guard pending.count > 65_536 else { continue }
                (call, place) = ("write", path)
                try copy.write(pending)
                pending.removeAll(keepingCapacity: true)
            }
            (call, place) = ("write", path)
            try copy.write(pending)
        } catch {
            throw .system(call, place, error)
        }
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

/// An error of a run file that cannot be written or read.
package enum RunFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A system call failed on the file at the path.
    case system(_ call: String, _ path: String, FileError)
    /// The line with this number, from 1, is not a record.
    case line(Int, path: String, RecordFault)
    /// The first line is complete and not a plan, or a later line is a plan.
    case noPlan(path: String)
    /// Another process is writing the file.
    case isUnderWay(path: String)
    /// The file is a named pipe.
    case isPipe(path: String)

    package var description: String {
        switch self {
        case .system(let call, let path, let error):
            "\(call) \(path): \(error.reason)"
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
        guard case .system(_, _, let error) = self else { return false }
        return error == .system(errno: EEXIST)
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

    /// Creates the records of an incomplete run.
    package init(_ plan: PlanRecord, _ judgements: [JudgementRecord]) {
        (self.plan, self.judgements) = (plan, judgements)
    }

    /// Reads the bytes of a run file; errors state the path.
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
        // A truncated object is not valid JSON. So if the last line parses, it lacks only its
        // newline.
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
