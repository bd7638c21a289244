import Synchronization

/// A value that is made when it is first needed, and once.
final class Lazy<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case pending(@Sendable () -> Value)
        case made(Value)
    }

    private let state: Mutex<State>

    /// A value that is there already.
    init(_ value: Value) {
        state = Mutex(.made(value))
    }

    /// The value that `make` returns.
    init(making make: @escaping @Sendable () -> Value) {
        state = Mutex(.pending(make))
    }

    /// The value; the first who asks for it waits until it is made, and so do all others.
    var value: Value {
        state.withLock { state in
            switch state {
            case .made(let value): return value
            case .pending(let make):
                let value = make()
                state = .made(value)
                return value
            }
        }
    }
}
