/// The file of a mutated module with the functions that choose.
package enum ChoiceFile {
    package static let name = "MutantChoices.swift"
    /// The environment variable with the number of the mutant that a process is; no mutant without.
    package static let mutantVariable = "HATPIN_MUTANT"
    /// The environment variable with the path of a file that has a byte for each mutant; a place
    /// that is evaluated makes its bytes 1.
    package static let reachedVariable = "HATPIN_MUTANTS_REACHED"

    /// The file.
    ///
    /// - Parameter count: how many mutants there are in all modules.
    /// - Returns: its text.
    package static func text(count: Int) -> String {
        preamble(count: count)
            + comparison(.less, "$0 < $1", boundary: "$0 <= $1")
            + comparison(.lessOrEqual, "$0 <= $1", boundary: "$0 < $1")
            + comparison(.greater, "$0 > $1", boundary: "$0 >= $1")
            + comparison(.greaterOrEqual, "$0 >= $1", boundary: "$0 > $1")
            + rest
    }

    /// A comparison of values of one type, and of integers of two.
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

        private let active = getenv("\(mutantVariable)").flatMap { Int(String(cString: $0)) } ?? -1

        nonisolated(unsafe) private let reached: UnsafeMutablePointer<UInt8>? = {
            guard let path = getenv("\(reachedVariable)") else { return nil }
            let file = open(path, O_RDWR)
            guard file >= 0 else { return nil }
            defer { close(file) }
            let memory = mmap(nil, \(max(1, count)), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
            guard let memory, memory != MAP_FAILED else { return nil }
            return memory.assumingMemoryBound(to: UInt8.self)
        }()

        @inline(__always) package func mutantIs(_ n: Int) -> Bool {
            if let reached { reached[n] = 1 }
            return active == n
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
