import Synchronization

/// A value that is made once, when it is first needed.
final class Lazy<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case pending(@Sendable () -> Value)
        case made(Value)
    }

    private let state: Mutex<State>

    /// Stores an existing value.
    init(_ value: Value) {
        state = Mutex(.made(value))
    }

    /// Stores `make`, which makes the value when it is first needed.
    init(making make: @escaping @Sendable () -> Value) {
        state = Mutex(.pending(make))
    }

    /// The value.
    ///
    /// Concurrent readers wait until the value is made.
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
