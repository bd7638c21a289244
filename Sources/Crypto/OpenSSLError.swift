import COpenSSL

// Crypto is the only target that calls OpenSSL. It wraps OpenSSL's objects (keys, digests,
// signatures, TLS sessions) in Swift types that free them and turns return codes into
// `OpenSSLError`. It decides nothing about certificates itself, and has no sockets.

/// An OpenSSL function that failed, with the content of its error queue.
package struct OpenSSLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The C function, such as `SSL_new`.
    package let function: String
    /// OpenSSL's messages, oldest first.
    package let queue: [String]

    package init(function: String, queue: [String]) {
        self.function = function
        self.queue = queue
    }

    /// Empties the calling thread's error queue into the error.
    init(draining function: String) {
        var queue: [String] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { break }
            var text = [CChar](repeating: 0, count: 256)
            ERR_error_string_n(code, &text, text.count)
            queue.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
        }
        self.init(function: function, queue: queue)
    }

    package var description: String {
        queue.isEmpty ? "\(function) failed" : "\(function): \(queue.joined(separator: "; "))"
    }
}

/// Calls a function that returns a new object, which the caller then owns; throws if it returns
/// null.
@inline(__always)
func owned<Pointer>(
    _ function: StaticString,
    _ call: () -> Pointer?
) throws(OpenSSLError)
    -> Pointer
{
    forgetErrors()
    guard let pointer = call() else { throw OpenSSLError(draining: "\(function)") }
    return pointer
}

/// Calls a function that returns 1 (or more) on success; throws if it returns less.
@inline(__always)
func checked(_ function: StaticString, _ call: () -> CInt) throws(OpenSSLError) {
    forgetErrors()
    guard call() > 0 else { throw OpenSSLError(draining: "\(function)") }
}

/// Empties the calling thread's error queue.
///
/// The function checks first whether the queue is empty, because clearing an empty queue takes
/// longer, and a handshake clears the queue sixty times.
@inline(__always)
func forgetErrors() {
    if ERR_peek_error() != 0 { ERR_clear_error() }
}
