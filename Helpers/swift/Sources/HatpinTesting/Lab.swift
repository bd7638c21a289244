import Foundation

/// A line to the lab.
struct LabRequest: Encodable {
    var `case`, cases, client, speaks, says: String?
    var can: [String]?
    var verdict: Int?
    var accepted: Bool?
}

/// A line from the lab.
struct LabAnswer: Decodable, Sendable {
    let type: String
    let format, id: Int?
    let tool, code, problem, help, sentence, command, verdict: String?
    let passed: Bool?
    let cases, excluded: [[String: String]]?
    /// The setup, if the line is one.
    var world: HatpinWorld?
}

/// The lab of this process: the one that `HATPIN_LAB` names, or a child, which ends with its input.
///
/// It is unchecked because only its serial queue uses its properties.
final class Lab: @unchecked Sendable {
    static let shared = Lab()
    private let queue = DispatchQueue(label: "hatpin lab")
    private let environment: [String: String]
    private var reading, writing: FileHandle?
    /// The bytes after the last line.
    private var rest = Data()
    /// Ends the child; it does nothing without one.
    private var stop: () -> Void = {}

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment.filter { !$0.value.isEmpty }
    }

    /// Returns the answer to a request, except for an error, which is thrown.
    ///
    /// If the lab serves as many cases as it can, the request is repeated for two minutes.
    func ask(_ request: LabRequest, retries: Int = 2_400) async throws -> LabAnswer {
        let line = try JSONEncoder().encode(request) + Data("\n".utf8)
        let answer = try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.exchange(line) }) }
        }
        guard answer.type == "error" else { return answer }
        // Swift Testing can start more cases at once than a lab serves.
        if answer.code == "too-many", retries > 0 {
            try await Task.sleep(for: .milliseconds(50))
            return try await ask(request, retries: retries - 1)
        }
        let words = [answer.problem, answer.help, request.says.map { "the client: \($0)" }]
        throw HatpinFailure("hatpin: " + words.compactMap(\.self).joined(separator: "; "))
    }

    private func exchange(_ line: Data) throws -> LabAnswer {
        if writing == nil { try open() }
        do {
            try writing?.write(contentsOf: line)
            return try read()
        } catch {
            writing = nil  // The next request asks another lab.
            throw HatpinFailure("hatpin: the lab has ended (\(error))")
        }
    }

    private func read() throws -> LabAnswer {
        while !rest.contains(UInt8(ascii: "\n")) {
            // FileHandle.availableData ends the process if the connection is reset.
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = Foundation.read(reading?.fileDescriptor ?? -1, &buffer, buffer.count)
            // Only the greeting has a time limit.
            if count < 0, errno == EINTR || errno == EAGAIN && writing != nil { continue }
            guard count != 0 else { throw HatpinFailure("it sent no answer") }
            guard count > 0 else { throw Self.failure }
            rest += buffer[..<count]
        }
        let line = Data(rest.prefix { $0 != UInt8(ascii: "\n") })
        rest = Data(rest.dropFirst(line.count + 1))
        guard var answer = try? JSONDecoder().decode(LabAnswer.self, from: line) else {
            throw HatpinFailure("it sent a line that is no answer")
        }
        answer.world = try? JSONDecoder().decode(HatpinWorld.self, from: line)
        return answer
    }

    private func open() throws {
        let (place, command) = (environment["HATPIN_LAB"], environment["HATPIN"] ?? "hatpin")
        rest = Data()
        signal(SIGPIPE, SIG_IGN)  // A lab that has ended must not end the tests.
        do {
            let opened = try place.map(connect) ?? start(command)
            let greeting = try read()
            guard greeting.type == "lab" else {
                throw HatpinFailure(greeting.problem ?? "it sent no greeting")
            }
            guard greeting.format == 1 else {
                let tool = "\(greeting.tool ?? "it") has format \(greeting.format ?? 0) of labs"
                throw HatpinFailure("\(tool), not 1: install the same version of both")
            }
            writing = opened
        } catch {
            stop()
            (reading, stop) = (nil, {})
            let start = "start hatpin lab with --socket or --listen (tcp://HOST:PORT)"
            let way = place == nil ? "set HATPIN to hatpin's path, or see its message" : start
            throw HatpinFailure("hatpin: no lab at '\(place ?? command)': \(error); \(way)")
        }
    }

    private func start(_ command: String) throws -> FileHandle {
        #if os(Linux) || os(macOS)
            let (input, output, child) = (Pipe(), Pipe(), Process())
            child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            child.arguments = [command, "lab"]
            (child.standardInput, child.standardOutput) = (input, output)
            try child.run()
            reading = output.fileHandleForReading
            // The child inherits this thread's blocked signals, such as SIGTERM.
            stop = { kill(child.processIdentifier, SIGKILL) }
            return input.fileHandleForWriting
        #else
            throw HatpinFailure("this system starts no programs: set HATPIN_LAB")
        #endif
    }

    /// Connects to a socket's path or to `tcp://127.0.0.1:8490`.
    private func connect(to place: String) throws -> FileHandle {
        guard place.hasPrefix("tcp://") else {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            try withUnsafeMutableBytes(of: &address.sun_path) {
                guard place.utf8.count < $0.count else { throw HatpinFailure("it is too long") }
                $0.copyBytes(from: place.utf8)
            }
            return try withUnsafeBytes(of: address) { try dial(AF_UNIX, $0) }
        }
        let url = URL(string: place)
        var (hints, found) = (addrinfo(), nil as UnsafeMutablePointer<addrinfo>?)
        var problem: any Error = HatpinFailure("it has no address")
        hints.ai_socktype = 1  // SOCK_STREAM, whose type differs between systems.
        getaddrinfo(url?.host, "\(url?.port ?? 0)", &hints, &found)
        guard let found else { throw problem }
        defer { freeaddrinfo(found) }
        for info in sequence(first: found, next: { $0.pointee.ai_next }).map(\.pointee) {
            let address = UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
            do { return try dial(info.ai_family, address) } catch { problem = error }
        }
        throw problem
    }

    private func dial(_ family: Int32, _ address: UnsafeRawBufferPointer) throws -> FileHandle {
        let descriptor = socket(family, 1, 0)
        let connection = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // The time to connect, which Linux limits as that of writing, and to greet, in seconds.
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        for name in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, name, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        let generic = address.assumingMemoryBound(to: sockaddr.self).baseAddress
        let status = Foundation.connect(descriptor, generic, socklen_t(address.count))
        guard status == 0 else { throw Self.failure }
        reading = connection
        return connection
    }

    /// The error of the last system call.
    private static var failure: HatpinFailure {
        let isLate = errno == EINPROGRESS || errno == EAGAIN
        return HatpinFailure(isLate ? "it does not answer" : String(cString: strerror(errno)))
    }
}
