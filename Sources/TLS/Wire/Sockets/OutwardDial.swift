import Dispatch
import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Resolves names on its own threads, because the system's resolver blocks.
package final class Resolver: Sendable {
    /// A query to the resolver, and its answer once it has come.
    package final class Lookup: Sendable {
        fileprivate let answer = Mutex<Result<[NetworkAddress], DialFault>?>(nil)

        init(_ answer: Result<[NetworkAddress], DialFault>? = nil) {
            self.answer.withLock { $0 = answer }
        }

        /// The answer; nil until the answer has come.
        package var result: Result<[NetworkAddress], DialFault>? { answer.withLock { $0 } }
    }

    /// The number of threads that wait for name servers; glibc gives up on a silent server after
    /// about 30 s (resolv.conf(5): 2 attempts of 5 s for each of up to 3 servers).
    private static let threads = 16

    private let queues: [DispatchQueue]
    /// The number of lookups that each queue has not finished.
    private let pending = Mutex([Int](repeating: 0, count: Resolver.threads))
    /// Called on the resolver's thread when an answer has come.
    private let wake: @Sendable () -> Void

    /// Makes a resolver that calls `wake` on another thread when an answer has come.
    package init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        queues = (0..<Self.threads).map { DispatchQueue(label: "hatpin.resolver.\($0)") }
    }

    /// Starts to resolve a host; an address needs no name server.
    package func look(up target: ConnectTarget) -> Lookup {
        if let address = target.address { return Lookup(.success([address])) }
        let lookup = Lookup()
        let queue = pending.withLock { pending in
            let least = pending.indices.min { pending[$0] < pending[$1] } ?? 0
            pending[least] += 1
            return least
        }
        queues[queue].async { [self, weak lookup] in
            // The caller may have given up.
            if let lookup {
                let found = Self.addresses(of: target)
                lookup.answer.withLock { $0 = found }
                wake()
            }
            pending.withLock { $0[queue] -= 1 }
        }
        return lookup
    }

    private static func addresses(
        of target: ConnectTarget
    ) -> Result<[NetworkAddress], DialFault> {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(target.host, "\(target.port)", &hints, &list)
        guard code == 0 else {
            return .failure(.unknownHost(String(cString: gai_strerror(code))))
        }
        defer { freeaddrinfo(list) }
        var addresses: [NetworkAddress] = []
        var entry = list
        while let found = entry?.pointee {
            let bytes = UnsafeRawBufferPointer(
                start: found.ai_addr,
                count: Int(found.ai_addrlen)
            )
            if found.ai_family == AF_INET || found.ai_family == AF_INET6 {
                addresses.append(NetworkAddress(kernelBytes: bytes))
            }
            entry = found.ai_next
        }
        return addresses.isEmpty ? .failure(.unknownHost("no address")) : .success(addresses)
    }
}

/// The reason why a host beyond loopback could not be reached.
package enum DialFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The resolver's message.
    case unknownHost(String)
    /// The last address that was tried, and its errno.
    case failed(NetworkAddress, errno: CInt)
    /// No address answered in time.
    case timedOut
    /// The caller does not allow any of the addresses.
    case forbidden

    package var description: String {
        switch self {
        case .unknownHost(let words): words
        case .failed(let address, let errno): "\(address.text): \(String(cString: strerror(errno)))"
        case .timedOut: "no answer"
        case .forbidden: "the address is not allowed"
        }
    }
}

/// A connection attempt to a host on any network.
///
/// No other code in Wire connects beyond loopback. Hatpin uses this code for `hatpin intercept`,
/// and for hosts that the user names by `--connect`. The attempt tries the host's addresses in the
/// system's order (RFC 6724), one after another.
package final class OutwardDial {
    /// The time for each address; after this time, the next address is tried.
    private let patience: Duration
    private let lookup: Resolver.Lookup
    private let isAllowed: (NetworkAddress) -> Bool
    private let deadline: ContinuousClock.Instant
    private var waiting: [NetworkAddress]?
    private var current: (address: NetworkAddress, until: ContinuousClock.Instant)?
    private var socket: Socket?
    private var last: DialFault = .forbidden

    /// Starts to resolve the host; `advance` then connects.
    ///
    /// - Parameters:
    ///   - target: the host and port.
    ///   - resolver: resolves the host.
    ///   - deadline: the time at which the attempt fails.
    ///   - isAllowed: whether to connect to an address of the host.
    package convenience init(
        _ target: ConnectTarget,
        by resolver: Resolver,
        until deadline: ContinuousClock.Instant,
        isAllowed: @escaping (NetworkAddress) -> Bool
    ) {
        self.init(
            resolver.look(up: target),
            // A SYN is repeated after 1 s and 3 s (RFC 6298 §2).
            patience: .seconds(4),
            until: deadline,
            isAllowed: isAllowed
        )
    }

    init(
        _ lookup: Resolver.Lookup,
        patience: Duration,
        until deadline: ContinuousClock.Instant,
        isAllowed: @escaping (NetworkAddress) -> Bool = { _ in true }
    ) {
        (self.lookup, self.patience) = (lookup, patience)
        (self.deadline, self.isAllowed) = (deadline, isAllowed)
    }

    /// The time at which `advance` must be called even without an event.
    package var alarm: ContinuousClock.Instant { min(current?.until ?? deadline, deadline) }

    /// The event to wait for.
    package var interest: pollfd {
        pollfd(fd: socket?.descriptor ?? -1, events: Int16(POLLOUT), revents: 0)
    }

    /// Continues as far as possible without waiting.
    ///
    /// - Returns: the socket, in the one call that finds it connected; otherwise nil.
    /// - Throws: if no address could be reached.
    package func advance() throws(DialFault) -> Socket? {
        if waiting == nil {
            switch lookup.result {
            case nil:
                if ContinuousClock.now >= deadline { throw .timedOut }
                return nil
            case .failure(let fault)?: throw fault
            case .success(let found)?: waiting = found.filter(isAllowed)
            }
        }
        while true {
            if let current {
                if try isConnected(current.address) { return socket.take() }
                if self.current != nil { return nil }
            }
            guard let address = waiting?.first else { throw last }
            waiting?.removeFirst()
            dial(address)
        }
    }

    private func dial(_ address: NetworkAddress) {
        do {
            socket = try Socket.connecting(to: address)
            current = (address, min(deadline, .now + patience))
        } catch {
            guard case .system(_, let errno) = error else { return }
            last = .failed(address, errno: errno)
        }
    }

    /// Whether the attempt has succeeded; forgets an attempt that has failed.
    private func isConnected(_ address: NetworkAddress) throws(DialFault) -> Bool {
        var polled = interest
        if poll(&polled, 1, 0) == 1 {
            let code = socket?.connectionError ?? EBADF
            if code == 0 { return true }
            last = .failed(address, errno: code)
        } else if let current, ContinuousClock.now < current.until {
            return false
        } else {
            last = .timedOut
            if ContinuousClock.now >= deadline { throw .timedOut }
        }
        current = nil
        socket = nil
        return false
    }
}
