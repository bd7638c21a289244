import Foundation

/// A line to the lab.
struct LabRequest: Encodable {
    var `case`, cases: String?
    var verdict: Int?
    var client: String?
    var can: [String]?
    var speaks: String?
    var accepted: Bool?
    var says: String?
}

/// A line from the lab.
struct LabAnswer: Decodable, Sendable {
    let type: String
    let format, id: Int?
    let tool, problem, help, sentence, command, verdict: String?
    let passed: Bool?
    let cases: [Listed]?

    struct Listed: Decodable, Sendable {
        let `case`: String
    }
}

/// The lab of this process: the one that `HATPIN_LAB` names, or a child, which ends with its input.
///
/// It is unchecked because only its serial queue uses its properties.
final class Lab: @unchecked Sendable {
    static let shared = Lab()
    private let queue = DispatchQueue(label: "hatpin lab")
    private var reading, writing: FileHandle?
    private var rest = Data()
    /// Ends the child.
    private var stop: () -> Void = {}

    /// How long a lab on another machine may take to answer, in seconds.
    private static let patience = 10

    private let environment: [String: String]

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// Returns the line that answers a request, except for an error, which is thrown.
    func ask(_ request: LabRequest) async throws -> (answer: LabAnswer, line: Data) {
        let line = try JSONEncoder().encode(request) + Data("\n".utf8)
        let (answer, reply) = try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.exchange(line) }) }
        }
        guard answer.type == "error" else { return (answer, reply) }
        let words = [answer.problem, answer.help, request.says.map { "the client: \($0)" }]
        throw HatpinFailure("hatpin: " + words.compactMap(\.self).joined(separator: "; "))
    }

    private func exchange(_ line: Data) throws -> (LabAnswer, Data) {
        if writing == nil { try open() }
        do {
            try writing?.write(contentsOf: line)
            return try read()
        } catch {
            throw HatpinFailure("hatpin: the lab has ended (\(error))")
        }
    }

    private func read() throws -> (answer: LabAnswer, line: Data) {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(rest[..<end])
                rest = Data(rest[(end + 1)...])
                guard let answer = try? JSONDecoder().decode(LabAnswer.self, from: line) else {
                    throw HatpinFailure("it sent a line that is no answer")
                }
                return (answer, line)
            }
            guard let more = reading?.availableData, !more.isEmpty else {
                throw HatpinFailure("it sent no answer")
            }
            rest += more
        }
    }

    private func open() throws {
        let (place, command) = (environment["HATPIN_LAB"], environment["HATPIN"] ?? "hatpin")
        rest = Data()
        signal(SIGPIPE, SIG_IGN)  // A lab that has ended must not end the tests.
        do {
            let opened = try place.map(connect) ?? start(command)
            let greeting = try read().answer
            guard greeting.type == "lab" else { throw HatpinFailure("it sent no greeting") }
            guard greeting.format == 1 else {
                let tool = "\(greeting.tool ?? "it") has format \(greeting.format ?? 0) of labs"
                throw HatpinFailure("\(tool), not 1: install the same version of both")
            }
            writing = opened
        } catch {
            stop()
            (reading, stop) = (nil, {})
            let way = place.map { "start it: hatpin lab --socket \($0)" }
            let problem = "no lab at '\(place ?? command)': \(error)"
            throw HatpinFailure("hatpin: \(problem); \(way ?? "set HATPIN to its path")")
        }
    }

    private func start(_ command: String) throws -> FileHandle {
        #if os(Linux) || os(macOS)
            let (input, output, child) = (Pipe(), Pipe(), Process())
            child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            child.arguments = [command, "lab"]
            (child.standardInput, child.standardOutput) = (input, output)
            try child.run()
            stop = {
                kill(child.processIdentifier, SIGKILL)
                child.waitUntilExit()
            }
            reading = output.fileHandleForReading
            return input.fileHandleForWriting
        #else
            throw HatpinFailure("this system starts no programs: set HATPIN_LAB")
        #endif
    }

    /// Connects to a socket's path or to `tcp://127.0.0.1:8490`.
    private func connect(to place: String) throws -> FileHandle {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        var (descriptor, status): (Int32, Int32) = (-1, -1)
        if place.hasPrefix("tcp://") {
            var (hints, found) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
            hints.ai_socktype = stream
            let url = URL(string: place)
            getaddrinfo(url?.host, "\(url?.port ?? 0)", &hints, &found)
            guard let first = found?.pointee else { throw HatpinFailure("it has no address") }
            defer { freeaddrinfo(found) }
            descriptor = socket(first.ai_family, stream, 0)
            // Linux limits the time of connect by that of writing.
            var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
            let size = socklen_t(MemoryLayout.size(ofValue: limit))
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
            status = Foundation.connect(descriptor, first.ai_addr, first.ai_addrlen)
        } else {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) {
                $0.copyBytes(from: place.utf8.prefix($0.count - 1))
            }
            descriptor = socket(AF_UNIX, stream, 0)
            status = withUnsafeBytes(of: &address) {
                let generic = $0.assumingMemoryBound(to: sockaddr.self).baseAddress
                return Foundation.connect(descriptor, generic, socklen_t($0.count))
            }
        }
        guard status == 0 else {
            let reason = String(cString: strerror(errno))
            let isLate = errno == EINPROGRESS
            close(descriptor)
            throw HatpinFailure(isLate ? "it does not answer" : reason)
        }
        let connection = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        reading = connection
        return connection
    }
}
