/// The file with the functions that choose, which each mutated module gets.
package enum ChoiceFile {
    package static let name = "MutantChoices.swift"
    /// The environment variable with the path of the file that `state` describes; without it, a
    /// process is not a mutant.
    package static let stateVariable = "HATPIN_MUTANTS"

    /// The bytes of a state file, which a process shares with the program that wrote it.
    ///
    /// The first 8 bytes are the number of the mutant that the process is at that moment. One byte
    /// for each mutant follows; it becomes 1 when the mutant's expression is evaluated.
    ///
    /// - Parameters:
    ///   - number: the mutant; none if negative.
    ///   - count: the number of mutants in all modules.
    /// - Returns: 8 bytes, and one for each mutant.
    package static func state(_ number: Int, of count: Int) -> [UInt8] {
        withUnsafeBytes(of: Int64(number), Array.init) + [UInt8](repeating: 0, count: count)
    }

    /// The number of bytes before the first mutant's.
    package static func reached(in state: some Collection<UInt8>) -> [UInt8] {
        Array(state.dropFirst(numberSize))
    }

    private static let numberSize = 8

    /// The text of the file.
    ///
    /// - Parameter count: the number of mutants in all modules.
    ///
    /// - Returns: the text, in Swift.
    package static func text(count: Int) -> String {
        preamble(count: count)
            + comparison(.less, "$0 < $1", boundary: "$0 <= $1")
            + comparison(.lessOrEqual, "$0 <= $1", boundary: "$0 < $1")
            + comparison(.greater, "$0 > $1", boundary: "$0 >= $1")
            + comparison(.greaterOrEqual, "$0 >= $1", boundary: "$0 > $1")
            + rest
    }

    /// A comparison of two values of one type, and of two integers of different types.
    private static func comparison(_ choice: Choice, _ same: String, boundary: String) -> String {
        func body(_ text: String) -> String {
            text.split(separator: " ").map { ["$0": "a", "$1": "b"][$0] ?? String($0) }
                .joined(separator: " ")
        }
        return [
            "@_disfavoredOverload package func NAME<A: BinaryInteger, B: BinaryInteger>(_ n: Int, _ a: A, _ b: B)",
            "package func NAME<A: Comparable>(_ n: Int, _ a: A, _ b: A)",
        ]
        .map { head in
            """
            \(head.replacing("NAME", with: choice.rawValue)) -> Bool {
                if mutantIs(n) { return \(body(boundary)) }
                return mutantIs(n + 1) ? !(\(body(same))) : \(body(same))
            }

            """
        }
        .joined()
    }

    private static func preamble(count: Int) -> String {
        """
        #if canImport(Musl)
            import Musl
        #else
            import Glibc
        #endif

        nonisolated(unsafe) private let state: UnsafeMutableRawPointer? = {
            guard let path = getenv("\(stateVariable)") else { return nil }
            let file = open(path, O_RDWR)
            guard file >= 0 else { return nil }
            defer { close(file) }
            let size = \(numberSize + count)
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
            return memory == MAP_FAILED ? nil : memory
        }()

        @inline(__always) package func mutantIs(_ n: Int) -> Bool {
            guard let state else { return false }
            state.storeBytes(of: 1, toByteOffset: \(numberSize) + n, as: UInt8.self)
            return state.load(as: Int64.self) == n
        }

        """
    }

    private static let rest = """
        package func \(Choice.and.rawValue)(_ n: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
            if mutantIs(n) { return try a || b() }
            return try a && b()
        }
        package func \(Choice.or.rawValue)(_ n: Int, _ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool {
            if mutantIs(n) { return try a && b() }
            return try a || b()
        }
        @inline(__always) package func \(Choice.negated.rawValue)(_ n: Int, _ a: Bool) -> Bool { mutantIs(n) != a }
        @inline(__always) package func \(Choice.passed.rawValue)(_ n: Int, _ a: Bool) -> Bool { mutantIs(n) || a }
        @inline(__always) package func \(Choice.stays.rawValue)(_ n: Int) -> Bool { !mutantIs(n) }
        package func \(Choice.next.rawValue)<A: FixedWidthInteger>(_ n: Int, _ a: A) -> A { mutantIs(n) ? a &+ 1 : a }
        @_disfavoredOverload package func \(Choice.next.rawValue)(_ n: Int, _ a: Double) -> Double { mutantIs(n) ? a + 1 : a }

        """
}
