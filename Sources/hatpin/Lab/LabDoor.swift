import Basics
import Process
import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A socket at which programs connect to a lab.
final class LabDoor: Sendable {
    /// The path of the socket; nil for a port.
    private let path: String?

    /// Listens on a path of the file system.
    ///
    /// - Throws: an `environment` failure if the path cannot be used.
    static func at(_ path: String, to lab: Lab) throws(Failure) -> LabDoor {
        let absolute = path.hasPrefix("/") ? path : "\(Environment.workingDirectory)/\(path)"
        do throws(WireError) {
            let socket = try Socket.listening(atPath: absolute, backlog: backlog)
            return LabDoor(absolute, socket, lab)
        } catch {
            throw Failure(
                .environment,
                "cannot listen at \(Shown.escaped(path)): \(Shown.escaped(error.description))",
                help: "name a path of at most 100 bytes at which there is no file"
            )
        }
    }

    /// Listens on a port of loopback.
    ///
    /// - Throws: an `environment` failure if the port cannot be used.
    static func at(_ address: NetworkAddress, to lab: Lab) throws(Failure) -> LabDoor {
        do throws(WireError) {
            let socket = try Socket.listening(on: address, backlog: backlog)
            let port = try socket.local()
            try? StandardStream.error.write("hatpin: the lab listens on \(port.text)\n")
            return LabDoor(nil, socket, lab)
        } catch {
            throw Failure(
                .environment,
                "cannot listen on \(address.text): \(Shown.escaped(error.description))",
                help: "set --listen to another port, or to port 0 for any free port"
            )
        }
    }

    private static let backlog: CInt = 64

    private init(_ path: String?, _ socket: consuming Socket, _ lab: Lab) {
        self.path = path
        let door = Listening(socket)
        // A page can make a browser connect to a port.
        let isStrict = path == nil
        BlockingThread.start {
            while let channel = door.next() {
                BlockingThread.start { lab.serve(channel, isStrict: isStrict) }
            }
        }
    }

    /// Removes the socket from the file system.
    func close() {
        if let path { unlink(path) }
    }
}

/// A socket that listens, for one thread.
private final class Listening: Sendable {
    private let socket: Socket

    init(_ socket: consuming Socket) { self.socket = socket }

    /// Waits for the next connection; nil if the socket has failed.
    func next() -> LabChannel? {
        while true {
            var polled = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, -1) == 1 || errno == EINTR else { return nil }
            do throws(WireError) {
                if let accepted = try socket.accepted(), let channel = LabChannel.of(accepted) {
                    return channel
                }
            } catch {
                // Without free descriptors, connections wait until others end.
                usleep(100_000)
            }
        }
    }
}
